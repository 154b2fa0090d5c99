/* Accumulation on other images, a[..]:[k] += ..: each element changes as a whole with respect to all other accumulations.
 *
 * Who accumulates holds a lock meanwhile, of the image whose memory it is. Each image has 64, for stripes of 16 KiB of its memory by turns: the
 * same object has the same one on all images, since slots begin at multiples of more than all stripes together. A long section is done stripe
 * by stripe, as a plain loop of the program that its compiler makes fast; images that accumulate into one array follow each other through it. Nobody
 * holds two, and the code between contains no call of the user's, so there is always someone who goes on. What an element is held by follows from
 * its first byte.
 *
 * Getting a stripe acquires, giving it back releases: what was accumulated before is seen by who accumulates there next. xmp_atomic_* and plain
 * assignments do not take part, as the language has it: they are ordered by synchronisation only.
 *
 * Generated code does most of this itself (capi/xmp/src/prelude.c). Here is who waits, and images whose memory is not mapped. Those are told by one message what to do
 * with which elements (conduit.Holder), and hold the stripe themselves meanwhile. What no message says (sections with a stride, quotients of sections, values that are wanted, conversions) is done from here:
 * the stripe is got by an atomic operation of the conduit, the elements by get, sent back by put, and the stripe given back when that is complete. */
#include "xmp.h"
#include "library.h"

#include <sched.h>
#include <string.h>
#include "_cgo_export.h"

enum { STRIPES = 64, LOOKS = 100 };
enum { LOAD, STORE, CAS = 6 }; /* conduit.AtomicOp */

/* In the program's static data: at one offset in all slots. */
typedef struct __attribute__((aligned(64))) stripe { uint32_t held; } stripe;
XMP_VISIBLE stripe coral_xmp_stripes[STRIPES];

static bool try_mapped(stripe *s) { return __atomic_load_n(&s->held, __ATOMIC_RELAXED) == 0 && __atomic_exchange_n(&s->held, 1, __ATOMIC_ACQUIRE) == 0; }

static bool try_far(stripe *s) { return coral_library_atomic(CAS, coral_real((char *)&s->held), sizeof s->held, 1, 0) == 0; }

/* Who holds a stripe gives it back soon, unless it has lost its processor. */
XMP_VISIBLE void coral_xmp_hold_slow(stripe *s) {
    bool (*const try)(stripe *) = coral.library ? try_far : try_mapped;
    if (coral.library) { /* an image that holds a stripe must not wait for what it has told the target itself, which waits for the stripe */
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

/* Of generated code (internal/xmpc/lower/accumulation.go): kinds from 1 on, operations above. */
enum { CHAR = 1, SHORT, INT, LONG, UCHAR, USHORT, UINT, ULONG, FLOAT, DOUBLE, COMPLEX_FLOAT, COMPLEX_DOUBLE };
enum { SUM, PRODUCT, AND = 4, OR, XOR, DIFFERENCE };

#define FILL(T, value)                         \
    for (unsigned long i = 0; i < bytes / sizeof(T); i++) \
    ((T *)p)[i] = (T)(value)

/* The element with which an operation changes nothing; of sums that is -0, since -0 + 0 is 0. */
static bool fill(void *p, unsigned long bytes, int kind, int op) {
    bool one = op == PRODUCT;
    switch (kind) {
    case CHAR: case UCHAR: FILL(uint8_t, op == AND ? -1 : one); return true;
    case SHORT: case USHORT: FILL(uint16_t, op == AND ? -1 : one); return true;
    case INT: case UINT: FILL(uint32_t, op == AND ? -1 : one); return true;
    case LONG: case ULONG: FILL(uint64_t, op == AND ? -1 : one); return true;
    case FLOAT: FILL(float, one ? 1.0f : -0.0f); return true;
    case DOUBLE: FILL(double, one ? 1.0 : -0.0); return true;
    case COMPLEX_FLOAT: if (!one) FILL(float, -0.0f); return !one;
    case COMPLEX_DOUBLE: if (!one) FILL(double, -0.0); return !one;
    }
    return false;
}

static bool reaches(void *p, unsigned long bytes) {
    coral_array a = {.addr = p, .size = bytes, .type = CORAL_OTHER};
    return coral_library_reaches(&a);
}

/* Whether a loop at p may collect a change of n elements for coral_xmp_change, which begins with none: then p is memory of this image that stands for the other's. */
XMP_VISIBLE _Bool coral_xmp_collect(void *p, unsigned long size, long n, int what) {
    return reaches(p, size) && fill(p, size * (unsigned long)n, what & 0xff, what >> 8);
}

/* Tells an image how its elements at p change by those of operands; false: it cannot be told. Of a change that was collected a difference is a sum already. */
XMP_VISIBLE _Bool coral_xmp_change(void *p, stripe *s, int what, const void *operands, unsigned long bytes) {
    if (!reaches(p, bytes))
        return false;
    const char *there = coral_real(p), *lock = coral_real((char *)&s->held);
    int rank = coral_rank_of(there), op = what >> 8;
    coral_call call = {.what = "accumulation"};
    coral_report(&call, coralgo_accumulate(rank, (uint64_t)(there - coral_slot(rank)), (void *)operands, bytes, (what & 0xff) - 1, op == DIFFERENCE && operands == p ? SUM : op, (uint64_t)(lock - coral_slot(rank))));
    return true;
}
