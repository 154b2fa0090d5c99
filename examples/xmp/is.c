/* NAS Parallel Benchmark IS (Integer Sort) with coarrays: keys are exchanged by put, as in the
 * paper's figure 5.
 *
 *     coral run -n 4 -O3 examples/xmp/is.c -- A          classes S W A B
 */
#include <xmp.h>

#include "is.h"

/* Coarrays: what others put here. */
static int inbox[MAX_KEYS]:[*];
static int sizes[MAX_IMAGES][MAX_IMAGES]:[*]; /* [i][k]: keys that image i has for image k */

static double now(void) { return xmp_wtime(); }
static void meet(void) { xmp_sync_all(); }

static void sum_of_all(long *values, int n)
{
    long sums[TESTS] = {0};
    memcpy(sums, values, (size_t)n * sizeof *sums);
#pragma xmp reduction(+ : sums)
    memcpy(values, sums, (size_t)n * sizeof *sums);
}

static void largest_of_all(double *values, int n)
{
    for (int i = 0; i < n; i++) {
        double one = values[i];
#pragma xmp reduction(max : one)
        values[i] = one;
    }
}

static void exchange(const int *own, const long *from, long *have, long *below)
{
    for (int k = 0; k < images; k++)
        sizes[me][0:images]:[k] = own[0:images];
    xmp_sync_all();
    for (int i = 0; i < images; i++) {
        const int k = (me + i) % images; /* not all at the same image at once */
        long place = 0;
        for (int j = 0; j < me; j++)
            place += sizes[j][k];
        inbox[place:own[k]]:[k] = sorted[from[k]:own[k]];
    }
    xmp_sync_all();
    *have = *below = 0;
    for (int j = 0; j < images; j++) {
        *have += sizes[j][me];
        for (int k = 0; k < me; k++)
            *below += sizes[j][k];
    }
    received = inbox;
}

int main(int argc, char **argv)
{
    me = xmpc_this_image();
    images = xmpc_num_images();
    read_arguments(argc, argv);
    return integer_sort(argc > 1 ? argv[1] : "S");
}
