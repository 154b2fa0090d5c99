/* Waiting: look for a while, yield, then sleep in the kernel (layout.Control).
 *
 * Nothing here waits for a condition: the caller asks its condition between two steps. So
 * the same steps serve barriers, events, collectives and the end of the program. */
#include "core.h"
#include "attach.h"

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

/* As in internal/sys/look.go. Either way some microseconds, several times the longest round trip
 * between two cores. */
enum { LOOKS_PAUSING = 200, LOOKS = 4000, LONG_PAUSE = 100, PAUSES = 8, TRIALS = 4 };

/* Ticks of the processor's clock that a pause takes, the shortest of some trials: any may be
 * interrupted. */
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

/* Threads of Coral's sleep by this one instruction. By its place, which /proc/PID/task/TID/syscall
 * has, those that look for deadlocks know them: a thread of the program's that sleeps for a time,
 * on a futex or otherwise, may act when the time is over (internal/waitstate). */
#if defined __x86_64__
__asm__(".pushsection .text\n"
        ".p2align 4\n"
        ".globl coral_kernel_sleep\n"
        ".hidden coral_kernel_sleep\n"
        ".type coral_kernel_sleep, @function\n"
        "coral_kernel_sleep:\n"
        "    movq %rdi, %rax\n"
        "    movq %rsi, %rdi\n"
        "    movq %rdx, %rsi\n"
        "    movq %rcx, %rdx\n"
        "    movq %r8, %r10\n"
        "    syscall\n"
        ".globl coral_kernel_slept\n"
        ".hidden coral_kernel_slept\n"
        "coral_kernel_slept:\n"
        "    ret\n"
        ".size coral_kernel_sleep, .-coral_kernel_sleep\n"
        ".popsection\n");
#elif defined __aarch64__
__asm__(".pushsection .text\n"
        ".p2align 4\n"
        ".globl coral_kernel_sleep\n"
        ".hidden coral_kernel_sleep\n"
        ".type coral_kernel_sleep, %function\n"
        "coral_kernel_sleep:\n"
        "    mov x8, x0\n"
        "    mov x0, x1\n"
        "    mov x1, x2\n"
        "    mov x2, x3\n"
        "    mov x3, x4\n"
        "    svc #0\n"
        ".globl coral_kernel_slept\n"
        ".hidden coral_kernel_slept\n"
        "coral_kernel_slept:\n"
        "    ret\n"
        ".size coral_kernel_sleep, .-coral_kernel_sleep\n"
        ".popsection\n");
#endif
extern const char coral_kernel_slept[];

/* Where this process's threads of Coral's, and those of Go's runtime, sleep. The executable's Go
 * part calls it once. */
void coral_note_code(uint64_t from, uint64_t to) {
    if (!coral.image)
        return;
    coral_status *s = coral_status_of(coral.rank);
    __atomic_store_n(&s->slept, (uint64_t)(uintptr_t)coral_kernel_slept, __ATOMIC_RELAXED);
    __atomic_store_n(&s->text_end, to, __ATOMIC_RELAXED);
    __atomic_store_n(&s->text, from, __ATOMIC_RELEASE);
}

void coral_futex_wait(uint32_t *word, uint32_t value, long milliseconds) {
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    coral_kernel_sleep(SYS_futex, word, FUTEX_WAIT, (long)value, &limit);
}

void coral_futex_wake(uint32_t *word, int n) {
    syscall(SYS_futex, word, FUTEX_WAKE, n, NULL, NULL, 0);
}

void coral_wake_slow(coral_control *c) {
    __atomic_fetch_add(&c->wake, 1, __ATOMIC_SEQ_CST);
    coral_futex_wake(&c->wake, INT_MAX);
}

/* Wakes every image that waits: something has happened that may end any wait. Those that have
 * stopped wait only for the last to stop; to wake them each time would be quadratic. */
void coral_wake_all(bool stopped_too) {
    if (coral.library) {
        coral_above.wake_all();
        return;
    }
    fence();
    for (int r = 0; r < coral.n; r++)
        if (stopped_too ||
            (__atomic_load_n(&coral_status_of(r)->wait, __ATOMIC_SEQ_CST) &
                ~(uint32_t)CORAL_WAIT_FLAGS) != CORAL_WAIT_END)
            coral_wake_rank(r);
}

