/* Short copies that wait for events of this image, without Go: thousands may, and each is begun,
 * found and done in some hundred nanoseconds. The program's thread looks for those that have their
 * event in its waits; a helper, a thread of its own, does while it computes.
 *
 * All programs have this file, since Go's part refers to it; it must not need the engine. */
#include "../coll/coll.h"
#include "event.h"
#include "async.h"
#include "copy.h"
#include "../mem/convert.h"
#include "../rma/copy.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void *__real_malloc(size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

/* One that waits. What is one piece of memory on both sides, as most are, is no more than this:
 * thousands of operands would be fetched from memory again, one by one, when their turn comes. */
typedef struct waiting {
    coral_caf_copy *copy; /* NULL: one piece */
    char *to;
    const char *from;
    size_t bytes;
    coral_event *after;
} waiting;

/* The copies that wait for one event, in the order in which they were begun: those that wait for
 * the same may go in any. */
typedef struct queue {
    coral_event *event;
    waiting *ring;
    size_t room, first, n; /* room is a power of two */
    uint64_t place;        /* of the first that has waited, since none did */
} queue;
enum { EVENTS = 64 };
static queue queues[EVENTS];
static int n_queues;
uint32_t coral_copies_waiting;

/* Held for some instructions, never while data are moved. */
static uint32_t locked;

static void lock(void) {
    while (__atomic_exchange_n(&locked, 1, __ATOMIC_ACQUIRE))
        sched_yield();
}

static void unlock(void) { __atomic_store_n(&locked, 0, __ATOMIC_RELEASE); }

/* Copies that are not in use: to give the memory of thousands back to the system, and to get it
 * again, takes longer than they do. */
enum { SPARES = 16384 };
static coral_caf_copy *spare;
static int n_spares;

coral_caf_copy *coral_copy_new(void) {
    lock();
    coral_caf_copy *c = spare;
    if (c) {
        spare = c->outer;
        n_spares--;
    }
    unlock();
    return c ? c : __real_malloc(sizeof *c);
}

void coral_copy_free(coral_caf_copy *c) {
    lock();
    bool keep = n_spares < SPARES;
    if (keep) {
        c->outer = spare;
        spare = c;
        n_spares++;
    }
    unlock();
    if (!keep)
        __real_free(c);
}

/* Makes room for one more in a queue. */
static bool grow(queue *q) {
    enum { LEAST = 64 };
    size_t room = q->room ? 2 * q->room : LEAST;
    waiting *ring = __real_malloc(room * sizeof *ring);
    if (ring == NULL)
        return false;
    for (size_t i = 0; i < q->n; i++)
        ring[i] = q->ring[(q->first + i) & (q->room - 1)];
    __real_free(q->ring);
    q->ring = ring;
    q->room = room;
    q->first = 0;
    return true;
}

/* Queues that are not in use keep their memory behind the others. */
static bool add(const waiting *w, coral_event *before, uint64_t place) {
    queue *q = queues;
    while (q < queues + n_queues && q->event != before)
        q++;
    if (q == queues + EVENTS || (q->n == q->room && !grow(q)))
        return false;
    if (q == queues + n_queues) {
        n_queues++;
        q->event = before;
        q->place = place;
    }
    q->ring[(q->first + q->n++) & (q->room - 1)] = *w;
    return true;
}

static void take(queue *q, waiting *w) {
    *w = q->ring[q->first];
    q->first = (q->first + 1) & (q->room - 1);
    if (--q->n == 0) {
        queue empty = *q;
        *q = queues[--n_queues];
        queues[n_queues] = empty;
    }
}

uint64_t coral_copies_place(void) {
    uint64_t place = 0;
    lock();
    for (int i = 0; i < n_queues; i++)
        if (queues[i].place != 0 && (place == 0 || queues[i].place < place))
            place = queues[i].place;
    unlock();
    return place;
}

uint64_t coral_copies_poster(const void *event) {
    uint64_t place = 0;
    if (__atomic_load_n(&coral_copies_waiting, __ATOMIC_ACQUIRE) == 0)
        return 0;
    lock();
    for (const queue *q = queues; q < queues + n_queues && place == 0; q++)
        for (size_t i = 0; i < q->n && place == 0; i++)
            if (q->ring[(q->first + i) & (q->room - 1)].after == event)
                place = q->place;
    unlock();
    return place;
}

bool coral_copy_is_one_piece(const coral_caf_copy *c) {
    const coral_array *to = &c->dest.part[0], *from = &c->src.part[0];
    return c->dest.n == 1 && c->src.n == 1 && c->value == NULL && coral_same_type(to, from) &&
        coral_same_shape(to, from) && coral_array_contiguous(to) && coral_array_contiguous(from);
}

/* A copy that has its event. */
static bool ready(waiting *w) {
    bool found = false;
    lock();
    for (int i = 0; i < n_queues && !found; i++) {
        found = coral_caf_try_take(queues[i].event);
        if (found)
            take(&queues[i], w);
    }
    unlock();
    return found;
}

