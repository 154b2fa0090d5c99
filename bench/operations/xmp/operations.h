/* What the programs of operations of XcalableMP/C share: how often an operation is repeated, what
   it takes, and the variables that operations work on. Arguments and lines are those of
   fortran/clock.f90. */
#include <stdio.h>
#include <stdlib.h>
#include <xmp.h>

enum { MIB = 1 << 17, MOST = 200, FEWEST = 3, LONGEST = 1000000 };
enum { WARM = 100 }; /* operations: a connection's window grows with what it moves */
static const double SHORTEST = 0.2e-3; /* seconds of a turn */

#pragma xmp nodes p(*)

static double x[MIB]:[*], grid[128][128]:[*], y[MIB], own[128][128], s, t;
static long counter:[*], old, other;
static int number:[*], plan:[*], tag;
static volatile int over:[*];
static float single:[*];
static char byte:[*];
static struct record { int n; double a[8]; } record:[*], mine;
static xmp_lock_t latch:[*];

static int me, k, node;              /* this image, the other one, and that one's node */
static int count, computes;          /* operations in this turn */
static double patience = 0.02, begun, started, taken[MOST];
static int samples, done, together, running, settled;
static const char *name;

void touch(void);

static void open_clock(int argc, char **argv)
{
    me = xmpc_this_image();
    k = 1 - me;
    node = k + 1;
    if (argc > 1)
        patience = atof(argv[1]) / 1000;
    computes = argc > 2;
    x[:] = 1;
    y[:] = 1;
    over = 0;
    xmp_sync_all();
}

/* The next operation; all images measure it, or this one alone. */
static void begin(const char *what, int by_all)
{
    name = what;
    together = by_all;
    running = settled = samples = done = 0;
    count = 1;
    started = xmp_wtime();
}

static int ascending(const void *a, const void *b)
{
    double l = *(const double *)a, r = *(const double *)b;
    return (l > r) - (l < r);
}

static void show(void)
{
    qsort(taken, samples, sizeof *taken, ascending);
    printf("bench operations case=%s ns=%.6e worst=%.6e\n", name, taken[(samples - 1) / 4] * 1e9,
        taken[samples - 1] * 1e9);
    fflush(stdout);
}

/* All images take the next turn, or none, as image 0 says. */
static int agree(int another)
{
    if (me == 0)
        plan = another ? count : 0;
    xmp_sync_all();
    if (me != 0) {
        int said = plan:[0];
        another = said != 0;
        if (another)
            count = said;
    }
    xmp_sync_all();
    return another;
}

static void finish(double time)
{
    done += count;
    if (settled) {
        if (samples < MOST) /* image 0 says when it is over */
            taken[samples++] = time / count;
    } else if (time >= SHORTEST || count >= LONGEST) {
        settled = done >= WARM || xmp_wtime() - started > 4 * patience;
        if (settled)
            started = xmp_wtime();
    } else {
        double more = count * SHORTEST / (time > 1e-9 ? time : 1e-9);
        count = more > LONGEST    ? LONGEST
            : more > 2 * count    ? (int)more
            : 2 * count > LONGEST ? LONGEST
                                  : 2 * count;
    }
}

/* Whether another turn is wanted, of count operations. */
static int turns(void)
{
    if (running)
        finish(xmp_wtime() - begun);
#pragma xmp sync_memory
    int another = !(samples == MOST || (samples >= FEWEST && xmp_wtime() - started > patience));
    if (together)
        another = agree(another);
    if (!another && me == 0 && samples > 0)
        show();
    running = 1;
    begun = xmp_wtime();
    return another;
}

/* The other image, while image 0 measures alone: it waits in the runtime, or computes without a
 * call of it. */
static void attend(void)
{
    double v = 1;
    while (computes && !over)
        for (int i = 0; i < 1000; i++)
            v = v * 1.0000001 + 1e-9;
    if (v < 0)
        puts("computed");
#pragma xmp wait
}

/* Image 0 has measured what it measures alone. */
static void release(void)
{
    over:[k] = 1;
#pragma xmp post(p(2), 99)
}
