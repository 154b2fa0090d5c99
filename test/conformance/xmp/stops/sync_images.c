// feature: XcalableMP checks while the program runs
// conformance: images=2
// expect-exit: nonzero
// expect-stderr: sync_images: image 1 has stopped
// expect-stderr: sync_images.c:14
// The function is told by its name in C, and images by their numbers, which begin at 1.
#include <xmp.h>

int main(void)
{
    int first[1] = {0};
    if (xmpc_this_image() == 0)
        return 0;
    xmp_sync_images(1, first, (int *)0);
    return 0;
}
