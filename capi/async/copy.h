/* A copy of CAF 2.0 that goes on behind its statement. */
#ifndef CORAL_CAF2COPY_H
#define CORAL_CAF2COPY_H

#include "../net/net.h"

#pragma GCC visibility push(hidden)

/* One side: sections whose elements follow each other, as vector subscripts make them. Addresses
 * are real ones. */
typedef struct coral_side {
    int n, room;
    int64_t count; /* elements of all */
    coral_array *part;
    coral_array one; /* part, as long as there is no more than one */
} coral_side;

typedef struct coral_caf_copy {
    coral_side dest, src;
    char *value; /* of a source that is no variable */
    uint64_t place; /* of the statement */
    struct coral_caf_copy *outer; /* whose operands are being collected, too */
} coral_caf_copy;

/* waiting.c: memory of one; NULL: there is none. Any thread. */
coral_caf_copy *coral_copy_new(void);
void coral_copy_free(coral_caf_copy *c);

/* From one piece of memory to another. */
bool coral_copy_is_one_piece(const coral_caf_copy *c);
/* waiting.c: has a short copy wait for an own event, without Go; false: Go must do it. */
bool coral_copy_wait(coral_caf_copy *c, coral_event *before, coral_event *after);

void coral_caf_move(const coral_caf_copy *c); /* any thread */
void coral_caf_drop(coral_caf_copy *c);

#pragma GCC visibility pop
#endif
