/* What the NAS programs here share: random numbers of the specification (NAS Report RNR-94-007,
 * section 2.3), and the line that they end with. */
#ifndef NAS_H
#define NAS_H

#include <stdio.h>
#include <string.h>

/* x = a x mod 2^46, and x / 2^46. */
static double random_of(unsigned long *x, unsigned long a)
{
    *x = (unsigned long)((unsigned __int128)*x * a & ((1ul << 46) - 1));
    return (double)*x * 0x1p-46;
}

static const unsigned long seed_of_all = 314159265, multiplier = 1220703125;

/* With the argument `met` all meet before each communication, outside of the time that is measured:
 * then the time of communication has no waiting for the computations of others in it. */
static int met;
static double now(void);
static void meet(void);

static void read_arguments(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        met |= strcmp(argv[i], "met") == 0;
}

/* The time when a communication begins. */
static double begin(void)
{
    if (met)
        meet();
    return now();
}

/* Prints the result; gives the program's exit code. communication: of the one who waited longest.
 */
static int report(const char *name, char class, int images, double seconds, double communication,
    double operations, int ok) {
    printf("%s class %c, %d images: %.4f s, of which communication %.4f s; %.1f Mop/s; "
           "verification %s\n",
        name, class, images, seconds, communication, 1e-6 * operations / seconds,
        ok ? "successful" : "FAILED");
    return !ok;
}

#endif
