/* The message of shipped procedures: for each coral_shipped, then its arguments one behind the
 * other. Behind a call may stand a coral_shipped whose procedure is CORAL_SHIPPED_LIKE, with what
 * travels of further calls that are like that one else: each value in a multiple of 8 bytes,
 * without heads. */
#ifndef CORAL_CAF2SPAWN_H
#define CORAL_CAF2SPAWN_H

#include "../coll/coll.h"

struct coral_layout;

/* How an argument is passed: coral_caf2 has the same numbers. */
enum { CORAL_SHIPPED_IN_PARTS = 2 };
enum { CORAL_SHIPPED_LIKE = 0 }; /* where the slot begins is no procedure */
enum {
    CORAL_SHIPPED_ADDRESS,
    CORAL_SHIPPED_DESCRIPTOR,
    CORAL_SHIPPED_REGISTER,
    CORAL_SHIPPED_ABSENT,
    CORAL_SHIPPED_RESULT,
    CORAL_SHIPPED_TYPED
};

typedef struct coral_shipped {
    int64_t procedure;               /* from the slot's base */
    /* coral_class and kind of the function's result, and of the variable for it; 0: a subroutine */
    uint8_t types[4];
    uint32_t bytes;                  /* with the arguments */
} coral_shipped;

typedef struct coral_shipped_arg {
    /* travels: 0, 1, or CORAL_SHIPPED_IN_PARTS */
    uint8_t mode, rank, type, kind, travels, reserved[3];
    uint32_t size;  /* of an element */
    uint32_t bytes; /* to the next argument */
    uint64_t like;  /* coral_likeness; of the variable for the result, its image's rank */
    /* from the slot's base: of what does not travel; of the procedure that has the variable, for
     * what travels in parts */
    int64_t place;
    struct { int64_t lower, extent, step; } dim[]; /* then the elements, those that travel */
} coral_shipped_arg;

/* What travels of an argument stands behind its head; of the target's own with a dynamic type
 * (CORAL_SHIPPED_TYPED) three words that say which. */
enum { CORAL_TYPE_WORDS = 3 };
static inline size_t coral_shipped_head(const coral_shipped_arg *g) {
    return sizeof *g + g->rank * sizeof g->dim[0];
}
static inline size_t coral_shipped_values(const coral_shipped_arg *g) {
    return g->bytes - coral_shipped_head(g);
}
static inline const coral_shipped_arg *coral_shipped_next(const coral_shipped_arg *g) {
    return (const void *)((const char *)g + g->bytes);
}

/* shipped.c: the next so many bytes of the argument that arrives in parts. */
const char *coral_shipped_take(size_t bytes);

static inline char *coral_element(const coral_array *a, int64_t index) {
    char *p = a->addr;
    for (int d = 0; d < a->rank; d++) {
        p += index % a->dim[d].extent * a->dim[d].step;
        index /= a->dim[d].extent;
    }
    return p;
}

/* shipped.c: elements [from, from+count) of an array whose structures travel in parts, from memory
 * in which they lie behind each other, by the layout of their type. */
void coral_take_elements(const struct coral_layout *l, const coral_array *a, int64_t from,
    int64_t count, const char *parts);

/* shipped.c: reads an object's parts, and has the variable for an argument that comes in parts.
 */
void coral_take_object(const struct coral_layout *l, char *object);
void coral_layout_arrive(const int64_t *count);

/* internal.c: whether a procedure's code is in the executable, and the procedure without what
 * finds its host's variables. */
bool coral_is_of_program(void (*procedure)(void));
void (*coral_procedure_itself(void (*procedure)(void)))(void);

/* The procedure as this image calls it. */
void (*coral_procedure_here(void (*procedure)(void)))(void);

/* small.c: a call of at most half of CORAL_CAF_TOGETHER bytes is sent by the next
 * coral_caf_flush, or before. */
enum { CORAL_CAF_TOGETHER = CORAL_MAIL_PAYLOAD };
void coral_caf_spawn_later(
    const coral_call *call, const coral_team *t, int member, const char *message, size_t bytes);

/* mail.c: ships a call with an event, which is given, without Go; false: Go must do it. to:
 * where the result goes, NULL: nowhere. */
bool coral_mail_ship(const coral_team *t, int member, const char *message, size_t bytes,
    const char *to, const coral_event *after);

#endif
