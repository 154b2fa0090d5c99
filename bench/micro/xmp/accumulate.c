/* Put-accumulate of two images: sections of 1 MiB beside the same update of own memory, in turn;
 * single elements. Argument: repetitions. */
#include <stdio.h>
#include <stdlib.h>
#include <xmp.h>

enum { LENGTH = 1 << 17, SECTIONS = 20, ELEMENTS = 1000000, FEW = 64 };

static double a[LENGTH]:[*], element[FEW]:[*], b[LENGTH];

__attribute__((noinline)) static void local(void) { a[:] += b[:]; }
__attribute__((noinline)) static void put(int k) { a[:]:[k] += b[:]; }

static double sections(int k)
{
    double start = xmp_wtime();
    for (int i = 0; i < SECTIONS; i++)
        if (k < 0)
            local();
        else
            put(k);
    return 1e9 * (xmp_wtime() - start) / SECTIONS;
}

/* Of both images at once: all to one element, or each to some of the other's. */
static double elements(int k, int few)
{
    xmp_sync_all();
    double start = xmp_wtime();
    for (int i = 0; i < ELEMENTS; i++)
        element[i % few]:[k] += 1;
    xmp_sync_all();
    return 1e9 * (xmp_wtime() - start) / ELEMENTS;
}

int main(int argc, char **argv)
{
    const int me = xmpc_this_image(), other = 1 - me, repetitions = argc > 1 ? atoi(argv[1]) : 5;
    for (int i = 0; i < LENGTH; i++)
        b[i] = 1e-9 * i;
    sections(other);
    for (int r = 0; r < repetitions; r++) {
        xmp_sync_all();
        if (me == 0) {
            sections(-1); /* what the other image has changed comes back to this one's cache */
            double own = sections(-1);
            sections(other);
            printf("bench accumulate case=section local=%.1f other=%.1f\n", own, sections(other));
        }
        double apart = elements(other, FEW), together = elements(0, 1);
        if (me == 0)
            printf(
                "bench accumulate case=elements ns=%.3f\nbench accumulate case=together ns=%.3f\n",
                apart, together);
    }
    return 0;
}
