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
 * Generated code does most of this itself (capi/xmp/src/prelude.c). Here is who waits, and images whose memory is not mapped: the
 * stripe is got by an atomic operation of the conduit, the elements by get, sent back by put, and the stripe given back when that is complete. */
#include "xmp.h"

#include <sched.h>

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
