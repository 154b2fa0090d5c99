/* coral_copy_long: contiguous copies of a mebibyte and more.
 *
 * Which instructions are fastest for them differs between processors, sizes and states of the
 * machine by up to a factor of three: on Zen 5 the processor's own string instruction has 1.1
 * to 1.5 times the speed of glibc's loop of vector registers, on Zen 3 it is slow for some
 * alignments (glibc's bug 30994, so that glibc does not use it). So both are tried, in turn, at the
 * first copies of a size and again from time to time, and the better one does the rest. A copy
 * takes 20 us at least, the two looks at the clock take 20 ns. */
#include "mem.h"

#include <string.h>

#if defined __x86_64__
#include <cpuid.h>
#include <x86intrin.h>

enum {
    CLASSES = 8,  /* of sizes: 1 MiB, 2 MiB, .. 128 MiB and more */
    TRIALS = 4,   /* copies that are timed, memmove's and the instruction's in turn */
    PERIOD = 256, /* copies from one such time to the next */
};

/* Ticks of the clock for a page, the least of the trials; each thread has its own, so that none
 * waits for another's line. */
static _Thread_local struct size_class {
    uint64_t loop, string;
    uint32_t copies;
} classes[CLASSES];

static bool has_string_copy(void) {
    static int8_t known; /* 0: not yet; a race writes the same value twice */
    if (__atomic_load_n(&known, __ATOMIC_RELAXED) == 0) {
        unsigned a, b = 0, c, d;
        bool there = __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 9 & 1) != 0; /* ERMS */
        __atomic_store_n(&known, there ? 1 : -1, __ATOMIC_RELAXED);
    }
    return __atomic_load_n(&known, __ATOMIC_RELAXED) > 0;
}

/* To a destination that begins within a line the instruction takes 1.3 times as long (Zen 5). What
 * overlaps lies behind the destination. */
static void string_copy(char *to, const char *from, size_t bytes) {
    size_t head = -(uintptr_t)to & 63;
    memmove(to, from, head);
    to += head, from += head, bytes -= head;
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

static struct size_class *class_of(size_t bytes) {
    int c = 63 - __builtin_clzll(bytes >> 20);
    return &classes[c < CLASSES ? c : CLASSES - 1];
}

/* One of the two, timed. */
static void trial(struct size_class *k, bool string, char *to, const char *from, size_t bytes) {
    uint64_t start = __rdtsc();
    if (string)
        string_copy(to, from, bytes);
    else
        memmove(to, from, bytes);
    uint64_t *least = string ? &k->string : &k->loop, took = (__rdtsc() - start) / (bytes >> 12);
    if (took < *least)
        *least = took;
}

/* bytes is 1 MiB at least. The two may overlap: then it is memmove's. */
void coral_copy_long(char *to, const char *from, size_t bytes) {
    if ((uintptr_t)to - (uintptr_t)from < bytes || !has_string_copy()) {
        memmove(to, from, bytes);
        return;
    }
    struct size_class *k = class_of(bytes);
    uint32_t turn = k->copies++ % PERIOD;
    if (turn == 0)
        k->loop = k->string = UINT64_MAX;
    if (turn < TRIALS)
        trial(k, turn % 2 == 1, to, from, bytes);
    else if (k->string < k->loop - k->loop / 32)
        string_copy(to, from, bytes);
    else
        memmove(to, from, bytes);
}
#else
void coral_copy_long(char *to, const char *from, size_t bytes) {
    memmove(to, from, bytes);
}
#endif
