/* Event sets of CAF 2.0 (CAF 2.0 paper, 5.4): a list of events with the number of times each was
 * observed, sorted by that number. New members stand behind those with count zero, one that was
 * observed behind those with its new count: the order is the priority in which a wait looks. */
#include "../coll/coll.h"
#include "caf2.h"
#include "../net/library.h"
#include "../core/place.h"

#include <string.h>

void *__real_malloc(size_t) __attribute__((weak));
void *__real_realloc(void *, size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

typedef struct member {
    coral_event *event;
    int64_t count;
} member;

typedef struct event_set {
    int n, room;
    member *list;
} event_set;

#define PLACED const int32_t *line, const char *file, size_t file_len

/* The handle is the variable's first component. */
static event_set *set_at(const coral_call *call, int64_t addr) {
    event_set *s = *(event_set **)addr;
    if (UNLIKELY(s == NULL))
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0212, "the event set is not initialised");
    return s;
}

static void destroy(int64_t addr) {
    event_set *s = *(event_set **)addr;
    if (s) {
        __real_free(s->list);
        __real_free(s);
    }
    *(event_set **)addr = NULL;
}

static int find(const event_set *s, const coral_event *e) {
    for (int i = 0; i < s->n; i++)
        if (s->list[i].event == e)
            return i;
    return -1;
}

/* Behind all members with at most its count. */
static void insert(event_set *s, member m) {
    int i = s->n++;
    for (; i > 0 && s->list[i - 1].count > m.count; i--)
        s->list[i] = s->list[i - 1];
    s->list[i] = m;
}

static member take_out(event_set *s, int i) {
    member m = s->list[i];
    memmove(&s->list[i], &s->list[i + 1], (size_t)(--s->n - i) * sizeof m);
    return m;
}

static void observed(event_set *s, int i) {
    member m = take_out(s, i);
    m.count++;
    insert(s, m);
}

void coral_caf_eventset_init_(const int64_t *addr, PLACED) {
    (void)line, (void)file, (void)file_len;
    destroy(*addr);
    event_set *s = __real_malloc(sizeof *s);
    if (s == NULL)
        coral_fatal(CORAL_R0302, "no memory for an event set");
    *s = (event_set){0};
    *(event_set **)*addr = s;
}

void coral_caf_eventset_add_(const int64_t *addr, const int64_t *event, PLACED) {
    STATEMENT("eventset_add", CORAL_WAIT_NONE);
    event_set *s = set_at(&call, *addr);
    coral_event *e = coral_caf_event_at(*event);
    if (s == NULL)
        return;
    if (find(s, e) >= 0) {
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0212, "the event is in the set already");
        return;
    }
    if (s->n == s->room) {
        s->room = 2 * s->room + 8;
        s->list = __real_realloc(s->list, (size_t)s->room * sizeof *s->list);
        if (s->list == NULL)
            coral_fatal(CORAL_R0302, "no memory for a set of %d events", s->n + 1);
    }
    insert(s, (member){e, 0});
}

void coral_caf_eventset_remove_(const int64_t *addr, const int64_t *event, PLACED) {
    STATEMENT("eventset_remove", CORAL_WAIT_NONE);
    event_set *s = set_at(&call, *addr);
    int i = s ? find(s, coral_caf_event_at(*event)) : -1;
    if (s && i < 0)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0212, "the event is not in the set");
    else if (s)
        take_out(s, i);
}

void coral_caf_eventset_destroy_(const int64_t *addr, PLACED) {
    STATEMENT("eventset_destroy", CORAL_WAIT_NONE);
    if (set_at(&call, *addr))
        destroy(*addr);
}

static bool can_wait(const coral_call *call, const event_set *s) {
    for (int i = 0; i < s->n; i++)
        if (!coral_caf_check_own(call, s->list[i].event))
            return false;
    return true;
}

/* Takes a count of the first member, of all or of those with the fewest observations, that has one;
 * -1: none has. */
