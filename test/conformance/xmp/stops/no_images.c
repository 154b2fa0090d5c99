// feature: XcalableMP checks while the program runs
// conformance: images=2
// expect-exit: nonzero
// expect-stderr: no_images.c:11
// expect-stderr: sync_images: the second argument is no array of 1 image, but a null pointer
// expect-stderr: an array of their indices, each once, counted from 0
#include <xmp.h>

int main(void)
{
    xmp_sync_images(1, 0, (int *)0); /* 0 for the first image */
    return 0;
}
