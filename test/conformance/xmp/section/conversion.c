// feature: XcalableMP sections of different types
#include "../check.h"

int i[6]:[*];
float f[6]:[*];
double d[6];
unsigned char c[6]:[*];

int main(void)
{
    for (int k = 0; k < 6; k++) {
        i[k] = 10 * ME + k;
        f[k] = ME + k / 4.0f;
        c[k] = (unsigned char)(k + ME);
    }
    xmp_sync_all();
    d[:] = i[:]:[NEXT];
    CHECK(d[5] == 10 * NEXT + 5);
    d[0:3] = f[1:3:2]:[NEXT];
    CHECK(d[2] == NEXT + 1.25);
    d[:] = c[:]:[NEXT];
    CHECK(d[4] == NEXT + 4);
    d[:] = 2.75;
    xmp_sync_all();
    i[0:3]:[NEXT] = d[0:3];
    c[3:3]:[NEXT] = d[0:3];
    f[:]:[NEXT] = i[3];
    xmp_sync_all();
    CHECK(i[0] == 2 && i[2] == 2 && i[3] == 10 * ME + 3 && f[0] == 10 * BEFORE + 3 && c[5] == 2);
    FINISH();
}