static int take_first(const event_set *s, bool fair) {
    for (int i = 0; i < s->n && !(fair && s->list[i].count > s->list[0].count); i++)
        if (coral_caf_try_take(s->list[i].event))
            return i;
    return -1;
}

/* Waits in the library for any of the members. Those of this image alone, on its stack, are among
 * them: asynchronous operations notify them while it waits. */
static void await_library(const coral_call *call, const event_set *s, bool fair) {
    coral_event **list = __real_malloc((size_t)s->n * sizeof *list);
    if (list == NULL)
        coral_fatal(CORAL_R0302, "no memory for a wait for %d events", s->n);
    int n = 0;
    for (int i = 0; i < s->n && !(fair && s->list[i].count > s->list[0].count); i++)
        list[n++] = s->list[i].event;
    coral_library_event_any(call, list, n);
    __real_free(list);
}

static int await_any(const coral_call *call, const event_set *s, bool fair) {
    coral_waiter w = {.call = call, .target = 1};
    int i;
    coral_caf_look(call);
    while ((i = take_first(s, fair)) < 0)
        if (UNLIKELY(coral.library))
            await_library(call, s, fair);
        else
            coral_wait(&w);
    coral_wait_end(&w);
    return i;
}

static void wait_any(const coral_call *call, int64_t addr, int64_t *id, bool fair) {
    event_set *s = set_at(call, addr);
    *id = 0;
    if (s == NULL || !can_wait(call, s))
        return;
    if (s->n == 0) {
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0212,
            "the event set is empty: there is nothing to wait for");
        return;
    }
    int i = await_any(call, s, fair);
    *id = coral_caf_id(s->list[i].event);
    observed(s, i);
}

void coral_caf_eventset_waitany_(const int64_t *addr, int64_t *id, PLACED) {
    STATEMENT("eventset_waitany", CORAL_WAIT_EVENT);
    wait_any(&call, *addr, id, false);
}

void coral_caf_eventset_waitany_fair_(const int64_t *addr, int64_t *id, PLACED) {
    STATEMENT("eventset_waitany_fair", CORAL_WAIT_EVENT);
    wait_any(&call, *addr, id, true);
}

void coral_caf_eventset_waitall_(const int64_t *addr, PLACED) {
    STATEMENT("eventset_waitall", CORAL_WAIT_EVENT);
    event_set *s = set_at(&call, *addr);
    if (s == NULL || !can_wait(&call, s))
        return;
    for (int i = 0; i < s->n; i++) { /* all counts grow by one: the order stays */
        coral_caf_await(&call, s->list[i].event);
        s->list[i].count++;
    }
}

/* Those of other images: one message takes what one image gets of the members that follow each
 * other. */
static void notify_library(const coral_call *call, const event_set *s) {
    coral_event *list[CORAL_POSTS_EACH];
    int n = 0;
    for (int i = 0; i <= s->n; i++) {
        coral_event *e = i < s->n ? s->list[i].event : NULL;
        if (e && coral_caf_is_own(e))
            continue;
        if (n > 0 &&
            (e == NULL || n == CORAL_POSTS_EACH || coral_rank_of(e) != coral_rank_of(list[0]))) {
            coral_library_event_post_each(call, list, n);
            n = 0;
        }
        if (e && coral_has_failed(coral_rank_of(e)))
            coral_member_error(call, coral_stat_failed_image, coral_rank_of(e) + 1);
        else if (e)
            list[n++] = e;
    }
}

void coral_caf_eventset_notifyall_(const int64_t *addr, PLACED) {
    STATEMENT("eventset_notifyall", CORAL_WAIT_NONE);
    event_set *s = set_at(&call, *addr);
    if (s && UNLIKELY(coral.library))
        notify_library(&call, s);
    for (int i = 0; s && i < s->n; i++)
        if (LIKELY(!coral.library) || coral_caf_is_own(s->list[i].event))
            coral_caf_notify(&call, s->list[i].event);
}
