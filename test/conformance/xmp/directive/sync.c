// feature: XcalableMP synchronisation
#include "../check.h"

int a:[*];

int main(void)
{
    int status = 9, set[2];
    a = 0;
#pragma xmp sync_all
    if (ME == 0)
        a:[NEXT] = 5;
#pragma xmp sync_memory
#pragma xmp sync_all()
    if (ME == 1 % N)
        CHECK(a == 5);
    xmp_sync_all();
    if (N > 1) {
        if (ME == 0)
            a:[1] = 7;
        if (ME == 0)
            xmp_sync_image(1, &status);
        else if (ME == 1) {
#pragma xmp sync_image(0)
            CHECK(a == 7);
        }
        if (ME == 0)
            CHECK(status == 0);
        set[0] = BEFORE;
        set[1] = NEXT;
        if (BEFORE != NEXT) {
            xmp_sync_images(2, set);
#pragma xmp sync_images(2, set)
        }
    }
    status = 9;
    xmp_sync_images_all(&status);
    CHECK(status == 0);
#pragma xmp sync_images(*)
    status = 9;
    xmp_sync_all(&status);
    xmp_sync_memory(&status);
    CHECK(status == 0);
    _xmpc_sync_all();
    xmp_barrier();
    FINISH();
}
