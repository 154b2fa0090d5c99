/* Events of CAF 2.0: layout.Event, as the standard's, but wherever a program declares them. One
 * that is in no slot (a local variable) only its own image can notify. What a notifier wrote before
 * is seen by who waits: posts are released, looks acquire. */
#include "../coll/coll.h"
#include "event.h"
#include "async.h"
#include "../core/place.h"

#include <sched.h>
#include <stdio.h>
#include "_cgo_export.h"

bool coral_caf_is_own(const coral_event *e) {
    return !coral_in_window(e) || coral_rank_of(e) == coral.rank;
}

coral_event *coral_caf_event_at(int64_t addr) { return (coral_event *)coral_real((char *)addr); }

void coral_caf_notify(const coral_call *call, coral_event *e) {
    if (coral_in_window(e))
        coral_post(call, e);
    else
        __atomic_fetch_add(&e->posts, 1, __ATOMIC_SEQ_CST);
}

/* Copies that wait for the event take from it, too, on another thread, where the program has such.
 */
bool coral_caf_try_take(coral_event *e) { return coral_take_posts(e, 1); }

/* Where memory is not shared, the other images' notifications come in when this image looks for
 * them, and what it has sent must be on its way before it waits. It need not be complete, which
 * takes an answer: no other image can tell before this one notifies or synchronises, and that
 * completes it. */
void coral_caf_look(const coral_call *call) {
    if (UNLIKELY(coral.library))
        coral_library_tell();
    if (UNLIKELY(coral.async))
        coral_async_look(call);
    if (UNLIKELY(coral.library))
        coral_look();
}

/* How often a wait advances before it looks at anything else: some tens of milliseconds. */
enum { ADVANCES_SPINNING = 100000 };

/* How often an image among too many yields before it does so in coral_wait, which touches more
 * memory: nothing of an image's is in the caches or the TLB when it has its turn again. */
enum { TURNS = 64 };

/* Looks for a while, and advances when there is something: what is waited for may be an answer to a
 * message, or a collective's end. */
static bool comes_soon(const coral_call *call, coral_event *e) {
    if (coral_caf_try_take(e))
        return true;
    if (coral_async_begun)
        coral_async_attend(call); /* something may wait to be sent, or to be copied */
    if (UNLIKELY(coral.library) && coral_linked()) /* a wait looks at the network itself */
        return coral_caf_try_take(e);
    if (coral_shorts_pending && !coral.shipped && coral_short_await(e, coral.spins))
        return true;
    int advances = 0;
    for (int i = 0, turns = coral.spins ? coral.spins : TURNS; i < turns; i++) {
        if (coral_caf_try_take(e) ||
            (coral_shorts_pending && coral_short_step() && coral_caf_try_take(e)))
            return true;
        if (coral_copies_waiting && !coral.shipped && coral_copies_step()) {
            i = -1;
            continue;
        }
        if (coral_async_due() && (coral_mail_take(call) || coral_async_attend(call)) &&
            advances++ < ADVANCES_SPINNING)
            i = -1; /* others are at work with this image */
        if (LIKELY(coral.spins))
            coral_pause();
        else
            sched_yield();
    }
    return false;
}

/* The statement of a copy that is to notify an event, and that waits for one itself; 0: none is
 * known. */
static uint64_t poster_of(const coral_event *e) {
    uint64_t place = coral_copies_poster(e);
    if (place == 0 && coral.async && !coral.shipped) {
        int rank = coral_caf_is_own(e) ? coral.rank : coral_rank_of(e);
        place = coralgo_async_poster(rank, (uint64_t)((const char *)e - coral_slot(rank)));
    }
    return place;
}

/* The name of a file without its folders. */
static void without_folders(coral_call *call) {
    for (size_t n = call->file_len; n > 0; n--)
        if (call->file[n - 1] == '/') {
            call->file += n;
            call->file_len -= n;
            return;
        }
}

const coral_call *coral_caf_waits_for(
    coral_caf_shown *s, const coral_call *call, const char *why, uint64_t place) {
    coral_call at = *call, cause = {0};
    coral_caf_at_place(&cause, place);
    if (cause.file == NULL || at.file == NULL)
        return call;
    s->call = *call;
    s->call.file = s->file;
    s->call.line = cause.line;
    for (int shorter = 0; shorter < 3; shorter++) {
        if (shorter > 0)
            without_folders(shorter == 1 ? &cause : &at);
        const int n = snprintf(s->file, sizeof s->file, "%.*s:%d %s at %.*s", (int)at.file_len,
            at.file, at.line, why, (int)cause.file_len, cause.file);
        s->call.file_len = (size_t)n;
        if (n < (int)sizeof s->file)
            return &s->call;
    }
    return call;
}

static int64_t poster(const coral_event *e) { return (int64_t)poster_of(e); }

static const coral_call *behind_copy(
    coral_caf_shown *s, const coral_call *call, const coral_event *e, int64_t place) {
    (void)e;
    return coral_caf_waits_for(
        s, call, "for copy_async, whose ev_before has not come,", (uint64_t)place);
}

/* To ask for copies takes long, so they are not asked for before each look. */
static const coral_caf_cause copies = {.subject = poster, .show = behind_copy, .often = false};

