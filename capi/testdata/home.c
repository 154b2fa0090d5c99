/* More images than processors: one that stands elsewhere goes to its own processor while it waits,
 * and may run everywhere as before. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include "coral.h"

static void sync_all(void) {
    int32_t line = 1;
    coral_sync_all_(&line, "home.c", NULL, NULL, 6, 0);
}

/* The processor of an image, from 0 on, of count on which it may run. */
static int place(const cpu_set_t *all, int image, int count) {
    int skip = (image - 1) * count / coral_num, cpu = 0;
    while (!CPU_ISSET(cpu, all) || skip-- > 0)
        cpu++;
    return cpu;
}

int main(void) {
    cpu_set_t all, one, after;
    sched_getaffinity(0, sizeof all, &all);
    int count = CPU_COUNT(&all), home = place(&all, coral_me, count);
    CPU_ZERO(&one);
    CPU_SET(place(&all, coral_num + 1 - coral_me, count), &one); /* the processors are even so */
    sched_setaffinity(0, sizeof one, &one);
    sched_setaffinity(0, sizeof all, &all);
    static int seen;
    for (int i = 0; i < 40000; i++) {
        sync_all();
        if (i % 100 == 99 && sched_getcpu() == home)
            seen = 1;
    }
    sched_getaffinity(0, sizeof after, &after);
    if (!seen || !CPU_EQUAL(&all, &after))
        printf("FAIL: image %d was %sat home, and may run on %d processors of %d\n", coral_me,
            seen ? "" : "not ", CPU_COUNT(&after), count);
    else
        printf("image %d of %d\n", coral_me, coral_num);
    fflush(stdout);
    return 0;
}
