// feature: XcalableMP coarrays as parameters of every form
#include "../check.h"

double a[4][5]:[*];
int v[8]:[*];
int grid[3]:[2][*];

static double array(int n, int m, double x[n][m]:[*], int k) { return x[n - 1][m - 1]:[k]; }
static double pointer(double (*x)[5]:[*], int k) { return x[3][4]:[k] + (*x)[0]:[k]; }
static int flat(const int *x:[*], int k) { return x[2]:[k] + (*(x + 1)):[k]; }
static int bound(int x[static 3]:[*], int k) { return x[0]:[k]; }
static int runtime(int c, int x[]:[c][*], int i, int j) { return x[1]:[i][j]; }
static void put(int *x:[*], int n, int k) { x[0:n]:[k] = x[n:n]; }
static int middle(int *p:[*], int k) { return flat(p + 1, k); }

int main(void)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            a[i][j] = 100 * ME + 10 * i + j;
    for (int i = 0; i < 8; i++)
        v[i] = 10 * ME + i;
    grid[1] = ME;
    xmp_sync_all();
    CHECK(array(4, 5, a, NEXT) == 100 * NEXT + 34 && array(2, 5, a, NEXT) == 100 * NEXT + 14);
    CHECK(pointer(a, NEXT) == 200 * NEXT + 34);
    CHECK(flat(v, NEXT) == 20 * NEXT + 3 && middle(v, NEXT) == 20 * NEXT + 5 && bound(v + 3, NEXT) == 10 * NEXT + 3);
    CHECK(runtime(2, grid, NEXT % 2, NEXT / 2) == NEXT);
    int (*choice)(const int *, int) = flat;
    CHECK(choice(v, NEXT) == 20 * NEXT + 3);
    xmp_sync_all();
    put(v, 3, NEXT);
    xmp_sync_all();
    CHECK(v[0] == 10 * BEFORE + 3 && v[2] == 10 * BEFORE + 5 && v[3] == 10 * ME + 3);
    FINISH();
}
