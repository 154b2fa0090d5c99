// feature: XcalableMP sync_image and sync_images
#include "../check.h"

int a:[*];

int main(void)
{
    /* a pipeline: each waits for the one before */
    a = -1;
    xmp_sync_all();
    if (ME > 0) {
#pragma xmp sync_image(ME - 1)
        CHECK(a == 10 * (ME - 1));
    }
    if (ME < N - 1) {
        a:[ME + 1] = 10 * ME;
#pragma xmp sync_image(ME + 1)
    }
#pragma xmp sync_images(*)
    int both[2] = {BEFORE, NEXT}, count = N > 2 ? 2 : 1;
    if (N > 1) {
        a:[NEXT] = ME;
#pragma xmp sync_images(count, both)
        CHECK(a == BEFORE);
    }
    int all[16];
    for (int k = 0; k < N; k++)
        all[k] = k;
#pragma xmp sync_images(N, all)
    FINISH();
}
