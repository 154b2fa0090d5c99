// feature: XcalableMP sections in macros
#include "../check.h"

double u[6][6]:[*];
#define ROW(i) u[i][:]
#define COLUMN(j) u[:][j]
#define INNER u[1:4][1:4]
#define ON(k) :[k]
#define SWAP(x, y, type, n) do { type t_[n]; t_[:] = x; x = y; y = t_[:]; } while (0)

int main(void)
{
    double edge[6], inner[4][4];
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            u[i][j] = 100 * ME + 10 * i + j;
    xmp_sync_all();
    edge[:] = ROW(2) ON(NEXT);
    CHECK(edge[5] == 100 * NEXT + 25);
    edge[:] = COLUMN(3)ON(NEXT);
    CHECK(edge[5] == 100 * NEXT + 53);
    inner[:][:] = INNER ON(NEXT);
    CHECK(inner[3][3] == 100 * NEXT + 44);
    SWAP(edge[0:3], edge[3:3], double, 3);
    CHECK(edge[0] == 100 * NEXT + 33 && edge[5] == 100 * NEXT + 23);
    xmp_sync_all();
    if (ME == 0)
        SWAP(u[0][0:6], u[1][0:6]:[N - 1], double, 6);
    xmp_sync_all();
    if (ME == 0)
        CHECK(u[0][5] == 100 * (N - 1) + 15 && u[1][5]:[N - 1] == 5);
    FINISH();
}
