/* NAS Parallel Benchmark CG (Conjugate Gradient) with coarrays: parts of sums are got from other
 * images, as in the paper's figure 7, or added to what is there, by put-accumulate, as in its
 * section 5.2.
 *
 *     coral run -n 4 -O3 examples/xmp/cg.c -- A               classes S W A B
 *     coral run -n 4 -O3 examples/xmp/cg.c -- A accumulate
 *     coral run -n 4 -O3 examples/xmp/cg.c -- A met             communication without waiting, see
 * nas.h
 */
#include <xmp.h>

#include "cg.h"

static double parts[MAX_ROWS]:[*], sums[MAX_ROWS]:[*]; /* w, and what others add to it */
#pragma xmp nodes everyone[*]

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
        const int n = piece(g + 1) - piece(g),
                  there = piece(g) - piece(g / columns_of_grid * columns_of_grid);
        q[piece(g) - block.first_column:n] = parts[there:n]:[g];
    }
}

/* Halves the row range again and again: of each half the images on its side add what those on the
 * other side have, each from one. What it reads there is not changed any more, so there need be no
 * copy as in the figure. */
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

/* Adds what others have brought to the own parts, and leaves zeros. */
static void take_sums(double *to, int at, int n)
{
    for (int i = 0; i < n; i++) {
        to[i] = parts[at + i] + sums[at + i];
        sums[at + i] = 0;
    }
}

/* The same by put: each adds the other side's half to the sums there, which were left zero, so that
 * who comes first need not wait: it goes into those of the image itself what earlier images have
 * added. The reduction that follows tells all that the sums are zero again. */
static void exchange_by_accumulate(double *q)
{
    int lo = 0;
    for (int half = columns_of_grid / 2; half > 0; half /= 2) {
        const int k = me ^ half;
        lo += column & half;
        const int at = place(lo ^ half), n = place((lo ^ half) + half) - at;
        if (2 * half < columns_of_grid)
            take_sums(parts + at, at, n);
        sums[at:n]:[k] += parts[at:n];
#pragma xmp sync_memory
#pragma xmp post(everyone[k], half)
#pragma xmp wait(everyone[k], half)
    }
    const int at = place(lo), n = place(lo + 1) - at;
    if (rows_of_grid == 1 && columns_of_grid > 1) {
        take_sums(q, at, n);
        return;
    }
    take_sums(parts + at, at, n);
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
