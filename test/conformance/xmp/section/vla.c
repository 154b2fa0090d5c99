// feature: XcalableMP sections of arrays of variable length
#include "../check.h"

double a[100]:[*];

static double sum(int n, int m, double x[n][m])
{
    double t[n][m], s = 0;
    t[:][:] = 1;
    t[:][0:m] += x[0:n][0:m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += t[i][j];
    return s;
}

int main(void)
{
    int n = 4 + N;
    double w[n], z[3][n];
    for (int i = 0; i < 100; i++)
        a[i] = ME + i;
    xmp_sync_all();
    w[:] = a[10:n]:[NEXT];
    CHECK(w[n - 1] == NEXT + 9 + n);
    z[:][:] = 1;
    z[1][:] = w[:];
    CHECK(sum(3, n, z) > 0);
    CHECK(z[1][0] == NEXT + 10 && z[2][n - 1] == 1);
    FINISH();
}