void coral_caf_await(const coral_call *call, coral_event *e) {
    coral_caf_await_cause(call, e, &copies);
}

/* What a wait shows, now that it is for a subject; 0: it is known for none. */
static const coral_call *seen(const coral_caf_cause *cause, coral_caf_shown *s,
    const coral_call *call, const coral_event *e, int64_t subject) {
    return subject ? cause->show(s, call, e, subject) : call;
}

void coral_caf_await_cause(const coral_call *call, coral_event *e, const coral_caf_cause *cause) {
    coral_event *const one = e;
    coral_caf_shown shown;
    if (UNLIKELY(coral.library))
        coral_library_tell();
    if (UNLIKELY(coral.async) && comes_soon(call, e))
        return;
    int64_t subject = coral.async ? cause->subject(e) : 0;
    coral_waiter w = {.call = seen(cause, &shown, call, e, subject), .target = 1};
    while (!coral_caf_try_take(e)) {
        if (UNLIKELY(coral.library) && coral_in_window(e))
            coral_library_event_any(w.call, &one, 1);
        else
            coral_wait(&w);
        bool did = UNLIKELY(coral.async) && coral_async_did;
        if (!did && (!cause->often || cause->subject(e) == subject))
            continue;
        coral_wait_end(&w);
        if (did) {
            /* others are at work with this image: more may come soon */
            coral_async_did = false;
            if (comes_soon(call, e))
                return;
        }
        subject = cause->subject(e);
        w = (coral_waiter){.call = seen(cause, &shown, call, e, subject), .target = 1};
    }
    coral_wait_end(&w);
}

bool coral_caf_check_own(const coral_call *call, const coral_event *e) {
    if (LIKELY(coral_caf_is_own(e)))
        return true;
    coral_error(
        call, CORAL_STAT_ERROR, CORAL_R0212, "the event is one of image %d", coral_rank_of(e) + 1);
    return false;
}

/* Unique over all images: image, and the place in its slot, or elsewhere in its memory. */
int64_t coral_caf_id(const coral_event *e) {
    const int64_t elsewhere = INT64_C(1) << 47;
    if (coral_in_window(e)) {
        int rank = coral_rank_of(e);
        return ((int64_t)rank + 1) << 48 | ((const char *)e - coral_slot(rank));
    }
    return ((int64_t)coral.rank + 1) << 48 | elsewhere | (int64_t)e;
}

/* A number of notifications, 1 if none is given. */
static int64_t times(const coral_call *call, const int64_t *n) {
    if (n && *n < 0)
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0218, "the number of notifications is %lld",
            (long long)*n);
    return n ? *n : 1;
}

void coral_caf_event_notify_(
    const int64_t *addr, const int64_t *n, const int32_t *line, const char *file, size_t file_len) {
    STATEMENT("event_notify", CORAL_WAIT_NONE);
    for (int64_t i = times(&call, n); i > 0; i--)
        coral_caf_notify(&call, coral_caf_event_at(*addr));
}

void coral_caf_event_number_(
    const int64_t *n, const int64_t *size, const int32_t *line, const char *file, size_t file_len) {
    STATEMENT("event_init", CORAL_WAIT_NONE);
    if (*n < 0 || *n > *size)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0218,
            "%lld events are to be initialised, but there are %lld", (long long)*n,
            (long long)*size);
}

/* The data of a copy must be in place before its event says so, wherever either is. A post to
 * another image is behind all that this image has put (conduit.FencedSignal): with it the data are
 * one message. This image's own events are words here, that nothing delays. */
void coral_caf_tell_copied(const coral_call *call, coral_event *e) {
    if (UNLIKELY(coral.library) && (e == NULL || coral_caf_is_own(e)))
        coral_library_sync_memory(call);
    if (e)
        coral_caf_notify(call, e);
}

void coral_caf_copied_(
    const int64_t *addr, const int32_t *line, const char *file, size_t file_len) {
    STATEMENT("copy_async", CORAL_WAIT_NONE);
    coral_caf_tell_copied(&call, coral_caf_event_at(*addr));
}

void coral_caf_event_wait_(
    const int64_t *addr, const int64_t *n, const int32_t *line, const char *file, size_t file_len) {
    STATEMENT("event_wait", CORAL_WAIT_EVENT);
    coral_event *e = coral_caf_event_at(*addr);
    if (!coral_caf_check_own(&call, e))
        return;
    for (int64_t i = times(&call, n); i > 0; i--)
        coral_caf_await(&call, e);
}

void coral_caf_event_trywait_(
    const int64_t *addr, int64_t *ok, const int32_t *line, const char *file, size_t file_len) {
    STATEMENT("event_trywait", CORAL_WAIT_NONE);
    coral_event *e = coral_caf_event_at(*addr);
    *ok = 0;
    if (!coral_caf_check_own(&call, e))
        return;
    coral_check_ending();
    coral_caf_look(&call);
    *ok = coral_caf_try_take(e);
}

void coral_caf_event_getid_(
    const int64_t *addr, int64_t *id, const int32_t *line, const char *file, size_t file_len) {
    (void)line, (void)file, (void)file_len;
    *id = coral_caf_id(coral_caf_event_at(*addr));
}
