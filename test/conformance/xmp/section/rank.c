// feature: XcalableMP sections of several dimensions
#include "../check.h"

double a[4][5][6]:[*], b[6][4][5], c[4][6];

int main(void)
{
    for (int i = 0; i < 120; i++)
        ((double *)a)[i] = 1000 * ME + i;
    xmp_sync_all();
    c[:][:] = a[:][2][:]:[NEXT];
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 6; k++)
            CHECK(c[i][k] == 1000 * NEXT + i * 30 + 12 + k);
    b[0:2][0:3][:] = a[1:2][0:3][0:5]:[NEXT];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 5; k++)
                CHECK(b[i][j][k] == 1000 * NEXT + (1 + i) * 30 + j * 6 + k);
    b[5][0:4:1][4] = a[0:4][4][5]:[NEXT];
    CHECK(b[5][3][4] == 1000 * NEXT + 90 + 24 + 5);
    xmp_sync_all();
    a[0:2][1][0:3:2]:[NEXT] = c[0:2][0:3];
    xmp_sync_all();
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            CHECK(a[i][1][2 * k] == 1000 * ME + i * 30 + 12 + k);
    FINISH();
}
