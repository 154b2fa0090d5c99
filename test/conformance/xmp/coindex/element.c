// feature: XcalableMP coindexed objects
#include "../check.h"

double a[4][5]:[*];

int main(void)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            a[i][j] = ME * 100 + 10 * i + j;
    xmp_sync_all();
    double sum = 0;
    for (int k = 0; k < N; k++)
        for (int i = 0; i < 4; i++)
            sum += a[i][(i + k) % 5]:[k];
    double want = 0;
    for (int k = 0; k < N; k++)
        for (int i = 0; i < 4; i++)
            want += k * 100 + 10 * i + (i + k) % 5;
    CHECK(sum == want);
    xmp_sync_all();
    a[3][4]:[NEXT] = -1 - ME;
    xmp_sync_all();
    CHECK(a[3][4] == -1 - BEFORE);
    FINISH();
}