/* Another image, or the launcher, has initiated error termination: join it. */
void coral_check_ending(void) {
    if (UNLIKELY(load32(&coral.job->ending) != 0) && !coral.ending)
        coral_leave(coral.job->exit_code);
}

/* The waits of this image that go on, the newest first. Several threads may wait, and one may wait
 * in a shipped procedure that it executes in a wait: the end of one must not hide the others, or
 * nobody would wake them, or report that they never end. The lock is held for some instructions, in
 * steps of waits that are long already. */
static coral_published *newest;
static uint32_t publishing;

static void lock_published(void) {
    while (__atomic_exchange_n(&publishing, 1, __ATOMIC_ACQUIRE))
        sched_yield();
}

static void unlock_published(void) { __atomic_store_n(&publishing, 0, __ATOMIC_RELEASE); }

static uint32_t kind_of(const coral_published *p) {
    /* none would mean awake */
    return p->call->wait != CORAL_WAIT_NONE ? p->call->wait : CORAL_WAIT_SYNC_ALL;
}

static uint32_t lock_flag(void) {
    for (const coral_published *p = newest; p; p = p->older)
        if (p->call->wait == CORAL_WAIT_LOCK || p->call->wait == CORAL_WAIT_CRIT)
            return CORAL_WAIT_LOCKS;
    return 0;
}

static bool ends_with(const coral_call *call, const char *end) {
    size_t n = strlen(end);
    return call->file_len >= n && memcmp(call->file + call->file_len - n, end, n) == 0;
}

bool coral_speaks_c(const coral_call *call) {
    return call && (ends_with(call, ".c") || ends_with(call, ".h"));
}

bool coral_speaks_caf2(const coral_call *call) {
    return call && (ends_with(call, ".caf") || ends_with(call, ".CAF"));
}

/* The name of a statement in a sentence: Fortran's in capital letters, as its standard has them. */
void coral_statement_name(char *out, size_t room, const coral_call *call) {
    const char *what = call && call->what ? call->what : "";
    bool small = coral_speaks_c(call) || coral_speaks_caf2(call);
    size_t n = 0;
    for (; what[n] != 0 && n < room - 1; n++)
        out[n] = what[n] >= 'a' && what[n] <= 'z' && !small ? (char)(what[n] - 'a' + 'A') : what[n];
    out[n] = 0;
}

/* Shows the newest wait (layout.Status): the launcher reports deadlocks from it. */
static void show(void) {
    coral_status *s = coral_status_of(coral.rank);
    const coral_published *p = newest;
    if (p == NULL) {
        __atomic_store_n(&s->wait, (uint32_t)CORAL_WAIT_NONE, __ATOMIC_SEQ_CST);
        return;
    }
    const coral_call *call = p->call;
    size_t n = call->file_len < sizeof s->file - 1 ? call->file_len : sizeof s->file - 1;
    if (n > 0)
        memcpy(s->file, call->file, n);
    s->file[n] = 0;
    coral_statement_name((char *)s->what, sizeof s->what, call);
    __atomic_store_n(&s->line, (uint32_t)call->line, __ATOMIC_RELAXED);
    __atomic_store_n(&s->target, p->target, __ATOMIC_RELAXED);
    __atomic_store_n(&s->thread, p->thread, __ATOMIC_RELAXED);
    __atomic_store_n(&s->since, p->since, __ATOMIC_RELAXED);
    __atomic_store_n(&s->wait, kind_of(p) | lock_flag(), __ATOMIC_SEQ_CST);
}

/* The record belongs to the caller's wait, and must stay until coral_unpublish. */
void coral_publish(coral_published *p, const coral_call *call, uint32_t target, uint64_t since) {
    *p = (coral_published){
        .call = call, .target = target, .since = since, .thread = (uint32_t)syscall(SYS_gettid)};
    lock_published();
    for (coral_published *o = newest; o; o = o->older)
        if (o->thread == p->thread && !o->covered) {
            o->covered = true;
            break;
        }
    p->older = newest;
    newest = p;
    show();
    unlock_published();
}

uint32_t coral_put_off;

