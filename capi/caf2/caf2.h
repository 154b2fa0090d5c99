/* What the parts of CAF 2.0 share: events by their real address (coral_real). Called by the thread
 * that runs the program's statements. */
#ifndef CORAL_CAF2_H
#define CORAL_CAF2_H

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
int64_t coral_caf_id(const coral_event *e);    /* unique over all images */
void coral_caf_look(const coral_call *call);   /* lets notifications of others come in */
/* NULL: reported */
coral_team *coral_caf_member_of(const coral_call *call, const coral_team_value *team);
/* team.c: makes a team, by the address of its record, the current one until coral_caf_leave;
 * NULL: leaves things as they are. False: reported */
bool coral_caf_enter(const coral_call *call, const int64_t *address);
void coral_caf_leave(void);

/* op.c: operators by the numbers that generated code has; NULL: not for this type. */
coral_op *coral_caf_op(int op, const coral_array *a);
/* progress.c, if the program needs it */
void coral_async_start(void) __attribute__((weak));
bool coral_async_progress(const coral_call *call) __attribute__((weak));
bool coral_async_attend(const coral_call *call) __attribute__((weak)); /* the same for a waiter */
/* sleepy: the next step is to sleep */
bool coral_async_waiting(const coral_call *call, bool sleepy) __attribute__((weak));
void coral_async_rest(void) __attribute__((weak));
void coral_async_quiesce(const coral_call *call) __attribute__((weak));
void coral_async_settled(void) __attribute__((weak));
#pragma GCC visibility pop
#endif
