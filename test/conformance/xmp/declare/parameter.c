// feature: XcalableMP pointers to coarrays as parameters
#include "../check.h"

double a[6][4]:[*], b[8]:[*];

static double read(double x[]:[*], int i, int k) { return x[i]:[k]; }
static void write(double *x:[*], int i, int k, double v) { x[i]:[k] = v; (*x):[k] = v + 1; }
static void rows(int n, double x[n][4]:[*], double (*y)[4], int k)
{
    for (int i = 0; i < n; i++)
        y[i][0:4] = x[i][0:4]:[k];
}
static void grid(double x[][4]:[2][*]) { x[0][0]:[0][0] += 1; }
void declared(double x[]:[*], int n);

int main(void)
{
    for (int i = 0; i < 24; i++)
        a[i / 4][i % 4] = 100 * ME + i;
    b[3] = ME;
    xmp_sync_all();
    CHECK(read(b, 3, NEXT) == NEXT);
    CHECK(read(a[2], 1, NEXT) == 100 * NEXT + 9);
    double c[6][4];
    rows(6, a, c, NEXT);
    for (int i = 0; i < 24; i++)
        CHECK(c[i / 4][i % 4] == 100 * NEXT + i);
    xmp_sync_all();
    write(b, 5, NEXT, ME);
    xmp_sync_all();
    CHECK(b[5] == BEFORE && b[0] == BEFORE + 1);
    a[0][0] = 0;
    xmp_sync_all();
    grid(a);
    xmp_sync_all();
    if (ME == 0)
        CHECK(a[0][0] == N);
    declared(b, 2);
    CHECK(b[2] == 22);
    FINISH();
}

void declared(double x[]:[*], int n) { x[n]:[ME] = 22; }
