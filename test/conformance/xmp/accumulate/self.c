// feature: XcalableMP accumulation with the right side of the same array
#include "../check.h"

int a[6]:[*];

int main(void)
{
    for (int i = 0; i < 6; i++)
        a[i] = i;
    a[1:5]:[ME] += a[0:5];
    CHECK(a[1] == 1 && a[2] == 3 && a[5] == 9);
    xmp_sync_all();
    if (ME == 0)
        a[0:3]:[N - 1] += a[3:3]:[0];
    xmp_sync_all();
    if (ME == N - 1)
        CHECK(a[0] == 5 && a[2] == 3 + 9);
    FINISH();
}
