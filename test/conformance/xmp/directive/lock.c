// feature: XcalableMP locks
#include "../check.h"

xmp_lock_t one:[*], many[3]:[*];
int count:[*];

int main(void)
{
    xmp_sync_all();
    for (int i = 0; i < 200; i++) {
#pragma xmp lock(one:[0])
        int was = count:[0];
        count:[0] = was + 1;
#pragma xmp unlock(one:[0])
    }
#pragma xmp lock(many[2]:[ME])
#pragma xmp unlock(many[2])
#pragma xmp lock(many[1])
#pragma xmp unlock(many[1]:[ME])
    xmp_sync_all();
    if (ME == 0)
        CHECK(count == 200 * N);
    FINISH();
}
