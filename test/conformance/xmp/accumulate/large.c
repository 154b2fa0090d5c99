// feature: XcalableMP accumulation of complex numbers and long double
#include <complex.h>
#include "../check.h"

double complex z[300]:[*];
long double l:[*];
float complex f:[*];

int main(void)
{
    enum { TIMES = 200 };
    double complex w[300];
    for (int i = 0; i < 300; i++)
        w[i] = i + ME * I;
    xmp_sync_all();
    for (int t = 0; t < TIMES; t++) {
        z[:]:[N - 1] += w[:];
        z[5]:[N - 1] -= 1 + I;
        l:[0] += 0.5L;
        f:[0] += 1 - I;
    }
    xmp_sync_all();
    z[0:2]:[ME] *= I;
    l:[ME] /= 2;
    if (ME == N - 1) {
        for (int i = 0; i < 300; i++) {
            double complex sum = TIMES * (i * N + N * (N - 1) / 2 * I - (i == 5 ? N * (1 + I) : 0));
            CHECK(z[i] == (i < 2 ? sum * I : sum));
        }
    }
    if (ME == 0)
        CHECK(l == TIMES * N / 4.0L && f == TIMES * N * (1 - I));
    FINISH();
}
