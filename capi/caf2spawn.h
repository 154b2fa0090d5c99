/* The message of shipped procedures: for each coral_shipped, then its arguments one behind the other. */
#ifndef CORAL_CAF2SPAWN_H
#define CORAL_CAF2SPAWN_H

#include "internal.h"

/* How an argument is passed: coral_caf2 has the same numbers. */
enum { CORAL_SHIPPED_ADDRESS, CORAL_SHIPPED_DESCRIPTOR, CORAL_SHIPPED_REGISTER, CORAL_SHIPPED_ABSENT };

typedef struct coral_shipped {
    int64_t procedure;               /* from the slot's base */
    uint8_t types[4];                /* coral_class and kind of the function's result, and of the variable for it; 0: a subroutine */
    uint32_t bytes;                  /* with the arguments */
} coral_shipped;

typedef struct coral_shipped_arg {
    uint8_t mode, rank, type, kind, travels, reserved[3];
    uint32_t size;  /* of an element */
    uint32_t bytes; /* to the next argument */
    uint64_t like;  /* coral_likeness */
    int64_t place;  /* of what does not travel: from the slot's base */
    struct { int64_t extent, step; } dim[]; /* then the elements, those that travel */
} coral_shipped_arg;

/* caf2small.c: a call of at most half of CORAL_CAF_TOGETHER bytes is sent by the next coral_caf_flush, or before. */
enum { CORAL_CAF_TOGETHER = 608 };
void coral_caf_spawn_later(const coral_call *call, const coral_team *t, int member, const char *message, size_t bytes);

/* caf2mail.c: ships a call with an event, which is given, without Go; false: Go must do it. to: where the result goes, NULL: nowhere. */
bool coral_mail_ship(const coral_team *t, int member, const char *message, size_t bytes, const char *to, const coral_event *after);

#endif
