/* Accumulation on other images, a[..]:[k] += ..: each element changes as a whole with respect to
 * all other accumulations.
 *
 * Who accumulates holds a lock meanwhile, of the image whose memory it is. Each image has 64, for
 * stripes of 16 KiB of its memory by turns: the same object has the same one on all images, since
 * slots begin at multiples of more than all stripes together. A long section is done stripe by
 * stripe, as a plain loop of the program that its compiler makes fast; images that accumulate into
 * one array follow each other through it. Nobody holds two, and the code between contains no call
 * of the user's, so there is always someone who goes on. What an element is held by follows from
 * its first byte.
 *
 * Getting a stripe acquires, giving it back releases: what was accumulated before is seen by who
 * accumulates there next. xmp_atomic_* and plain assignments do not take part, as the language has
 * it: they are ordered by synchronisation only.
 *
 * Generated code does most of this itself (capi/xmp/headers/src/prelude.c). This file has the
 * waiting, and images whose memory is not mapped. One message tells such an image what to do with
 * which elements (conduit.LockedAccumulator). It holds the stripe meanwhile, and the answer carries
 * a value that is wanted. What no message says (remainders, shifts, numbers of 16 bytes that are
 * not complex) is done from here: the stripe is got by an atomic operation of the conduit, the
 * elements by get, sent back by
 * put, and the stripe given back when that is complete. */
#include "xmp.h"
#include "../net/library.h"

#include <sched.h>
#include <string.h>

enum { STRIPES = 64, LOOKS = 100 };
enum { LOAD, STORE, CAS = 6 }; /* conduit.AtomicOp */

/* In the program's static data: at one offset in all slots. */
typedef struct __attribute__((aligned(64))) stripe { uint32_t held; } stripe;
XMP_VISIBLE stripe coral_xmp_stripes[STRIPES];

static bool try_mapped(stripe *s) {
    return __atomic_load_n(&s->held, __ATOMIC_RELAXED) == 0 &&
        __atomic_exchange_n(&s->held, 1, __ATOMIC_ACQUIRE) == 0;
}

static bool try_far(stripe *s) {
    return coral_library_atomic(CAS, coral_real((char *)&s->held), sizeof s->held, 1, 0) == 0;
}

/* Who holds a stripe gives it back soon, unless it has lost its processor. */
XMP_VISIBLE void coral_xmp_hold_slow(stripe *s) {
    bool (*const try)(stripe *) = coral.library ? try_far : try_mapped;
    if (coral.library) {
        /* an image that holds a stripe must not wait for what it has told the target itself, which
         * waits for the stripe */
        coral_call call = {.what = "accumulation"};
        coral_library_sync_memory(&call);
    }
    for (int looks = coral.crowded ? LOOKS : 0; !try(s); looks++) {
        if (looks < LOOKS) {
            coral_pause();
            continue;
        }
        coral_check_ending();
        if (coral.library)
            coral_library_poll();
        sched_yield();
    }
}

XMP_VISIBLE void coral_xmp_release_far(stripe *s) {
    coral_call call = {.what = "accumulation"};
    coral_library_sync_memory(&call);
    coral_library_atomic(STORE, coral_real((char *)&s->held), sizeof s->held, 0, 0);
}

/* Of generated code (internal/xmpc/lower/accumulation.go): what an accumulation is, the kind of
 * elements from 1 on, the operation, the kind of operands. */
enum { UINT64 = 8 };   /* the last kind that is an integer */
enum { QUOTIENT = 8 }; /* conduit.ReduceOp */
static int operation(int what) { return what >> 8 & 0xff; }
static int operand_kind(int what) { return what >> 16; }

void *coral_xmp_room(unsigned long size, const long *n, int rank); /* move.c */

static bool reaches(void *p, unsigned long size) {
    coral_array a = {.addr = p, .size = size, .type = CORAL_OTHER};
    return coral_library_reaches(&a);
}

/* Memory for so many bytes of operands of a section that begins at p; NULL: its image cannot be
 * told of them. */
XMP_VISIBLE void *coral_xmp_collect(void *p, unsigned long size, unsigned long bytes) {
    return reaches(p, size) ? coral_xmp_room(bytes, NULL, 0) : NULL;
}

/* A quotient of integers by 0 ends the image that has written it, as in a loop of its own, not the
 * one whose element it would be. */
static void check_divisors(int kind, const void *operands, unsigned long bytes) {
    static const unsigned char zero[8];
    const unsigned long size = 1ul << (kind - 1) % 4;
    for (const char *p = operands, *end = p + bytes; p < end; p += size)
        if (memcmp(p, zero, size) == 0) {
            volatile int one = 1, none = 0;
            one /= none; /* the signal, and a line of the program's */
        }
}

/* Tells an image how its elements from p on, step bytes apart, change by operands; value: NULL, or
 * where that of the one element goes, before the change or after it. False: it cannot be told. */
XMP_VISIBLE _Bool coral_xmp_change(void *p, long step, stripe *s, int what, const void *operands,
    unsigned long bytes, void *value, _Bool before) {
    if (!reaches(p, 1))
        return false;
    if (operation(what) == QUOTIENT && operand_kind(what) <= UINT64)
        check_divisors(operand_kind(what), operands, bytes);
    const char *there = coral_real(p), *lock = coral_real((char *)&s->held);
    coral_call call = {.what = "accumulation"};
    coral_library_accumulate(&call, there, step, what, operands, bytes, lock, value, before);
    return true;
}
