/* Short copies that wait for events of this image, without Go: thousands may, and each is begun, found and done in some hundred nanoseconds. The program's
 * thread looks for those that have their event in its waits; Go's helper does while it computes.
 *
 * All programs have this file, since Go's part refers to it; it must not need the engine. */
#include "internal.h"
#include "caf2.h"
#include "caf2async.h"
#include "caf2copy.h"
#include "convert.h"

#include <sched.h>
#include <string.h>
#include "_cgo_export.h"

void *__real_malloc(size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

/* One that waits. What is one piece of memory on both sides, as most are, is no more than this: thousands of operands would be fetched from memory again, one by
 * one, when their turn comes. */
typedef struct waiting {
    coral_caf_copy *copy; /* NULL: one piece */
    char *to;
    const char *from;
    size_t bytes;
    coral_event *after;
} waiting;

/* The copies that wait for one event, in the order in which they were begun: those that wait for the same may go in any. */
typedef struct queue {
    coral_event *event;
    waiting *ring;
    size_t room, first, n; /* room is a power of two */
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

/* Copies that are not in use: to give the memory of thousands back to the system, and to get it again, takes longer than they do. */
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
static bool add(const waiting *w, coral_event *before) {
    queue *q = queues;
    while (q < queues + n_queues && q->event != before)
        q++;
    if (q == queues + EVENTS || (q->n == q->room && !grow(q)))
        return false;
    if (q == queues + n_queues) {
        n_queues++;
        q->event = before;
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

static bool is_one_piece(const coral_caf_copy *c) {
    const coral_array *to = &c->dest.part[0], *from = &c->src.part[0];
    return c->dest.n == 1 && c->src.n == 1 && c->value == NULL && coral_same_type(to, from) && coral_same_shape(to, from) && coral_array_contiguous(to) &&
           coral_array_contiguous(from);
}

bool coral_copy_wait(coral_caf_copy *c, coral_event *before, coral_event *after) {
    if (coral.library || coral.shipped || coral_delays_late())
        return false;
    waiting w = {.copy = c, .after = after};
    if (LIKELY(is_one_piece(c)))
        w = (waiting){NULL, c->dest.part[0].addr, c->src.part[0].addr, (size_t)c->dest.count * c->dest.part[0].size, after};
    lock();
    bool added = add(&w, before);
    uint32_t had = added ? __atomic_fetch_add(&coral_copies_waiting, 1, __ATOMIC_SEQ_CST) : 1;
    unlock();
    if (added && w.copy == NULL)
        coral_caf_drop(c);
    if (had == 0)
        coralgo_async_help();
    return added;
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
    if (LIKELY(w.copy == NULL))
        memmove(w.to, w.from, w.bytes);
    else {
        coral_caf_move(w.copy);
        coral_caf_drop(w.copy);
    }
    coral_call call = {.what = "ev_after"};
    coral_caf_notify(&call, w.after);
    __atomic_fetch_sub(&coral_copies_waiting, 1, __ATOMIC_SEQ_CST);
    return true;
}

/* Counts those that the program's thread has done. */
static uint32_t own_steps;

bool coral_copies_step(void) {
    bool did = step();
    if (did)
        __atomic_fetch_add(&own_steps, 1, __ATOMIC_RELAXED);
    return did;
}

/* Go's helper has the same core, or one that others need: while the program's thread is at it, it stays away. */
int coral_copies_help(void) {
    enum { AT_ONCE = 8 };
    static uint32_t seen;
    uint32_t steps = __atomic_load_n(&own_steps, __ATOMIC_RELAXED);
    int done = 0;
    while (steps == seen && done < AT_ONCE && step())
        done++;
    seen = steps;
    return done;
}
