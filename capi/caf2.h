/* What the parts of CAF 2.0 share: events by their real address (coral_real). Called by the thread
 * that runs the program's statements. */
#ifndef CORAL_CAF2_H
#define CORAL_CAF2_H

#include "internal.h"

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
/* caf2team.c: makes a team, by the address of its record, the current one until coral_caf_leave;
 * NULL: leaves things as they are. False: reported */
bool coral_caf_enter(const coral_call *call, const int64_t *address);
void coral_caf_leave(void);

/* caf2op.c: operators by the numbers that generated code has; NULL: not for this type. */
coral_op *coral_caf_op(int op, const coral_array *a);
#pragma GCC visibility pop
#endif
