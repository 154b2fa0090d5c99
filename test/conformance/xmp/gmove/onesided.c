// feature: XcalableMP gmove in and out
#include "../check.h"

#pragma xmp nodes p(*)
double u[4][4]:[*];

int main(void)
{
    int me = ME, n = N;
    double edge[4], v[4][2];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            u[i][j] = 100 * me + 10 * i + j;
    xmp_sync_all();
    if (me == n - 1) { /* nobody else takes part */
#pragma xmp gmove in
        edge[:] = u[1][:]:[0];
        for (int j = 0; j < 4; j++)
            CHECK(edge[j] == 10 + j);
#pragma xmp gmove in
        v[:][:] = u[:][1:2:2]:[0];
        CHECK(v[3][0] == 31 && v[3][1] == 33);
    }
    xmp_sync_all();
    edge[:] = me;
    if (me == 0) {
#pragma xmp gmove out
        u[:][2]:[n - 1] = edge[:];
#pragma xmp gmove out
        u[3][3]:[n - 1] = edge[0];
#pragma xmp sync_memory
    }
    xmp_sync_all();
    if (me == n - 1)
        CHECK(u[0][2] == 0 && u[3][2] == 0 && u[3][3] == 0 && u[0][3] == 100 * me + 3);
    FINISH();
}
