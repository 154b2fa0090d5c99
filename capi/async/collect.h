/* A collective of CAF 2.0 that goes on, as the file that begins it and the one that Go calls back
 * know it. */
#ifndef CORAL_CAF2COLLECT_H
#define CORAL_CAF2COLLECT_H

#include "../coll/coll.h"
#include "event.h"
#include "async.h"

void *__real_malloc(size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

/* How a user's procedure is called; package lower has the same numbers. */
enum { BUILT_IN, FUNCTION, SUBROUTINE, RICE };

typedef struct coral_caf_operation {
    coral_caf_operands operands; /* first: Go knows it */
    coral_array dest;
    coral_combination combination;
    char *packed_in, *packed_out;
    void (*user)(void); /* an operator or a comparison */
    const struct coral_layout *layout; /* of structures that travel in parts */
    int members;        /* then */
    int how;            /* of a comparison: 100 times the class and the kind of its result */
} coral_caf_operation;

/* short.c: where such an operation of a team may be begun without Go, to be filled in up to
 * after; NULL: it may not. */
coral_short *coral_short_new(coral_team *t, int kind);
/* Begins it, and does it as far as it can be: what is in may change afterwards. False: it is too
 * long, or Go must do it. */
bool coral_short_begin(coral_short *o, const void *in);

HOT void *coral_caf_need(size_t bytes) {
    void *p = __real_malloc(bytes + 1);
    if (p == NULL)
        coral_fatal(CORAL_R0302, "no memory for a collective of %zu bytes", bytes);
    return p;
}

#endif