static bool step(void) {
    waiting w;
    if (coral_delays_late() || !ready(&w))
        return false;
    if (LIKELY(w.copy == NULL)) {
        /* What those that still wait are going to move drives this out of the caches. */
        size_t behind = __atomic_load_n(&coral_copies_waiting, __ATOMIC_RELAXED);
        if (behind * w.bytes > coral_last_cache())
            coral_stream(w.to, w.from, w.bytes);
        else
            memmove(w.to, w.from, w.bytes);
    } else {
        coral_caf_move(w.copy);
        coral_caf_drop(w.copy);
    }
    coral_call call = {.what = "ev_after"};
    coral_caf_notify(&call, w.after);
    if (__atomic_sub_fetch(&coral_copies_waiting, 1, __ATOMIC_SEQ_CST) == 0)
        coral_wake(coral.control); /* coral_async_quiesce waits for it */
    return true;
}

/* Counts those that the program's thread has done, which alone writes it. */
static uint32_t own_steps;

bool coral_copies_step(void) {
    bool did = step();
    if (did)
        __atomic_store_n(&own_steps, own_steps + 1, __ATOMIC_RELAXED);
    return did;
}

/* The helper sleeps as long as no copy waits, and else looks from time to time. It has the core of
 * the program's thread, or one that others need: while that one is at it, it stays away. A
 * goroutine would do the same, but each time that it wakes where nothing of Go's runs, two more
 * threads of its runtime do, and each of them interrupts who copies. */
enum { AT_ONCE = 8, STACK = 256 << 10 };
/* nanoseconds */
static const long shortest_pause = 20 * 1000, longest_pause = 1000 * 1000,
                  pause_beside = 4 * 1000 * 1000;
static uint32_t asleep; /* the helper: until somebody says 0 */

/* Does some, unless the program's thread does; how many those are. */
static int help(bool beside) {
    int done = 0;
    while (!beside && done < AT_ONCE && step())
        done++;
    return done;
}

/* Whether the program's thread has done any since the last look. */
static bool is_at_it(void) {
    static uint32_t seen;
    uint32_t steps = __atomic_load_n(&own_steps, __ATOMIC_RELAXED);
    bool some = steps != seen;
    seen = steps;
    return some;
}

static void *helper(void *unused) {
    enum { HOUR = 3600 * 1000 };
    long pause = shortest_pause;
    for (;;) {
        if (__atomic_load_n(&coral_copies_waiting, __ATOMIC_SEQ_CST) == 0) {
            __atomic_store_n(&asleep, 1, __ATOMIC_SEQ_CST);
            if (__atomic_load_n(&coral_copies_waiting, __ATOMIC_SEQ_CST) == 0)
                coral_futex_wait(&asleep, 1, HOUR);
            __atomic_store_n(&asleep, 0, __ATOMIC_SEQ_CST);
            pause = shortest_pause;
        }
        bool beside = is_at_it();
        if (help(beside) > 0) {
            pause = shortest_pause;
            continue;
        }
        struct timespec t = {0, pause};
        coral_kernel_sleep(SYS_nanosleep, &t, 0, 0, NULL);
        long longest = beside ? pause_beside : longest_pause;
        pause = 2 * pause < longest ? 2 * pause : longest;
    }
    return unused;
}

/* A copy waits, and none did before. Where there can be no helper, copies wait until the program
 * does. */
static void wake_helper(void) {
    static bool there;
    if (LIKELY(there)) {
        if (__atomic_load_n(&asleep, __ATOMIC_SEQ_CST) &&
            __atomic_exchange_n(&asleep, 0, __ATOMIC_SEQ_CST))
            coral_futex_wake(&asleep, 1);
        return;
    }
    there = true;
    sigset_t all, mine;
    pthread_attr_t small;
    pthread_t thread;
    sigfillset(&all);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, STACK);
    pthread_attr_setdetachstate(&small, PTHREAD_CREATE_DETACHED);
    pthread_sigmask(SIG_BLOCK, &all, &mine); /* they are for the program's threads */
    pthread_create(&thread, &small, helper, NULL);
    pthread_sigmask(SIG_SETMASK, &mine, NULL);
    pthread_attr_destroy(&small);
}

bool coral_copy_wait(coral_caf_copy *c, coral_event *before, coral_event *after) {
    if (coral.library || coral.shipped || coral_delays_late())
        return false;
    waiting w = {.copy = c, .after = after};
    if (LIKELY(coral_copy_is_one_piece(c)))
        w = (waiting){NULL, c->dest.part[0].addr, c->src.part[0].addr,
            (size_t)c->dest.count * c->dest.part[0].size, after};
    lock();
    bool added = add(&w, before, c->place);
    uint32_t had = added ? __atomic_fetch_add(&coral_copies_waiting, 1, __ATOMIC_SEQ_CST) : 1;
    unlock();
    if (added && w.copy == NULL)
        coral_caf_drop(c);
    if (had == 0)
        wake_helper();
    return added;
}
