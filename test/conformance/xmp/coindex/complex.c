// feature: XcalableMP coindexed complex numbers
#include "../check.h"
#include <complex.h>

double complex z[2]:[*];
float complex w:[*];

int main(void)
{
    z[0] = ME + 2 * I;
    w = ME * I;
    xmp_sync_all();
    CHECK(creal(z[0]:[NEXT]) == NEXT && cimag(z[0]:[NEXT]) == 2 && __imag__ w:[NEXT] == NEXT);
    CHECK(z[0]:[NEXT] * I == NEXT * I - 2 && conj(z[0]:[NEXT]) == NEXT - 2 * I);
    z[1]:[NEXT] = w:[NEXT] + 1;
    xmp_sync_all();
    CHECK(z[1] == 1 + ME * I);
    double complex v[2];
    v[:] = z[:]:[NEXT];
    CHECK(v[0] == NEXT + 2 * I && v[1] == 1 + NEXT * I);
    FINISH();
}
