/* Waiting: look for a while, yield, then sleep in the kernel (layout.Control).
 *
 * Nothing here waits for a condition: the caller asks its condition between two steps. So
 * the same steps serve barriers, events, collectives and the end of the program. */
#include "internal.h"
#include "attach.h"
#include "caf2async.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { YIELD_NANOSECONDS = 2000000, SLEEP_MILLISECONDS = 100 };

/* As in internal/sys/look.go. Either way some microseconds, several times the longest round trip between two cores. */
enum { LOOKS_PAUSING = 200, LOOKS = 4000, LONG_PAUSE = 100, PAUSES = 8, TRIALS = 4 };

/* Ticks of the processor's clock that a pause takes, the shortest of some trials: any may be interrupted. */
static uint64_t pause_ticks(void) {
    uint64_t least = UINT64_MAX;
#ifdef __x86_64__
    for (int t = 0; t < TRIALS; t++) {
        uint64_t start = __builtin_ia32_rdtsc();
        for (int i = 0; i < PAUSES; i++)
            __builtin_ia32_pause();
        uint64_t took = (__builtin_ia32_rdtsc() - start) / PAUSES;
        if (took < least)
            least = took;
    }
#endif
    return least;
}

/* How this image looks before it yields. Takes a microsecond, at the start. */
void coral_learn_to_wait(void) {
    if (coral.crowded)
        return;
    coral.pauses = pause_ticks() < LONG_PAUSE;
    coral.spins = coral.pauses ? LOOKS_PAUSING : LOOKS;
}

uint64_t coral_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void coral_futex_wait(uint32_t *word, uint32_t value, long milliseconds) {
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    syscall(SYS_futex, word, FUTEX_WAIT, value, &limit, NULL, 0);
}

void coral_futex_wake(uint32_t *word, int n) { syscall(SYS_futex, word, FUTEX_WAKE, n, NULL, NULL, 0); }

void coral_wake_slow(coral_control *c) {
    __atomic_fetch_add(&c->wake, 1, __ATOMIC_SEQ_CST);
    coral_futex_wake(&c->wake, INT_MAX);
}

/* Wakes every image that waits: something has happened that may end any wait. Those that have
 * stopped wait only for the last to stop; to wake them each time would be quadratic. */
void coral_wake_all(bool stopped_too) {
    if (coral.library) {
        coral_library_wake_all();
        return;
    }
    fence();
    for (int r = 0; r < coral.n; r++)
        if (stopped_too || __atomic_load_n(&coral_status_of(r)->wait, __ATOMIC_SEQ_CST) != CORAL_WAIT_END)
            coral_wake_rank(r);
}

/* Another image, or the launcher, has initiated error termination: join it. */
void coral_check_ending(void) {
    if (UNLIKELY(load32(&coral.job->ending) != 0) && !coral.ending)
        coral_leave(coral.job->exit_code);
}

/* Publishes what this image waits for (layout.Status): the launcher reports deadlocks from it. */
void coral_publish(const coral_call *call, uint32_t target, uint64_t since) {
    coral_status *s = coral_status_of(coral.rank);
    size_t n = call->file_len < sizeof s->file - 1 ? call->file_len : sizeof s->file - 1;
    if (n > 0)
        memcpy(s->file, call->file, n);
    s->file[n] = 0;
    __atomic_store_n(&s->line, (uint32_t)call->line, __ATOMIC_RELAXED);
    __atomic_store_n(&s->target, target, __ATOMIC_RELAXED);
    __atomic_store_n(&s->thread, (uint32_t)syscall(SYS_gettid), __ATOMIC_RELAXED);
    __atomic_store_n(&s->since, since, __ATOMIC_RELAXED);
    uint32_t wait = call->wait != CORAL_WAIT_NONE ? call->wait : CORAL_WAIT_SYNC_ALL; /* none would mean awake */
    __atomic_store_n(&s->wait, wait, __ATOMIC_SEQ_CST);
}

void coral_unpublish(void) {
    coral_status *s = coral_status_of(coral.rank);
    __atomic_fetch_add(&s->progress, 1u, __ATOMIC_SEQ_CST);
    __atomic_store_n(&s->wait, (uint32_t)CORAL_WAIT_NONE, __ATOMIC_SEQ_CST);
}

uint32_t coral_put_off;

/* Before each sleep: what this image waits for has not come yet. */
void coral_note_look(void) {
    if (UNLIKELY(coral_put_off != 0)) { /* then it has not looked at everything */
        __atomic_store_n(&coral_put_off, 0, __ATOMIC_RELAXED);
        return;
    }
    __atomic_fetch_add(&coral_status_of(coral.rank)->looks, 1u, __ATOMIC_SEQ_CST);
}

/* What a shipped procedure would wait for may need the statement in which this image runs it. Not by stat=: it could only try again. */
void coral_must_not_wait(const coral_call *call) {
    coral_message(call, CORAL_R0602, "a procedure that another image has shipped here must not wait");
    coral_error_terminate(1);
}

bool coral_wait_slow(coral_waiter *w) {
    coral_check_ending();
    if (!w->slow) {
        w->slow = true;
        w->since = coral_now();
    }
    if (UNLIKELY(coral.shipped))
        coral_must_not_wait(w->call);
    if (UNLIKELY(coral.async) && coral_async_waiting(w->call, w->armed))
        return false;
    uint32_t alert = load32(&coral.job->alert);
    if (alert != w->alert) {
        w->alert = alert;
        return true;
    }
    if (w->armed) {
        if (UNLIKELY(coral.async))
            coral_async_rest();
        coral_note_look();
        coral_futex_wait(&coral.control->wake, w->wake, SLEEP_MILLISECONDS);
        w->wake = load32(&coral.control->wake);
        return false;
    }
    if (coral_now() - w->since < YIELD_NANOSECONDS) {
        sched_yield();
        return false;
    }
    coral_publish(w->call, w->target, w->since);
    __atomic_fetch_add(&coral.control->sleepers, 1, __ATOMIC_SEQ_CST);
    w->wake = load32(&coral.control->wake);
    w->armed = true; /* the caller looks once more; then the next step sleeps */
    return false;
}

void coral_wait_end_slow(coral_waiter *w) {
    if (w->armed) {
        __atomic_fetch_sub(&coral.control->sleepers, 1, __ATOMIC_SEQ_CST);
        coral_unpublish();
    }
}
