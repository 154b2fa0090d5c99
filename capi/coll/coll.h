/* Collective subroutines, and the operations of reductions. */
#ifndef CORAL_COLL_H
#define CORAL_COLL_H

#include "../sync/sync.h"

#pragma GCC visibility push(hidden)

/* collective.c */
int coral_allreduce(coral_team *t, const coral_call *call, void *buf, size_t len, size_t n,
    size_t size, coral_op *op, void *context);

/* cosubs.c: a user's operation, by the type of its operands: a function of two arguments by
 * reference (NULL: the runtime cannot call it), or a subroutine that sets its third argument. The
 * context is the procedure. */
coral_op *coral_op_by_function(const coral_array *a);
coral_op coral_op_by_subroutine;

/* cosubs.c: over the current team, by either path. 0, or the stat that was reported. */
int coral_team_broadcast(const coral_call *call, const coral_array *a, int source);
/* cosubs.c: all members of the current team bring the same number of bytes to the same collective:
 * else they would wait for each other's parts, or take them for their own. */
int coral_agree(coral_team *t, const coral_call *call, int64_t bytes);
/* cosubs.c: a coral_op that joins what members bring, each bytes of its own among zeros. */
coral_op coral_or_bytes;
/* result -1: all */
int coral_team_reduce(
    const coral_call *call, const coral_array *a, int result, coral_op *op, void *context);

/* reduce.c */
coral_op *coral_op_for(int which, const coral_array *a); /* NULL: not for this type */
enum { CORAL_OP_SUM, CORAL_OP_MIN, CORAL_OP_MAX };

#pragma GCC visibility pop

#endif
