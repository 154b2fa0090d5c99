// feature: XcalableMP gmove
// Coindexed sides: all take what they name before any defines anything.
#include "../check.h"

#pragma xmp nodes p(*)
int a[6]:[*], b[2][3];
double x;
#pragma xmp coarray x:[*]

int main(void)
{
    int me = ME, n = N;
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 6; i++)
            a[i] = 10 * me + i + round;
#pragma xmp gmove
        a[:] = a[:]:[NEXT]; /* a shift: what is read is what was there */
        for (int i = 0; i < 6; i++)
            CHECK(a[i] == 10 * NEXT + i + round);
#pragma xmp gmove
        a[0:3]:[NEXT] = a[0:3];
        CHECK(a[0] == 10 * me + round && a[2] == 10 * me + 2 + round && a[3] == 10 * NEXT + 3 + round);
    }
    xmp_sync_all();
    x = me;
#pragma xmp gmove
    x:[n] = x:[1];
    CHECK(x == (me == n - 1 ? 0 : me));
    xmp_sync_all();
    b[:][:] = me;
    a[:] = -1;
#pragma xmp gmove
    a[0:3]:[BEFORE] = b[1][:];
    CHECK(a[0] == NEXT && a[2] == NEXT && a[3] == -1);
    xmp_sync_all();
    FINISH();
}
