// feature: XcalableMP several codimensions
// conformance: images=1,2,4,6
#include "../check.h"

int a[3]:[2][*], b:[2][2][*];

int main(void)
{
    a[1] = 7 * ME;
    b = ME;
    xmp_sync_all();
    for (int k = 0; k < N; k++) {
        CHECK(a[1]:[k % 2][k / 2] == 7 * k);
        CHECK(b:[k % 2][k / 2 % 2][k / 4] == k);
    }
    xmp_sync_all();
    a[2]:[NEXT % 2][NEXT / 2] = ME;
    xmp_sync_all();
    CHECK(a[2] == BEFORE);
    FINISH();
}
