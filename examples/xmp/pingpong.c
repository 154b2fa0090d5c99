/* Ping-pong of two images by put and by get, as in the paper's figures 2 and 3. In figure 2 who
 * receives sets the last byte back; here each message ends in another one instead, since a copy of
 * memory may store a byte twice.
 *
 *     coral run -n 2 -O2 examples/xmp/pingpong.c
 */
#include <stdio.h>
#include <string.h>
#include <xmp.h>

enum { MAX = 1 << 22, WORK = 1 << 26 };

#pragma xmp nodes p(2)
static char loc_buf[MAX], rmt_buf[MAX];
#pragma xmp coarray rmt_buf : [*]

/* What a store takes to be seen by the other image, in microseconds: the least of some trials. The
 * cores on which the two run may change, and with them this, by a factor of five where they share
 * caches or do not. */
static volatile char line[128];
#pragma xmp coarray line : [*]

static double bare(void)
{
    enum { TRIALS = 10, LOOP = 500 };
    const int me = xmp_node_num(), dest = 3 - me;
    double least = 1;
    for (int trial = 0; trial < TRIALS; trial++) {
        line[0] = 0;
#pragma xmp barrier
        double start = xmp_wtime();
        for (int i = 1; i <= LOOP; i++) {
            const char v = (char)(i % 64 + 1);
            if (me == 1)
                line[0]:[dest] = v;
            while (line[0] != v)
                ;
            if (me != 1)
                line[0]:[dest] = v;
        }
        double t = (xmp_wtime() - start) / (2. * LOOP);
        least = t < least ? t : least;
#pragma xmp barrier
    }
    return 1e6 * least;
}

static double put(int size, int loop)
{
    const int me = xmp_node_num(), dest = 3 - me;
    memset(loc_buf, '0', MAX);
    memset(rmt_buf, 0, MAX);
#pragma xmp barrier
    double start = xmp_wtime();
    for (int i = 0; i < loop; i++) {
        loc_buf[size - 1] = '0' + i % 64;
        if (me == 1) {
            rmt_buf[0:size]:[dest] = loc_buf[0:size];
#pragma xmp sync_memory
        }
        while (rmt_buf[size - 1] != '0' + i % 64) {
#pragma xmp sync_memory
        }
        if (me != 1) {
            rmt_buf[0:size]:[dest] = loc_buf[0:size];
#pragma xmp sync_memory
        }
    }
    return xmp_wtime() - start;
}

static double get(int size, int loop)
{
    const int me = xmp_node_num(), dest = 3 - me;
#pragma xmp barrier
    double start = xmp_wtime();
    for (int i = 0; i < loop; i++) {
        if (me == 1) {
            loc_buf[0:size] = rmt_buf[0:size]:[dest];
        }
#pragma xmp barrier
        if (me != 1) {
            loc_buf[0:size] = rmt_buf[0:size]:[dest];
        }
#pragma xmp barrier
    }
    return xmp_wtime() - start;
}

int main(void)
{
    double before = bare();
    if (xmp_node_num() == 1)
        printf("   bytes   put: us one way    MB/s   get: us one way    MB/s\n");
    for (int size = 1; size <= MAX; size *= 4) {
        int loop = WORK / size > 1000 ? 1000 : WORK / size;
        double t = put(size, loop) / (2. * loop), u = get(size, loop) / (2. * loop);
        if (xmp_node_num() == 1)
            printf("%8d %17.2f %7.0f %17.2f %7.0f\n", size, 1e6 * t, 1e-6 * size / t, 1e6 * u,
                1e-6 * size / u);
    }
    double after = bare();
    if (xmp_node_num() == 1)
        printf("bare line: %.3f us one way before, %.3f us after\n", before, after);
    return 0;
}
