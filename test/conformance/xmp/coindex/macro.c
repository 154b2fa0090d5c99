// feature: XcalableMP macros that contain coarrays
#include "../check.h"

#define AT(x, k) x:[k]
#define GET(v, x, k) v = AT(x, k)
#define SHARED(T, n) T n:[*]
#define SECTION(a, lo, n) a[lo:n]

SHARED(int, u);
SHARED(double, v[6]);

int main(void)
{
    int got;
    double w[6] = {0};
    u = ME + 1;
    SECTION(v, 0, 6) = ME;
    xmp_sync_all();
    GET(got, u, NEXT);
    CHECK(got == NEXT + 1);
    SECTION(w, 1, 3) = AT(SECTION(v, 2, 3), NEXT);
    CHECK(w[0] == 0 && w[1] == NEXT && w[3] == NEXT && w[4] == 0);
    FINISH();
}
