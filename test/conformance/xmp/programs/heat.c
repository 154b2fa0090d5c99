// feature: XcalableMP programs
// Heat in a rod: halo exchange by put, compared with the same rod on one image.
#include "../check.h"
#include <math.h>

enum { CELLS = 16, STEPS = 50 };
double u[CELLS + 2]:[*], whole[CELLS * 8 + 2], part[CELLS];

int main(void)
{
    int all = CELLS * N;
    for (int i = 0; i <= all + 1; i++)
        whole[i] = i == 0 ? 100 : 0;
    u[:] = 0;
    if (ME == 0)
        u[0] = 100;
    for (int step = 0; step < STEPS; step++) {
        xmp_sync_all();
        if (ME > 0)
            u[CELLS + 1]:[ME - 1] = u[1];
        if (ME < N - 1)
            u[0]:[ME + 1] = u[CELLS];
        xmp_sync_all();
        part[:] = u[1:CELLS] + 0.25 * (u[0:CELLS] - 2 * u[1:CELLS] + u[2:CELLS]);
        u[1:CELLS] = part[:];
        double next[all];
        next[:] = whole[1:all] + 0.25 * (whole[0:all] - 2 * whole[1:all] + whole[2:all]);
        whole[1:all] = next[:];
    }
    int wrong = 0;
    for (int i = 1; i <= CELLS; i++)
        wrong += fabs(u[i] - whole[ME * CELLS + i]) > 1e-12;
    CHECK(wrong == 0);
    FINISH();
}
