// feature: XcalableMP synchronisation with a status
#include "../check.h"

int main(void)
{
    int status = 7;
    xmp_sync_all(&status);
    CHECK(status == XMP_STAT_SUCCESS && status != XMP_STAT_STOPPED_IMAGE && status != XMP_STAT_FAILED_IMAGE);
    status = 7;
    xmp_sync_memory(&status);
    CHECK(status == 0);
    int set[2] = {BEFORE, NEXT};
    if (N > 2) {
        status = 7;
        xmp_sync_images(2, set, &status);
        CHECK(status == 0);
        xmp_sync_images(2, set);
    } else if (N == 2) {
        status = 7;
        xmp_sync_image(1 - ME, &status);
        CHECK(status == 0);
        xmp_sync_image(1 - ME);
    }
    status = 7;
    xmp_sync_images_all(&status);
    CHECK(status == 0);
    xmp_sync_images_all();
    xmp_barrier();
    xmp_sync_memory();
    _xmpc_sync_all();
    FINISH();
}
