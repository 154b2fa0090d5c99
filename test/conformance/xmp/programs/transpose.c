// feature: XcalableMP programs
// Transposition of a distributed matrix: blocks of columns are put where they belong.
#include "../check.h"

enum { B = 5 };

int main(void)
{
    int n = N * B;
    double (*a)[n]:[*] = xmp_malloc(B * sizeof *a), (*t)[n]:[*] = xmp_malloc(B * sizeof *t), block[B][B];
    for (int i = 0; i < B; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = 1000 * (ME * B + i) + j;
    xmp_sync_all();
    for (int k = 0; k < N; k++) {
        for (int i = 0; i < B; i++)
            block[:][i] = a[i][k * B:B];
        t[0:B][ME * B:B]:[k] = block[:][:];
    }
    xmp_sync_all();
    int wrong = 0;
    for (int i = 0; i < B; i++)
        for (int j = 0; j < n; j++)
            wrong += t[i][j] != 1000 * j + ME * B + i;
    CHECK(wrong == 0);
    xmp_free(t);
    xmp_free(a);
    FINISH();
}
