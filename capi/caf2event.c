/* Events of CAF 2.0: layout.Event, as the standard's, but wherever a program declares them. One that is in no slot (a local
 * variable) only its own image can notify. What a notifier wrote before is seen by who waits: posts are
 * released, looks acquire. */
#include "internal.h"
#include "caf2.h"
#include "place.h"

#define CALL(name, waits) \
    coral_call call = {.what = name, .wait = waits, .line = *line, .file = file, .file_len = file_len}; \
    if (UNLIKELY(coral.foreign)) \
    coral_foreign_end(&call)

bool coral_caf_is_own(const coral_event *e) { return !coral_in_window(e) || coral_rank_of(e) == coral.rank; }

coral_event *coral_caf_event_at(int64_t addr) { return (coral_event *)coral_real((char *)addr); }

void coral_caf_notify(const coral_call *call, coral_event *e) {
    if (!coral_in_window(e)) {
        __atomic_fetch_add(&e->posts, 1, __ATOMIC_SEQ_CST);
        return;
    }
    int rank = coral_rank_of(e);
    if (UNLIKELY(load32(&coral_status_of(rank)->state) == CORAL_STATE_FAILED)) {
        coral_member_error(call, coral_stat_failed_image, rank + 1);
        return;
    }
    if (UNLIKELY(coral.library) && rank != coral.rank) {
        coral_library_event_post(call, e);
        return;
    }
    __atomic_fetch_add(&e->posts, 1, __ATOMIC_SEQ_CST);
    coral_wake(coral_control_of(rank));
}

int64_t coral_caf_count(const coral_event *e) { return __atomic_load_n(&e->posts, __ATOMIC_ACQUIRE) - e->taken; }

void coral_caf_take(coral_event *e) { __atomic_store_n(&e->taken, e->taken + 1, __ATOMIC_RELEASE); }

/* Where memory is not shared, the other images' notifications come in when this image looks for them, and what it has sent
 * must be on its way before it waits. */
void coral_caf_look(const coral_call *call) {
    if (LIKELY(!coral.library))
        return;
    coral_library_sync_memory(call);
    coral_library_poll();
}

void coral_caf_await(const coral_call *call, coral_event *e) {
    if (UNLIKELY(coral.library) && coral_in_window(e)) {
        coral_library_event_wait(call, e, 1);
        return;
    }
    coral_waiter w = {.call = call, .target = 1};
    while (coral_caf_count(e) < 1)
        coral_wait(&w);
    coral_wait_end(&w);
    coral_caf_take(e);
}

bool coral_caf_check_own(const coral_call *call, const coral_event *e) {
    if (LIKELY(coral_caf_is_own(e)))
        return true;
    coral_error(call, CORAL_STAT_ERROR, CORAL_R0212, "the event is one of image %d", coral_rank_of(e) + 1);
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

void coral_caf_event_notify_(const int64_t *addr, const int32_t *line, const char *file, size_t file_len) {
    CALL("event_notify", CORAL_WAIT_NONE);
    coral_caf_notify(&call, coral_caf_event_at(*addr));
}

/* The data of a copy must be in place before its event says so, wherever either is. */
void coral_caf_copied_(const int64_t *addr, const int32_t *line, const char *file, size_t file_len) {
    CALL("copy_async", CORAL_WAIT_NONE);
    if (UNLIKELY(coral.library))
        coral_library_sync_memory(&call);
    coral_caf_notify(&call, coral_caf_event_at(*addr));
}

void coral_caf_event_wait_(const int64_t *addr, const int32_t *line, const char *file, size_t file_len) {
    CALL("event_wait", CORAL_WAIT_EVENT);
    coral_event *e = coral_caf_event_at(*addr);
    if (coral_caf_check_own(&call, e))
        coral_caf_await(&call, e);
}

void coral_caf_event_trywait_(const int64_t *addr, int64_t *ok, const int32_t *line, const char *file, size_t file_len) {
    CALL("event_trywait", CORAL_WAIT_NONE);
    coral_event *e = coral_caf_event_at(*addr);
    *ok = 0;
    if (!coral_caf_check_own(&call, e))
        return;
    coral_check_ending();
    coral_caf_look(&call);
    if (coral_caf_count(e) >= 1) {
        coral_caf_take(e);
        *ok = 1;
    }
}

void coral_caf_event_getid_(const int64_t *addr, int64_t *id, const int32_t *line, const char *file, size_t file_len) {
    (void)line, (void)file, (void)file_len;
    *id = coral_caf_id(coral_caf_event_at(*addr));
}
