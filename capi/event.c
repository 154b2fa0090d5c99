/* Events: one counter; post adds, the owner's wait subtracts. */
#include "internal.h"
#include "place.h"

/* The owner looks at its event in a way that fetches the line for writing: the
 * subtraction that follows then needs no second transfer between the cores. */
HOT int64_t look(const int64_t *count) {
#if defined(__x86_64__)
    __asm__ volatile("prefetchw %0" : : "m"(*count));
#endif
    return __atomic_load_n(count, __ATOMIC_ACQUIRE);
}

static bool located(const coral_call *call, const void *p) {
    if (LIKELY(coral_in_window(p)))
        return true;
    coral_error(call, CORAL_STAT_ERROR, CORAL_R0208, "the variable is not in the memory of any image");
    return false;
}

static bool has_failed(int rank) { return load32(&coral_status_of(rank)->state) == CORAL_STATE_FAILED; }

static void post(const coral_call *call, coral_event *e) {
    int rank = coral_rank_of(e);
    if (UNLIKELY(has_failed(rank))) {
        coral_member_error(call, coral_stat_failed_image, rank + 1);
        return;
    }
    if (UNLIKELY(coral.library) && rank != coral.rank) {
        coral_library_event_post(call, e);
        return;
    }
    __atomic_fetch_add(&e->count, 1, __ATOMIC_SEQ_CST);
    coral_wake(coral_control_of(rank));
    coral_ok(call);
}

void coral_event_post_(const int64_t *addr, CORAL_AT, CORAL_AT_LEN) {
    PLACE("event post", CORAL_WAIT_NONE);
    coral_event *e = (coral_event *)coral_real((void *)*addr);
    if (located(&call, e))
        post(&call, e);
}

/* want: at least 1 (F2018 11.6.8: the maximum of 1 and UNTIL_COUNT). */
static void await(const coral_call *call, coral_event *e, int64_t want) {
    if (!located(call, e))
        return;
    if (UNLIKELY(coral_rank_of(e) != coral.rank)) {
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0209, "the variable is one of image %d", coral_rank_of(e) + 1);
        return;
    }
    if (UNLIKELY(coral.library)) {
        coral_library_event_wait(call, e, want);
        return;
    }
    coral_waiter w = {.call = call, .target = (uint32_t)want};
    while (look(&e->count) < want)
        coral_wait(&w);
    coral_wait_end(&w);
    __atomic_fetch_sub(&e->count, want, __ATOMIC_SEQ_CST);
    coral_ok(call);
}

void coral_event_wait_(const int64_t *addr, const int64_t *until, CORAL_AT, CORAL_AT_LEN) {
    PLACE("event wait", CORAL_WAIT_EVENT);
    await(&call, (coral_event *)coral_real((void *)*addr), *until < 1 ? 1 : *until);
}

/* A put with NOTIFY= has been made (F2023 9.6). To a failed image it has no effect, and this has none. */
void coral_notify_post_(const int64_t *addr, const int32_t *image, const int32_t *initial) {
    int32_t stat = 0;
    coral_call call = {.what = "notify=", .stat = &stat};
    if (UNLIKELY(coral.foreign))
        coral_foreign_end(&call);
    char *own = coral_real((void *)*addr);
    const coral_team *t = *initial ? &coral.initial : coral.team;
    if (!coral_in_window(own) || *image < 1 || *image > t->n) {
        call.stat = NULL;
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0208, "there is no such variable on image %d", *image);
    }
    post(&call, (coral_event *)(coral_slot(coral_member_rank(t, *image - 1)) + (own - coral.base)));
    if (stat != 0 && stat != coral_stat_failed_image) {
        call.stat = NULL;
        coral_error(&call, stat, CORAL_R0405, "the notification of image %d could not be sent", *image);
    }
}

void coral_notify_wait_(const int64_t *addr, const int64_t *until, CORAL_AT, CORAL_AT_LEN) {
    PLACE("notify wait", CORAL_WAIT_EVENT);
    await(&call, (coral_event *)coral_real((void *)*addr), *until < 1 ? 1 : *until);
}

void coral_event_query_(const int64_t *addr, int64_t *count, int32_t *stat) {
    *count = __atomic_load_n(&((coral_event *)coral_real((void *)*addr))->count, __ATOMIC_ACQUIRE);
    if (stat)
        *stat = 0;
}
