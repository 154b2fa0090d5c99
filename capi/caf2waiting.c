/* Short copies that wait for events of this image, without Go: thousands may, and each is begun, found and done in some hundred nanoseconds. The program's
 * thread looks for those that have their event in its waits; Go's helper does while it computes.
 *
 * All programs have this file, since Go's part refers to it; it must not need the engine. */
#include "internal.h"
#include "caf2.h"
#include "caf2async.h"
#include "caf2copy.h"

#include <sched.h>
#include "_cgo_export.h"

void *__real_malloc(size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

/* The copies that wait for one event, in the order in which they were begun: those that wait for the same may go in any. */
typedef struct queue {
    coral_event *event;
    coral_caf_copy *first, *last;
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

static bool add(coral_caf_copy *c, coral_event *before) {
    queue *q = queues;
    while (q < queues + n_queues && q->event != before)
        q++;
    if (q == queues + EVENTS)
        return false;
    if (q == queues + n_queues) {
        n_queues++;
        *q = (queue){before, c, c};
        return true;
    }
    q->last->outer = c;
    q->last = c;
    return true;
}

bool coral_copy_wait(coral_caf_copy *c, coral_event *before, coral_event *after) {
    if (coral.library || coral.shipped || coral_delays_late())
        return false;
    c->outer = NULL;
    c->after = after;
    lock();
    bool added = add(c, before);
    uint32_t had = added ? __atomic_fetch_add(&coral_copies_waiting, 1, __ATOMIC_SEQ_CST) : 1;
    unlock();
    if (had == 0)
        coralgo_async_help();
    return added;
}

/* A copy that has its event. */
static coral_caf_copy *ready(void) {
    coral_caf_copy *c = NULL;
    lock();
    for (int i = 0; i < n_queues && c == NULL; i++) {
        queue *q = &queues[i];
        if (!coral_caf_try_take(q->event))
            continue;
        c = q->first;
        q->first = c->outer;
        if (q->first == NULL)
            *q = queues[--n_queues];
    }
    unlock();
    return c;
}

bool coral_copies_step(void) {
    coral_caf_copy *c = coral_delays_late() ? NULL : ready();
    if (c == NULL)
        return false;
    coral_call call = {.what = "ev_after"};
    coral_event *after = c->after;
    coral_caf_move(c);
    coral_caf_drop(c);
    coral_caf_notify(&call, after);
    __atomic_fetch_sub(&coral_copies_waiting, 1, __ATOMIC_SEQ_CST);
    return true;
}
