// feature: XcalableMP allocated coarrays of arrays
#include "../check.h"

int main(void)
{
    enum { M = 6 };
    int rows = 3 + N;
    double (*a)[M]:[*] = xmp_malloc(rows * sizeof *a);
    int *counts:[*] = xmp_coarray_alloc(N * sizeof *counts);
    CHECK(a != NULL && counts != NULL);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = 100 * ME + 10 * i + j;
    counts[0:N] = -1;
    xmp_sync_all();
    double line[M], column[rows];
    line[:] = a[rows - 1][:]:[NEXT];
    column[:] = a[0:rows][2]:[NEXT];
    CHECK(line[5] == 100 * NEXT + 10 * (rows - 1) + 5 && column[rows - 1] == 100 * NEXT + 10 * (rows - 1) + 2);
    for (int k = 0; k < N; k++)
        counts[ME]:[k] = 7 * ME;
    xmp_sync_all();
    for (int k = 0; k < N; k++)
        CHECK(counts[k] == 7 * k);
    xmp_free(a);
    xmp_coarray_free(counts);
    for (int round = 1; round <= 20; round++) { /* the memory is used again */
        long *big:[*] = xmp_malloc(round * 10000 * sizeof(long));
        big[round * 10000 - 1] = ME;
        xmp_sync_all();
        CHECK(big[round * 10000 - 1]:[NEXT] == NEXT);
        xmp_free(big);
    }
    FINISH();
}
