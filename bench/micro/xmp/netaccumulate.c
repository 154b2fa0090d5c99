/* Sums into the memory of another image on another host, each complete before the next one, beside
 * the same with communication libraries (../c/alone.h): `bench net case=accumulate/BYTES ns=VALUE`.
 * Argument: repetitions. */
#include <stdio.h>
#include <stdlib.h>
#include <xmp.h>

enum { TURNS = 1000, LENGTH = 1 << 10 };

static double sums[LENGTH]:[*], numbers[LENGTH];

static double accumulate(int k, int n)
{
    xmp_sync_all();
    double start = xmp_wtime();
    for (int i = 0; i < TURNS && k == 1; i++) {
        sums[0:n]:[k] += numbers[0:n];
        xmp_sync_memory(NULL);
    }
    double end = xmp_wtime();
    xmp_sync_all();
    return 1e9 * (end - start) / TURNS;
}

int main(int argc, char **argv)
{
    const int other = 1 - xmpc_this_image(), repetitions = argc > 1 ? atoi(argv[1]) : 3;
    for (int r = -1; r < repetitions; r++)
        for (int n = 1; n <= LENGTH; n *= LENGTH) {
            double ns = accumulate(other, n);
            if (r >= 0 && other == 1)
                printf("bench net case=accumulate/%d ns=%.1f\n", 8 * n, ns);
        }
    return 0;
}
