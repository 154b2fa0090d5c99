// feature: XcalableMP accumulation of sections
#include "../check.h"

double a[64]:[*], b[64];
int k[8][8]:[*];

int main(void)
{
    for (int i = 0; i < 64; i++)
        b[i] = i + ME;
    xmp_sync_all();
    for (int n = 0; n < 50; n++)
        a[:]:[0] += b[:];
    a[0:32:2]:[0] += 1;
    k[1:3][0:4:2]:[0] += 2;
    k[0][:]:[0] -= ME;
    xmp_sync_all();
    if (ME == 0) {
        for (int i = 0; i < 64; i++)
            CHECK(a[i] == 50. * (i * N + N * (N - 1) / 2) + (i % 2 ? 0 : N));
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++)
                CHECK(k[i][j] == (i == 0 ? -N * (N - 1) / 2 : i < 4 && j % 2 == 0 ? 2 * N : 0));
    }
    FINISH();
}
