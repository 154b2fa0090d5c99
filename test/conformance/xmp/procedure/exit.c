// feature: XcalableMP xmp_exit
// expect-exit: 3
// expect-stdout: leaving
#include "../check.h"

int main(void)
{
    if (ME == 0)
        puts("leaving");
    fflush(stdout);
    xmp_sync_all();
    xmp_exit(3);
}
