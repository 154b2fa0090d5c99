// feature: XcalableMP sections of several images in one statement
#include "../check.h"
#include <math.h>

double a[5]:[*], b[5]:[*], out[5];

int main(void)
{
    for (int i = 0; i < 5; i++) {
        a[i] = ME + i;
        b[i] = 0;
    }
    xmp_sync_all();
    out[:] = a[:]:[NEXT] + a[:]:[BEFORE] * 2 - a[:];
    CHECK(out[3] == NEXT + 3 + 2 * (BEFORE + 3) - (ME + 3));
    out[:] = -a[:]:[NEXT] / (1 + out[0] * 0) + (a[:] > 2 ? a[:]:[BEFORE] : 0.0);
    CHECK(out[0] == -NEXT + (ME > 2 ? BEFORE : 0) && out[4] == -NEXT - 4 + (BEFORE + 4));
    b[:]:[NEXT] = a[:]:[BEFORE]; /* from one image to another */
    xmp_sync_all();
    CHECK(b[2] == (BEFORE + N - 1) % N + 2);
    xmp_sync_all();
    b[0:4]:[NEXT] = a[1:4]:[NEXT]; /* inside of another one */
    xmp_sync_all();
    CHECK(b[0] == ME + 1 && b[3] == ME + 4);
    FINISH();
}
