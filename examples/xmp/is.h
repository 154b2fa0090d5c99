/* NAS Parallel Benchmark IS (Integer Sort), from its specification (NAS Report RNR-94-007,
 * section 2.6): all of it but what images say to each other. The file that includes this defines
 * the functions declared as its own.
 *
 * Each image owns an equal part of the keys, and of their range. In each of ten iterations two keys
 * change, every image sends its keys to where they belong; then each ranks its part of the range.
 * Five ranks are compared with the official ones in every iteration, and the whole order after the
 * last. */
#include <stdlib.h>
#include <string.h>

#include "nas.h"

enum { ITERATIONS = 10, TESTS = 5, MAX_IMAGES = 256, MAX_KEYS = 1 << 25, MAX_RANGE = 1 << 21 };

static const struct class {
    char name;
    int log_keys, log_range;
    long index[TESTS], rank[TESTS];
} classes[] = {
    {'S', 16, 11, {48427, 17148, 23627, 62548, 4431}, {0, 18, 346, 64917, 65463}},
    {'W', 20, 16, {357773, 934767, 875723, 898999, 404505},
        {1249, 11698, 1039987, 1043896, 1048018}},
    {'A', 23, 19, {2112377, 662041, 5336171, 3642833, 4250760},
        {104, 17523, 123928, 8288932, 8388264}},
    {'B', 25, 21, {41869, 812306, 5102857, 18232239, 26860214},
        {33422937, 10244, 59149, 33135281, 99}},
};

/* Of the including file: who and how many, from 0; the time; all arrive before one goes on; sums
 * over all images. */
static int me, images;
static double now(void);
static void meet(void);
static void sum_of_all(long *values, int n);
static void largest_of_all(double *values, int n);

/* Of the including file: own[k] keys at sorted + from[k] go to image k. Sets `received` and *have:
 * this image's part of the range; *below: the number of keys in the parts before. */
static void exchange(const int *own, const long *from, long *have, long *below);

static int *keys, *sorted, *received, count[MAX_RANGE];
static double communication;

/* What the rank of test i differs by in an iteration. */
static long shift_of(char class, int i, int iteration)
{
    switch (class) {
    case 'S': return i <= 2 ? iteration : -iteration;
    case 'W': return i < 2 ? iteration - 2 : -iteration;
    case 'A': return i <= 2 ? iteration - 1 : -(iteration - 1);
    }
    return i == 1 || i == 2 || i == 4 ? iteration : -iteration;
}

static unsigned long power(unsigned long a, long n)
{
    unsigned long result = 1;
    for (; n > 0; n >>= 1, random_of(&a, a))
        if (n & 1)
            random_of(&result, a);
    return result;
}

static void generate(long first, long mine, long range)
{
    unsigned long seed = seed_of_all;
    random_of(&seed, power(multiplier, 4 * first));
    for (long i = 0; i < mine; i++) {
        double sum = 0;
        for (int j = 0; j < 4; j++)
            sum += random_of(&seed, multiplier);
        keys[i] = (int)((double)(range / 4) * sum);
    }
}

/* Brings the keys in the order of the images that own their part of the range, and exchanges them.
 */
static void distribute(long mine, int width, long *have, long *below)
{
    static int own[MAX_IMAGES];
    static long from[MAX_IMAGES + 1], at[MAX_IMAGES];
    memset(own, 0, sizeof own);
    for (long i = 0; i < mine; i++)
        own[keys[i] / width]++;
    for (int k = 0; k < images; k++) {
        at[k] = from[k];
        from[k + 1] = from[k] + own[k];
    }
    for (long i = 0; i < mine; i++)
        sorted[at[keys[i] / width]++] = keys[i];
    double start = begin();
    exchange(own, from, have, below);
    communication += now() - start;
}

/* Counts, for each value of this image's part, the keys that are not greater. */
static void rank_keys(long have, int width)
{
    memset(count, 0, (size_t)width * sizeof *count);
    for (long i = 0; i < have; i++)
        count[received[i] - me * width]++;
    for (int v = 1; v < width; v++)
        count[v] += count[v - 1];
}

/* How many of the tests that are this image's have the official rank, and how many there are. */
static void verify_ranks(const struct class *c, int iteration, int width, long below,
    const long *test, long *good, long *wanted) {
    for (int t = 0; t < TESTS; t++) {
        long v = test[t] - (long)me * width;
        if (v < 0 || v >= width)
            continue;
        ++*wanted;
        *good += below + (v > 0 ? count[v - 1] : 0) == c->rank[t] + shift_of(c->name, t, iteration);
    }
}

/* The keys that are out of order when they are put where their ranks say. */
static long out_of_order(long have, int width)
{
    long found = 0, last = -1;
    int *place = malloc((size_t)(have + 1) * sizeof *place);
    if (!place)
        return 1;
    for (long i = have - 1; i >= 0; i--)
        place[--count[received[i] - me * width]] = received[i];
    for (long i = 0; i < have; i++) {
        found += place[i] < last || place[i] / width != me;
        last = place[i];
    }
    free(place);
    return found;
}

static int integer_sort(const char *name)
{
    const struct class *c = &classes[0];
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++)
        if (classes[i].name == name[0])
            c = &classes[i];
    const long total = 1L << c->log_keys, range = 1L << c->log_range;
    const long first = total * me / images, mine = total * (me + 1) / images - first;
    /* of the part of the range that an image owns */
    const int width = (int)((range + images - 1) / images);
    keys = malloc((size_t)mine * sizeof *keys);
    sorted = malloc((size_t)mine * sizeof *sorted);
    if (images > MAX_IMAGES || !keys || !sorted)
        return 1;
    generate(first, mine, range);

    long good = 0, wanted = 0, have = 0, below = 0;
    double start = 0;
    for (int iteration = 0; iteration <= ITERATIONS; iteration++) {
        if (iteration == 1) { /* number 0 warms up */
            meet();
            start = now();
            communication = 0;
        }
        const int it = iteration == 0 ? 1 : iteration;
        if (me == 0) {
            keys[it] = it;
            keys[it + ITERATIONS] = (int)range - it;
        }
        long test[TESTS] = {0};
        for (int t = 0; t < TESTS; t++)
            if (c->index[t] >= first && c->index[t] < first + mine)
                test[t] = keys[c->index[t] - first];
        double asked = begin();
        sum_of_all(test, TESTS);
        communication += now() - asked;
        distribute(mine, width, &have, &below);
        rank_keys(have, width);
        if (iteration > 0)
            verify_ranks(c, iteration, width, below, test, &good, &wanted);
    }
    meet();
    double times[2] = {now() - start, communication};
    long sums[4] = {good, wanted, out_of_order(have, width), have};
    sum_of_all(sums, 4);
    largest_of_all(times, 2);
    int ok =
        sums[0] == TESTS * ITERATIONS && sums[1] == sums[0] && sums[2] == 0 && sums[3] == total;
    if (me == 0)
        report("IS", c->name, images, times[0], times[1], (double)total * ITERATIONS, ok);
    return !ok;
}
