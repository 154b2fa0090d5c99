/* bcast and reduction of XcalableMP that go on behind their directive, async(id), by the engine of
 * CAF 2.0, and wait_async. All operations that a node begins by one id notify one event of its own:
 * wait_async takes as many counts as it has begun. An id stays known when nothing is pending by it.
 */
#include "xmp.h"
#include "collective.h"
#include "../caf2/caf2.h"
#include "../async/async.h"

#include <stddef.h>
#include <stdio.h>

CORAL_NEEDS_ASYNC;

void *__real_calloc(size_t, size_t) __attribute__((weak));

/* In no slot: the event is of this image alone. */
typedef struct pending {
    struct pending *next;
    int64_t id, begun;
    coral_event event;
    const char *what; /* the last that was begun, and where */
    uint64_t place;
    const coral_team *team; /* that has begun it, as its operation of this number */
    uint64_t number;
    /* where memory is not shared, others are asked once in a wait, when it has become long */
    uint64_t since;
    bool asked;
    int64_t missing; /* what they said */
} pending;
static pending *first;

static pending *find(int64_t id) {
    pending *p = first;
    while (p != NULL && p->id != id)
        p = p->next;
    return p;
}

/* A program that never waits takes a variable for defined that is not. */
static void never_waited(void) {
    for (const pending *p = first; p != NULL; p = p->next) {
        if (p->begun == 0)
            continue;
        char text[128];
        coral_call call = {.what = p->what};
        coral_caf_at_place(&call, p->place);
        snprintf(text, sizeof text,
            "no wait_async(%lld) follows before the program ends: the variable may not have its "
            "value",
            (long long)p->id);
        coral_warn(&call, text);
    }
}

static pending *of_event(const coral_event *e) {
    return (pending *)((const char *)e - offsetof(pending, event));
}

/* missing where others are asked by messages. */
static int64_t said_missing(pending *p) {
    const uint64_t patience = 1000000000; /* nanoseconds */
    if (!p->asked && coral_now() - p->since > patience) {
        p->asked = true;
        p->missing = coralgo_async_not_begun(p->team->id, p->number);
    }
    return p->missing;
}

/* The number, from 1, of the first of the members that have not begun what a node waits for; 0: all
 * have, or it is not known. */
static int64_t missing(const coral_event *e) {
    pending *p = of_event(e);
    if (p->team == NULL)
        return 0;
    if (coral.library)
        return said_missing(p);
    for (int m = 0; m < p->team->n; m++)
        if (load64(&coral_team_of(p->team, m)->begun) < p->number)
            return m + 1;
    return 0;
}

static const coral_call *behind_member(
    coral_caf_shown *s, const coral_call *call, const coral_event *e, int64_t member) {
    const pending *p = of_event(e);
    char why[96];
    snprintf(why, sizeof why, "for image %d, which has not begun %s",
        coral_member_rank(p->team, (int)member - 1) + 1, p->what);
    return coral_caf_waits_for(s, call, why, p->place);
}

static const coral_caf_cause members = {.subject = missing, .show = behind_member, .often = true};

/* The event that the operation begun next by this id notifies. */
static coral_event *begun(const coral_call *call, int64_t id) {
    pending *p = find(id);
    if (p == NULL) {
        if ((p = __real_calloc(1, sizeof *p)) == NULL)
            coral_fatal(CORAL_R0302, "no memory for an asynchronous operation");
        p->id = id;
        p->next = first;
        first = p;
    }
    p->begun++;
    p->what = call->what;
    p->place = coral_caf_place(call);
    p->team = coral.team;
    p->number = coral.team->mine->begun + 1;
    coral_at_end = never_waited;
    return &p->event;
}

static void reduce(const coral_call *call, const coral_array *a, int op, coral_op *combine,
    int64_t id) {
    enum { FIRST = 10 }; /* behind CAF 2.0's; async_unsafe.go has the names */
    if (!coral_xmp_is_operation(call, a, combine))
        return;
    coral_xmp_truth(a, op, combine);
    coral_caf_collect_in_place(
        call, CORAL_XMP_REDUCTION, a, 0, FIRST + op, combine, begun(call, id));
}

static void broadcast(const coral_call *call, const coral_array *a, int root, int64_t id) {
    if (coral_xmp_is_node(call, root))
        coral_caf_collect_in_place(call, CORAL_XMP_BCAST, a, root - 1, 0, NULL, begun(call, id));
}

#pragma GCC visibility push(default)

void coral_xmp_reduce_async(void *p, unsigned long size, int rank, const long *n,
    const long *steps, int class, int op, long id, int line, const char *file) {
    XMP("reduction async", CORAL_WAIT_COLL);
    coral_array a = coral_xmp_array(p, size, rank, n, steps);
    coral_xmp_set_operand(&a, class, op);
    reduce(&call, &a, op, coral_xmp_operation(class, size, op), id);
}

void coral_xmp_bcast_async(void *p, unsigned long size, int rank, const long *n,
    const long *steps, int class, int root, long id, int line, const char *file) {
    XMP("bcast async", CORAL_WAIT_COLL);
    coral_array a = coral_xmp_array(p, size, rank, n, steps);
    coral_xmp_set_type(&a, class);
    broadcast(&call, &a, root, id);
}

/* The same of variables of Fortran. */
void coral_xmp_reduction_async(
    const void *descriptor, int op, long id, int line, const char *file) {
    XMP("reduction async", CORAL_WAIT_COLL);
    coral_array a;
    coral_array_from(&a, descriptor);
    reduce(&call, &a, op, coral_xmp_operation_on(&a, op), id);
}

void coral_xmp_broadcast_async(
    const void *descriptor, int root, long id, int line, const char *file) {
    XMP("bcast async", CORAL_WAIT_COLL);
    coral_array a;
    coral_array_from(&a, descriptor);
    broadcast(&call, &a, root, id);
}

/* Ends when all that this node has begun by the id is complete: puts of gmove on the other node,
 * collectives here. */
void coral_xmp_wait_async(long id, int line, const char *file) {
    XMP("wait_async", CORAL_WAIT_COLL);
    if (UNLIKELY(coral.library))
        coral_library_sync_memory(&call);
    for (pending *p = find(id); p != NULL && p->begun > 0; p->begun--) {
        p->since = coral_now();
        p->asked = false;
        p->missing = 0;
        coral_caf_await_cause(&call, &p->event, &members);
    }
}

#pragma GCC visibility pop
