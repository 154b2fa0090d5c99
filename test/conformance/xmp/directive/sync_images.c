// feature: XcalableMP arguments of xmp_sync_images
// conformance: images=1,3
#include "../check.h"

static int numbers[3]:[*] = {0, 1, 2};

int main(void)
{
    int status = -1;
    const int n = N, me = ME;
    xmp_sync_all();
    xmp_sync_images(n, numbers);
    xmp_sync_images(n, numbers, &status);
    CHECK(status == XMP_STAT_SUCCESS);
    if (n == 3) {
        status = -1;
        xmp_sync_images(3, (int[]){0, 1, 2});
        xmp_sync_images(3, (int[]){numbers[0]:[1], numbers[1]:[me], 2}, &status);
        CHECK(status == XMP_STAT_SUCCESS);
        xmp_sync_images(2, (const int[2]){(me + 1) % 3, (me + 2) % 3}, NULL);
        xmp_sync_images(3, (int[3]){[1] = 1, [2] = 2}, 0);
    }
    xmp_sync_images(0, NULL);
    FINISH();
}
