/* What goes on behind its statement in CAF 2.0, for C: events by their real address (coral_real),
 * and how waits advance it. Called by the thread that runs the program's statements. */
#ifndef CORAL_ASYNC_EVENT_H
#define CORAL_ASYNC_EVENT_H

#include "../coll/coll.h"

#pragma GCC visibility push(hidden)
coral_event *coral_caf_event_at(int64_t addr);
bool coral_caf_is_own(const coral_event *e);
bool coral_caf_check_own(const coral_call *call, const coral_event *e); /* false: reported */
void coral_caf_notify(const coral_call *call, coral_event *e);
/* the data of a copy have been put; NULL: no event */
void coral_caf_tell_copied(const coral_call *call, coral_event *e);
/* one count of an own event, if it has some. Any thread */
bool coral_caf_try_take(coral_event *e);
void coral_caf_await(const coral_call *call, coral_event *e);
/* What a wait for an event shows of why it has not come: a subject, which may change while it
 * waits, and the statement and words for one. */
typedef struct coral_caf_shown {
    coral_call call;
    char file[128];
} coral_caf_shown;
typedef struct coral_caf_cause {
    int64_t (*subject)(const coral_event *e); /* 0: none is known */
    const coral_call *(*show)(
        coral_caf_shown *s, const coral_call *call, const coral_event *e, int64_t subject);
    bool often; /* the subject is asked for whenever the wait looks */
} coral_caf_cause;
void coral_caf_await_cause(const coral_call *call, coral_event *e, const coral_caf_cause *cause);
/* A statement, and why it waits for one at a place: the words stand between their lines. */
const coral_call *coral_caf_waits_for(
    coral_caf_shown *s, const coral_call *call, const char *why, uint64_t place);
int64_t coral_caf_id(const coral_event *e);    /* unique over all images */
void coral_caf_look(const coral_call *call);   /* lets notifications of others come in */
/* progress.c, if the program needs it */
void coral_async_start(void) __attribute__((weak));
void coral_async_look(const coral_call *call) __attribute__((weak));
bool coral_async_attend(const coral_call *call) __attribute__((weak)); /* the same for a waiter */
/* sleepy: the next step is to sleep */
bool coral_async_waiting(const coral_call *call, bool sleepy) __attribute__((weak));
void coral_async_rest(void) __attribute__((weak));
void coral_async_quiesce(const coral_call *call) __attribute__((weak));
void coral_async_settled(void) __attribute__((weak));
#pragma GCC visibility pop
#endif
