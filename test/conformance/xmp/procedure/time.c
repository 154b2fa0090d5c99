// feature: XcalableMP time
#include "../check.h"

int main(void)
{
    double t = xmp_wtime(), tick = xmp_wtick();
    CHECK(tick > 0 && tick < 1);
    for (int i = 0; i < 100; i++)
        xmp_sync_memory();
    double u = xmp_wtime();
    CHECK(u >= t && u - t < 60);
    xmp_sync_all();
    CHECK(xmp_wtime() >= u);
    FINISH();
}
