// feature: XcalableMP coarrays by directive count as the file's node arrays do: in brackets, from 0
#include "../check.h"

int a[4], b;
#pragma xmp coarray a:[*]
#pragma xmp coarray b:[2][*]
#pragma xmp nodes p[*]

int main(void)
{
    int me = ME, n = N, next = (me + 1) % n;
    a[0] = 10 + me;
    b = 20 + me;
    xmp_sync_all(NULL);
    CHECK(a[0]:[0] == 10);
    CHECK(a[0]:[next] == 10 + next);
    CHECK(b:[next % 2][next / 2] == 20 + next);
    xmp_sync_all();
    a[1]:[next] = me;
    xmp_sync_all();
    CHECK(a[1] == (me + n - 1) % n);
    FINISH();
}
