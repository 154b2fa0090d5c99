/* What the statements of CAF 2.0 share. */
#ifndef CORAL_CAF2_H
#define CORAL_CAF2_H

#include "../async/event.h"

#pragma GCC visibility push(hidden)
/* NULL: reported */
coral_team *coral_caf_member_of(const coral_call *call, const coral_team_value *team);
/* team.c: makes a team, by the address of its record, the current one until coral_caf_leave;
 * NULL: leaves things as they are. False: reported */
bool coral_caf_enter(const coral_call *call, const int64_t *address);
void coral_caf_leave(void);
/* team.c: coral_caf_enter for a blocking collective, which tells other images that what this one
 * has put before is in place. */
bool coral_caf_enter_collective(const coral_call *call, const int64_t *address);
/* What this image has put before is where it belongs when others hear of it. */
HOT void coral_caf_fence(const coral_call *call) {
    if (UNLIKELY(coral.library))
        coral_library_sync_memory(call);
}

/* op.c: operators by the numbers that generated code has; NULL: not for this type. */
coral_op *coral_caf_op(int op, const coral_array *a);
#pragma GCC visibility pop

/* What an operation does with memory of this image while it goes on. */
HOT int coral_touches(bool reads, bool writes) {
    return (int)((reads ? CORAL_TOUCH_READS : 0) | (writes ? CORAL_TOUCH_WRITES : 0));
}

/* collect.c: begins CORAL_XMP_REDUCTION or CORAL_XMP_BCAST of a variable, over the current team.
 * which and op: of the reduction, by the number that the members compare, and by what is done. */
void coral_caf_collect_in_place(const coral_call *call, int kind, const coral_array *a, int root,
    int which, coral_op *op, coral_event *after);

struct coral_layout;
/* spawn.c: elements [from, from+count) of an array whose structures travel in parts, behind each
 * other in memory of their own; coral_take_elements undoes it. */
char *coral_ship_elements(
    const struct coral_layout *l, const coral_array *a, int64_t from, int64_t count, size_t *bytes);

/* collect.c: all collectives that go on, for programs and for those that wait. */
void coral_caf_collective(const int32_t *kind, const void *src, const void *dest,
    const int32_t *variable, const int32_t *root, const int32_t *op, const int32_t *how,
    void (*by)(void), const int64_t *event, const int64_t *team, const int32_t *line,
    const void *file);

#endif