void coral_unpublish(coral_published *p) {
    uint32_t none = CORAL_NO_DELAYS; /* the look that would end this may never come */
    if (UNLIKELY(load32(&coral_put_off) == CORAL_NO_DELAYS))
        __atomic_compare_exchange_n(
            &coral_put_off, &none, 0, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    lock_published();
    coral_published **at = &newest;
    while (*at && *at != p)
        at = &(*at)->older;
    if (*at)
        *at = p->older;
    for (coral_published *o = p->older; o; o = o->older)
        if (o->thread == p->thread) {
            o->covered = false;
            break;
        }
    __atomic_fetch_add(&coral_status_of(coral.rank)->progress, 1u, __ATOMIC_SEQ_CST);
    show();
    unlock_published();
}

/* Whether all threads of this image that wait have looked since this was true before. */
static bool all_looked(void) {
    for (const coral_published *p = newest; p; p = p->older)
        if (!p->covered && !p->looked)
            return false;
    for (coral_published *p = newest; p; p = p->older)
        p->looked = false;
    return true;
}

/* Before each sleep: what this thread waits for has not come yet. */
void coral_note_look(coral_published *p) {
    if (UNLIKELY(coral_put_off != 0)) {
        uint32_t was = __atomic_exchange_n(&coral_put_off, 0, __ATOMIC_RELAXED);
        if (was == CORAL_WAS_DELAYED) { /* not all was looked at: the next look is to do that */
            __atomic_store_n(&coral_put_off, CORAL_NO_DELAYS, __ATOMIC_RELAXED);
            return;
        }
    }
    lock_published();
    p->looked = true;
    if (all_looked())
        __atomic_fetch_add(&coral_status_of(coral.rank)->looks, 1u, __ATOMIC_SEQ_CST);
    unlock_published();
}

void coral_rest(void) {
    static uint32_t nothing;
    coral_futex_wait(&nothing, 0, SLEEP_MILLISECONDS);
}

/* What a shipped procedure would wait for may need the statement in which this image runs it. Not
 * by stat=: it could only try again. */
void coral_must_not_wait(const coral_call *call) {
    if (!coral.image)
        coral_refuse_child(call);
    while (coral.left)
        coral_rest();
    coral_message(
        call, CORAL_R0602, "a procedure that another image has shipped here must not wait");
    coral_error_terminate(1);
}

bool coral_wait_slow(coral_waiter *w) {
    if (UNLIKELY(!coral.image))
        coral_refuse_child(w->call);
    if (UNLIKELY(load32(&coral.job->ending) != 0) && !w->last) {
        w->last = true; /* what was waited for may have come before the end: the caller looks */
        return false;
    }
    coral_check_ending();
    if (!w->slow) {
        w->slow = true;
        w->since = coral_now();
    }
    if (UNLIKELY(coral.shipped) && !(coral.left && w->call->wait == CORAL_WAIT_END))
        coral_must_not_wait(w->call);
    if (UNLIKELY(coral.async) && coral_above.waiting(w->call, w->armed)) {
        /* Others are at work with this image: more may come soon. */
        coral_wait_end_slow(w);
        w->armed = false;
        w->since = coral_now();
        return false;
    }
    uint32_t alert = load32(&coral.job->alert);
    if (alert != w->alert) {
        w->alert = alert;
        return true;
    }
    if (w->armed) {
        if (UNLIKELY(coral.async))
            coral_above.rest();
        coral_note_look(&w->published);
        coral_futex_wait(&coral.control->wake, w->wake, SLEEP_MILLISECONDS);
        w->wake = __atomic_load_n(&coral.control->wake, __ATOMIC_SEQ_CST);
        return false;
    }
    uint64_t now = coral_now();
    coral_return_home(w->since, now);
    if (now - w->since < YIELD_NANOSECONDS) {
        sched_yield();
        return false;
    }
    coral_publish(&w->published, w->call, w->target, w->since);
    __atomic_fetch_add(&coral.control->sleepers, 1, __ATOMIC_SEQ_CST);
    w->wake = __atomic_load_n(&coral.control->wake, __ATOMIC_SEQ_CST);
    /* before the caller's look, which is an acquire load: x86-64 needs none of this, and this step
     * is rare */
    fence();
    w->armed = true; /* the caller looks once more; then the next step sleeps */
    return false;
}

void coral_wait_end_slow(coral_waiter *w) {
    if (w->armed) {
        __atomic_fetch_sub(&coral.control->sleepers, 1, __ATOMIC_SEQ_CST);
        coral_unpublish(&w->published);
    }
}
