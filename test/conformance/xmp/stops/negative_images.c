// feature: XcalableMP checks while the program runs
// conformance: images=2
// expect-exit: nonzero
// expect-stderr: negative_images.c:13
// expect-stderr: sync_images: the number of images is -1: there cannot be fewer than 0
#include <xmp.h>

int main(void)
{
    int status = 0, images[2] = {0, 1}, n = xmpc_num_images() - 3;
    xmp_sync_images(n, images, &status);
    if (status == XMP_STAT_ERROR)
        xmp_sync_images(n, images);
    return 0;
}
