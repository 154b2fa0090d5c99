// feature: XcalableMP definitions of the old style
#include "../check.h"

int a[4]:[*];

static int sum(x, n) int x[]; int n;
{
    int s = 0, i;
    for (i = 0; i < n; i++)
        s += x[i];
    return s;
}

static int there(k, i)
    int k;
    int i;
{
    return a[i]:[k];
}

int main()
{
    int b[4];
    a[0] = ME, a[1] = 2, a[2] = 3, a[3] = 4;
    xmp_sync_all();
    b[:] = a[:]:[NEXT];
    CHECK(sum(b, 4) == NEXT + 9 && there(NEXT, 0) == NEXT && there(NEXT, 3) == 4);
    FINISH();
}
