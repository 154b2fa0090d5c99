// feature: XcalableMP procedures with too many arguments
#include <xmp.h>

int main(void)
{
    int status;
    // expect-error: arguments
    xmp_sync_image(0, &status, 3);
    // expect-error: arguments
    xmp_sync_all(&status, 1);
    return 0;
}
