// feature: XcalableMP coindexed objects in statements
#include "../check.h"

int a[4]:[*];
static int value(void) { return a[1]:[NEXT]; }
static int chosen(int k)
{
    switch (a[2]:[k]) {
    case 2:
        return 20;
    default:
        return a[2]:[k] > 2 ? a[3]:[k] : -1;
    }
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        a[i] = i;
    a[1] = ME;
    xmp_sync_all();
    int n = 0;
    if (a[2]:[NEXT] == 2)
        n++;
    else
        n = 100;
    for (int i = a[0]:[NEXT]; i < a[3]:[NEXT]; i += a[2]:[NEXT] - 1)
        n++;
    while (n < a[3]:[NEXT] * 2)
        n++;
    do
        n++;
    while (n < 8 + a[0]:[NEXT]);
    CHECK(n == 8);
    CHECK(value() == NEXT && chosen(NEXT) == 20);
    n = a[0]:[NEXT] ? 1 : a[3]:[NEXT] ? 2 : 3;
    CHECK(n == 2);
    n = (a[2]:[NEXT], a[3]:[NEXT]);
    CHECK(n == 3 && (a[0]:[NEXT] || a[3]:[NEXT]) && !(a[0]:[NEXT] && a[3]:[NEXT]) && !a[0]:[NEXT]);
again:
    n += a[2]:[NEXT];
    if (n < 7)
        goto again;
    CHECK(n == 7);
    FINISH();
}
