// feature: XcalableMP procedures with too many arguments, or too few
#include <xmp.h>
int a:[*]; /* so Coral reads the file */

int main(void)
{
    int status;
    // expect-error: xmp_sync_image takes 1 or 2 arguments, but this call has more [C0419]
    xmp_sync_image(0, &status, 3);
    // expect-error: xmp_sync_image takes 1 or 2 arguments, but this call has more [C0419]
    xmp_sync_image(0, &status, 3, 4, 5);
    // expect-error: xmp_sync_image takes 1 or 2 arguments, but this call has none [C0419]
    xmp_sync_image();
    // expect-error: xmp_sync_all takes one argument at most, a status, but this call has more [C0419]
    xmp_sync_all(&status, &status);
    // expect-error: xmp_sync_memory takes one argument at most, a status, but this call has more [C0419]
    xmp_sync_memory(&status, 1);
    // expect-error: xmp_sync_images_all takes one argument at most, a status, but this call has more
    xmp_sync_images_all(&status, &status, &status);
    // expect-error: xmp_sync_images takes 2 or 3 arguments, but this call has fewer [C0419]
    xmp_sync_images(1);
    return 0;
}
