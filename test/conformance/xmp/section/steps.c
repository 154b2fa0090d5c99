// feature: XcalableMP sections with steps
#include "../check.h"

int a[12]:[*], b[12];
struct { int v[4], w[2][5]; } s:[*];

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
    xmp_sync_all();
    /* without a base, a negative step begins at the end */
    for (int i = 0; i < 12; i++)
        b[i] = i;
    a[:] = -1;
    a[:5:-2] = b[0:5];
    s.w[1][:3:-2] = b[0:3];
    s.v[:2:-1] = b[0:2];
    CHECK(a[11] == 0 && a[10] == -1 && a[3] == 4 && a[2] == -1 && a[0] == -1);
    CHECK(s.w[1][4] == 0 && s.w[1][0] == 2 && s.v[3] == 0 && s.v[2] == 1 && s.v[1] == 0);
    s.v[0] = ME;
    xmp_sync_all();
    b[:12:-1] = a[:12:-1]:[NEXT];
    CHECK(b[11] == 0 && b[3] == 4 && b[0] == -1);
    b[0:4] = s.v[:4:-1]:[NEXT];
    CHECK(b[0] == 0 && b[1] == 1 && b[3] == NEXT);
    FINISH();
}
