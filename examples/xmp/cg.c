/* NAS Parallel Benchmark CG (Conjugate Gradient) with coarrays: parts of sums are got from other images, as in the paper's figure 7, or added to
 * what is there, by put-accumulate, as in its section 5.2.
 *
 *     coral run -n 4 -O3 examples/xmp/cg.c -- A               classes S W A B
 *     coral run -n 4 -O3 examples/xmp/cg.c -- A accumulate
 *     coral run -n 4 -O3 examples/xmp/cg.c -- A met             communication without waiting, see nas.h
 */
#include <xmp.h>

#include "cg.h"

enum { LEVELS = 16 };

static double parts[MAX_ROWS]:[*]; /* w */
static long ready[LEVELS]:[*], added[LEVELS + 1]:[*];

static double now(void) { return xmp_wtime(); }
static void meet(void) { xmp_sync_all(); }

static double sum_of_all(double value)
{
#pragma xmp reduction(+ : value)
    return value;
}

static double largest_of_all(double value)
{
#pragma xmp reduction(max : value)
    return value;
}

/* Where pieces lo to hi of this image's row range lie in w. */
static int place(int lo) { return piece(row * columns_of_grid + lo) - block.first_row; }

/* The sums of the own column range, from the images that have them. */
static void gather(double *q)
{
    for (int g = column * rows_of_grid; g < (column + 1) * rows_of_grid; g++) {
        const int n = piece(g + 1) - piece(g), there = piece(g) - piece(g / columns_of_grid * columns_of_grid);
        q[piece(g) - block.first_column:n] = parts[there:n]:[g];
    }
}

/* Halves the row range again and again: of each half the images on its side add what those on the other side have, each from one. What it reads there
 * is not changed any more, so there need be no copy as in the figure. */
static void exchange_by_get(double *q)
{
    int lo = 0;
    for (int half = columns_of_grid / 2; half > 0; half /= 2) {
        const int k = me ^ half;
        lo += column & half;
        const int at = place(lo), n = place(lo + half) - at;
        xmp_sync_image(k);
        if (is_last(half)) {
            q[0:n] = parts[at:n] + parts[at:n]:[k];
            return;
        }
        parts[at:n] += parts[at:n]:[k];
    }
    if (rows_of_grid > 1)
        xmp_sync_all();
    gather(q);
}

/* Tells image k by one more in a counter there, when all before is complete. */
#define TELL(counter, k) \
    do { \
        _Pragma("xmp sync_memory") \
        counter:[k] += 1; \
    } while (0)

/* The same by put: each adds the other side's half to what is there, as soon as it knows that it is there. */
static void exchange_by_accumulate(double *q)
{
    static long times;
    int lo = 0, level = 0;
    times++;
    for (int half = columns_of_grid / 2; half > 0; half /= 2, level++) {
        const int k = me ^ half;
        lo += column & half;
        const int at = place(lo ^ half), n = place((lo ^ half) + half) - at;
        TELL(ready[level], k);
        while (ready[level] < times)
            xmp_sync_memory();
        parts[at:n]:[k] += parts[at:n];
        TELL(added[level], k);
        while (added[level] < times)
            xmp_sync_memory();
    }
    if (rows_of_grid > 1)
        xmp_sync_all();
    gather(q);
}

static void (*way)(double *) = exchange_by_get;
static void exchange(double *q) { way(q); }

int main(int argc, char **argv)
{
    me = xmpc_this_image();
    images = xmpc_num_images();
    w = parts;
    read_arguments(argc, argv);
    if (argc > 2 && strcmp(argv[2], "accumulate") == 0)
        way = exchange_by_accumulate;
    return conjugate_gradients(argc > 1 ? argv[1] : "S");
}
