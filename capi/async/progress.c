/* Programs with asynchronous operations of CAF 2.0 have this file; all their waits advance the
 * engine then. */
#include "../coll/coll.h"
#include "event.h"
#include "async.h"
#include "../core/place.h"

#include "_cgo_export.h"

const char coral_has_async = 1;
bool coral_async_begun, coral_async_did;

int64_t coral_caf_limit __attribute__((weak)) = 65536; /* the Fortran module's */

/* Before the program's first statement: others may send to this image from then on. */
void coral_async_start(void) {
    coral_call call = {.what = "start of the program"};
    coral.async = true;
    coral_report(&call, coralgo_async_start());
    if (coral_delays != 0)
        coral_caf_limit = 0; /* what an assignment does at once could not come later */
    else if (coral.crowded)
        coral_caf_limit = INT64_MAX;
}

bool coral_async_due(void) {
    for (int i = 0; i < 3; i++)
        if (load64(coral_watch[i].word) >= coral_watch[i].value)
            return true;
    return false;
}

/* A step of everything; keep: short collectives stay here, since this image does not go to sleep.
 * waits: long copies too, since the program has nothing else to do. True: something was done, look
 * again. */
static bool progress(const coral_call *call, bool keep, bool waits) {
    if (coral.shipped) /* nothing that this image has been shipped runs in another such */
        return false;
    coral_async_begun = false;
    const coral_call *before = coral_current(call);
    bool did = coral_shorts_pending && coral_short_step();
    did |= coralgo_async_advance(keep, waits) != 0;
    coral_current(before);
    coral_async_did |= did;
    if (did)
        __atomic_fetch_add(&coral_status_of(coral.rank)->progress, 1u, __ATOMIC_SEQ_CST);
    return did;
}

bool coral_async_attend(const coral_call *call) { return progress(call, true, true); }

/* How often a wait or a program polls without success before it asks Go, which knows of more than
 * the words tell: of predicates, and of collectives behind the first. */
enum { LOOKS_EACH = 16 };

/* Go need not be asked this time: nothing was begun, or is to be sent, and the words tell of
 * nothing. */
static bool nothing_told(void) {
    static int looks;
    return !coral_async_begun && !coral_caf_unsent && !coral_async_due() &&
        ++looks % LOOKS_EACH != 0;
}

/* A step of a long wait. To call Go costs 130 ns, and where nothing of Go's runs its runtime wakes
 * a thread each time, on this very core. */
bool coral_async_waiting(const coral_call *call, bool sleepy) {
    if ((coral_shorts_pending && coral_short_step()) ||
        (coral_copies_waiting && coral_copies_step())) {
        coral_async_did = true;
        __atomic_fetch_add(&coral_status_of(coral.rank)->progress, 1u, __ATOMIC_SEQ_CST);
        return true;
    }
    if (!sleepy && !coral_async_begun && coral_mail_take(call)) {
        coral_async_did = true;
        __atomic_fetch_add(&coral_status_of(coral.rank)->progress, 1u, __ATOMIC_SEQ_CST);
        return true;
    }
    if (!sleepy && nothing_told())
        return false;
    return progress(call, !sleepy, true);
}

/* A look of a program that goes on at once, and that may look again in a loop. */
void coral_async_look(const coral_call *call) {
    bool pending = coral_async_open || coral_shorts_pending || coral_copies_waiting;
    if (pending || coral_delays != 0 || coral_linked() || !nothing_told())
        progress(call, true, false);
}

/* Before this image sleeps. */
void coral_async_rest(void) { coralgo_async_rest(); }

/* Waits as long as the same copy is the one that waits for its event, and shows it. */
static void await_copy(const coral_call *end) {
    const uint64_t place = coral_copies_place();
    coral_call copy = {.what = "copy_async", .wait = CORAL_WAIT_BEFORE};
    coral_waiter w = {.call = end};
    if (place != 0) {
        coral_caf_at_place(&copy, place);
        w.call = &copy;
    }
    while (__atomic_load_n(&coral_copies_waiting, __ATOMIC_ACQUIRE) &&
        load32(&coral.job->failed) == 0 && coral_copies_place() == place)
        coral_wait(&w);
    coral_wait_end(&w);
}

/* Normal termination: what has been begun outside of all finish blocks is complete when it returns.
 */
void coral_async_quiesce(const coral_call *call) {
    coral_caf_flush();
    while (
        __atomic_load_n(&coral_copies_waiting, __ATOMIC_ACQUIRE) && load32(&coral.job->failed) == 0)
        await_copy(call);
    coral_current(call);
    coralgo_async_quiesce();
    coral_current(NULL);
}

/* All images have come to their ends. */
void coral_async_settled(void) { coralgo_async_settled(); }
