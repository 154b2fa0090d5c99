// feature: XcalableMP xmp_sync_images with too many arguments
#include <xmp.h>
int a:[*];

int main(void)
{
    int status, images[2] = {0, 1};
    // expect-error: xmp_sync_images takes 2 or 3 arguments, but this call has more
    xmp_sync_images(2, images, &status, 1);
    // expect-error: xmp_sync_images takes 2 or 3 arguments, but this call has more
    xmp_sync_images(2, (int[]){0, a:[1]}, &status, 1);
    return 0;
}
