// feature: XcalableMP coarrays whose bounds have qualifiers
#include "../check.h"

#define LENGTH 20
static double w[restrict LENGTH + 2]:[*], r[const static 3][2]:[*];
static int v[restrict 4], u[volatile 5];
#pragma xmp coarray v, u:[*]

/* what is pointed to is constant, not the coarray */
const char *titles[3]:[*] = {"one", "two", "three"}, *const *first = titles;
static const int *volatile place:[*];

static double last(const double x[restrict], int n) { return x[n - 1]; }

int main(void)
{
    const int k = NEXT;
    titles[ME % 3]:[ME] = titles[2]:[ME];
    CHECK(titles[ME % 3] == first[2] && sizeof place[0]:[0] == sizeof(int));
    double q[LENGTH + 2];
    for (int i = 0; i < LENGTH + 2; i++)
        w[i] = 100 * ME + i;
    r[2][1] = ME;
    v[3] = u[4] = ME;
    CHECK(sizeof w == (LENGTH + 2) * sizeof(double) && sizeof r == 6 * sizeof(double) && sizeof v == 4 * sizeof(int));
    xmp_sync_all();
    q[:] = w[:]:[k];
    CHECK(last(q, LENGTH + 2) == 100 * k + LENGTH + 1);
    CHECK(r[2][1]:[k] == k && v[3]:[k + 1] == k && u[4]:[k + 1] == k);
    FINISH();
}
