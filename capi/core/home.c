/* The processor at which an image lives where images are more than processors.
 *
 * Images that follow each other share one: an exchange with both neighbours then costs each image
 * about one turn, since the images of a processor have their turns in the order of their ranks and
 * find what most of them wait for. Dealt out one by one, or as the kernel happens to place them,
 * it costs two to three. Nobody is bound: the kernel may move an image at any time, and one that
 * computes stays where the kernel has put it. One that waits goes home now and then. */
#include "core.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* How long an image stays elsewhere before it goes home, in nanoseconds. Where the kernel moves it
 * again and again, something else needs its processor: then it goes ever more seldom. So does one
 * whose turns come late, since others compute where it waits: what it waits for takes long anyway,
 * and the kernel knows better. */
enum { HOME_SOONEST = 4000000, HOME_LATEST = 1024000000, BACK_OFF = 4, LATE_TURN = 1000000 };

/* Of more images a processor, turns come late anyway: a barrier of 64 images on two processors took
 * twice the time when they went home. */
enum { MOST_A_PROCESSOR = 8 };

static int home_cpu = -1; /* none: this image does not go home */
static uint64_t due, interval = HOME_SOONEST, yielded;

/* The thread may run on all it could run on before; the kernel has moved it by then. */
static void go_home(const cpu_set_t *all) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(home_cpu, &one);
    if (sched_setaffinity(0, sizeof one, &one) == 0)
        sched_setaffinity(0, sizeof *all, all);
}

/* As sys.Spread. Once, when all images have started. */
void coral_settle(void) {
    cpu_set_t all;
    if (sched_getaffinity(0, sizeof all, &all) != 0 || CPU_COUNT(&all) < 2)
        return;
    int skip = (int)((int64_t)coral.rank * CPU_COUNT(&all) / coral.n), cpu = 0;
    while (!CPU_ISSET(cpu, &all) || skip-- > 0)
        cpu++;
    home_cpu = cpu;
    go_home(&all);
    const char *pin = getenv("CORAL_PIN");
    if (coral.n > MOST_A_PROCESSOR * CPU_COUNT(&all) || (pin != NULL && strcmp(pin, "off") == 0))
        home_cpu = -1;
}

static void look_home(uint64_t now, bool late) {
    uint64_t pause = __atomic_load_n(&interval, __ATOMIC_RELAXED);
    cpu_set_t all;
    bool away = sched_getcpu() != home_cpu;
    if (late || away)
        pause = pause * BACK_OFF < HOME_LATEST ? pause * BACK_OFF : HOME_LATEST;
    else
        pause = pause / 2 > HOME_SOONEST ? pause / 2 : HOME_SOONEST;
    /* the program may have bound it elsewhere */
    if (away && !late && sched_getaffinity(0, sizeof all, &all) == 0 && CPU_ISSET(home_cpu, &all))
        go_home(&all);
    __atomic_store_n(&interval, pause, __ATOMIC_RELAXED);
    __atomic_store_n(&due, now + pause, __ATOMIC_RELAXED);
}

/* Before each yield of a wait that has taken long since a time. Several threads may come at once:
 * at worst one goes home for nothing. */
void coral_return_home(uint64_t since, uint64_t now) {
    if (LIKELY(home_cpu < 0))
        return;
    uint64_t last = __atomic_load_n(&yielded, __ATOMIC_RELAXED);
    bool late = last >= since && now > last + LATE_TURN;
    if (UNLIKELY(late || now >= __atomic_load_n(&due, __ATOMIC_RELAXED)))
        look_home(now, late);
    __atomic_store_n(&yielded, now, __ATOMIC_RELAXED);
}
