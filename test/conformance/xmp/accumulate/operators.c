// feature: XcalableMP accumulation
#include "../check.h"

int x[12]:[*];
double y[4]:[*];

int main(void)
{
    int me = ME, one = NEXT;
    x[:] = 12;
    y[:] = 3;
    xmp_sync_all();
    x[0]:[one] += 5;
    x[1]:[one] -= 5;
    x[2]:[one] *= 5;
    x[3]:[one] /= 5;
    x[4]:[one] %= 5;
    x[5]:[one] <<= 2;
    x[6]:[one] >>= 2;
    x[7]:[one] &= 6;
    x[8]:[one] |= 3;
    x[9]:[one] ^= 5;
    CHECK(x[10]:[one]++ == 12);
    CHECK(--x[11]:[one] == 11);
    y[0]:[one] /= 4;
    y[1]:[one] *= me + 1;
    CHECK((y[2]:[one] += 1) == 4);
    CHECK(++y[3]:[one] == 4);
    xmp_sync_all();
    int want[12] = {17, 7, 60, 2, 2, 48, 3, 4, 15, 9, 13, 11};
    for (int i = 0; i < 12; i++)
        CHECK(x[i] == want[i]);
    CHECK(y[0] == 0.75 && y[1] == 3 * (BEFORE + 1));
    FINISH();
}
