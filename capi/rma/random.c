/* Seeds that images have in common (RANDOM_INIT, F2018 16.9.155): with REPEATABLE and
 * IMAGE_DISTINCT false the seed does not depend on the image, and cannot be foreseen. Images do not
 * synchronise there, so each takes the next words of one sequence, which begins with a word that
 * the run agrees on: the first that anyone has put into image 1's memory. */
#include "../net/net.h"

#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

/* In the program's static data: at one offset in all slots. Image 1's counts; 0: none yet. */
static int64_t agreed;

void coral_atomic_cas_i8_(const int64_t *addr, int64_t *old, const int64_t *compare,
                          const int64_t *new, int32_t *stat);

static int64_t unforeseen(void) {
    int64_t word;
    if (getrandom(&word, sizeof word, GRND_NONBLOCK) != sizeof word) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        word = (int64_t)now.tv_sec << 30 ^ now.tv_nsec;
    }
    return word ? word : 1;
}

static uint64_t start(void) {
    const int64_t at = (int64_t)(coral_slot(0) + ((const char *)&agreed - coral.base));
    const int64_t none = 0, mine = unforeseen();
    int64_t was = 0;
    coral_atomic_cas_i8_(&at, &was, &none, &mine, NULL);
    return (uint64_t)(was ? was : mine);
}

/* The next word. Not for several threads at once, as RANDOM_INIT is not. */
__attribute__((visibility("default"))) int32_t coral_random_word(void) {
    static uint64_t state;
    if (state == 0)
        state = start();
    state += 0x9e3779b97f4a7c15; /* SplitMix64 */
    uint64_t z = state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (int32_t)(z >> 32);
}

/* This image in the initial team, whose index no other one has. */
__attribute__((visibility("default"))) int32_t coral_random_image(void) {
    return coral.rank + 1;
}
