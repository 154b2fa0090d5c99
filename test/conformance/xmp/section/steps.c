// feature: XcalableMP sections with steps
#include "../check.h"

int a[12]:[*], b[12];

int main(void)
{
    int two = 2;
    for (int i = 0; i < 12; i++)
        a[i] = 100 * ME + i;
    xmp_sync_all();
    b[:] = -1;
    b[0:4] = a[1:4:3]:[NEXT];
    CHECK(b[0] == 100 * NEXT + 1 && b[3] == 100 * NEXT + 10 && b[4] == -1);
    b[0:6:two] = a[11:6:-two]:[NEXT];
    CHECK(b[0] == 100 * NEXT + 11 && b[2] == 100 * NEXT + 9 && b[10] == 100 * NEXT + 1 && b[1] == 100 * NEXT + 4);
    b[:] = a[::-1]:[NEXT];
    CHECK(b[0] == 100 * NEXT + 11 && b[11] == 100 * NEXT);
    b[::3] = 0;
    CHECK(b[0] == 0 && b[9] == 0 && b[10] == 100 * NEXT + 1);
    b[9:] = a[9:]:[NEXT];
    b[:3] = a[:3]:[NEXT];
    CHECK(b[11] == 100 * NEXT + 11 && b[2] == 100 * NEXT + 2 && b[3] == 0);
    xmp_sync_all();
    a[0:3:5]:[NEXT] = b[9:3];
    xmp_sync_all();
    CHECK(a[0] == 100 * ME + 9 && a[5] == 100 * ME + 10 && a[10] == 100 * ME + 11 && a[1] == 100 * ME + 1);
    FINISH();
}
