/* Events (layout.Event): posters add to one counter, the owner notes in another how many it has
 * taken. */
#include "sync.h"
#include "../core/place.h"

void coral_post(const coral_call *call, coral_event *e) {
    int rank = coral_rank_of(e);
    if (UNLIKELY(!coral.image)) /* an own event is one of its copy */
        coral_refuse_child(call);
    if (UNLIKELY(coral_has_failed(rank))) {
        coral_member_error(call, coral_stat_failed_image, rank + 1);
        return;
    }
    if (UNLIKELY(coral.library) && rank != coral.rank) {
        coral_library_event_post(call, e);
        return;
    }
    __atomic_fetch_add(&e->posts, 1, __ATOMIC_SEQ_CST);
    coral_wake(coral_control_of(rank));
    coral_ok(call);
}

/* Nothing stands between generated code and its loads and stores: no library path, no windows, no
 * foreign thread. */
HOT bool plain(const void *p) {
    return !coral.library && !coral.windows && !coral.foreign && coral_in_window(p);
}

void coral_event_post_(const int64_t *addr, CORAL_AT, CORAL_AT_LEN) {
    coral_event *e = (coral_event *)*addr;
    if (LIKELY(plain(e))) {
        /* A failed image's memory is still there: to post first and to look then costs nobody
         * anything, and the line is on its way meanwhile. */
        __atomic_fetch_add(&e->posts, 1, __ATOMIC_SEQ_CST);
        int rank = coral_rank_of(e);
        if (LIKELY(!coral_has_failed(rank))) {
            coral_wake(coral_control_of(rank));
            if (stat)
                *stat = 0;
            return;
        }
    }
    PLACE("event post", CORAL_WAIT_NONE);
    e = (coral_event *)coral_real(e);
    if (coral_located(&call, e))
        coral_post(&call, e);
}

/* want: at least 1 (F2018 11.6.8: the maximum of 1 and UNTIL_COUNT). */
static void await(const coral_call *call, coral_event *e, int64_t want) {
    if (!coral_located(call, e))
        return;
    if (UNLIKELY(coral_rank_of(e) != coral.rank)) {
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0209, "the variable is one of image %d",
            coral_rank_of(e) + 1);
        return;
    }
    if (UNLIKELY(coral.library)) {
        coral_library_event_wait(call, e, want);
        return;
    }
    coral_waiter w = {.call = call, .target = (uint32_t)want};
    while (!coral_take_posts(e, want))
        coral_wait(&w);
    coral_wait_end(&w);
    coral_ok(call);
}

/* Looks for a while without more ado; false: to be waited for by all rules. */
HOT bool comes_soon(coral_event *e, int64_t want) {
    const int64_t taken = __atomic_load_n(&e->taken, __ATOMIC_RELAXED);
    return coral_comes_soon((const uint64_t *)&e->posts, (uint64_t)taken + (uint64_t)want) &&
        coral_take_posts(e, want);
}

void coral_event_wait_(const int64_t *addr, const int64_t *until, CORAL_AT, CORAL_AT_LEN) {
    const int64_t want = *until < 1 ? 1 : *until;
    coral_event *e = (coral_event *)*addr;
    if (LIKELY(plain(e)) && LIKELY(coral_rank_of(e) == coral.rank) && comes_soon(e, want)) {
        if (stat)
            *stat = 0;
        return;
    }
    PLACE("event wait", CORAL_WAIT_EVENT);
    await(&call, (coral_event *)coral_real(e), want);
}

/* A put with NOTIFY= has been made (F2023 9.6). To a failed image it has no effect, and this has
 * none. */
void coral_notify_post_(const int64_t *addr, const int32_t *image, const int32_t *initial) {
    int32_t stat = 0;
    coral_call call = {.what = "notify=", .stat = &stat};
    if (UNLIKELY(coral.foreign))
        coral_foreign_end(&call);
    char *own = coral_real((void *)*addr);
    const coral_team *t = *initial ? &coral.initial : coral.team;
    if (!coral_in_window(own) || *image < 1 || *image > t->n) {
        call.stat = NULL;
        coral_error(
            &call, CORAL_STAT_ERROR, CORAL_R0208, "there is no such variable on image %d", *image);
    }
    coral_post(
        &call, (coral_event *)(coral_slot(coral_member_rank(t, *image - 1)) + (own - coral.base)));
    if (stat != 0 && stat != coral_stat_failed_image) {
        call.stat = NULL;
        coral_error(
            &call, stat, CORAL_R0405, "the notification of image %d could not be sent", *image);
    }
}

void coral_notify_wait_(const int64_t *addr, const int64_t *until, CORAL_AT, CORAL_AT_LEN) {
    PLACE("notify wait", CORAL_WAIT_EVENT);
    await(&call, (coral_event *)coral_real((void *)*addr), *until < 1 ? 1 : *until);
}

void coral_event_query_(const int64_t *addr, int64_t *count, int32_t *stat) {
    const coral_event *e = (const coral_event *)coral_real((void *)*addr);
    coral_look();
    /* first: what has been taken was posted before, also if another thread takes more meanwhile */
    const int64_t taken = __atomic_load_n(&e->taken, __ATOMIC_ACQUIRE);
    *count = __atomic_load_n(&e->posts, __ATOMIC_ACQUIRE) - taken;
    if (stat)
        *stat = 0;
}
