/* Character arguments of bind(C) procedures are descriptors; both compilers begin them alike. */
#ifndef CORAL_STRING_ARG_H
#define CORAL_STRING_ARG_H

#include <stddef.h>

typedef struct { char *addr; size_t length; } coral_string;

static inline char *string_address(const void *d) {
    return d ? ((const coral_string *)d)->addr : NULL;
}
static inline size_t string_length(const void *d) {
    return d ? ((const coral_string *)d)->length : 0;
}

/* The arguments of a collective, as a coral_call on the stack. */
#define PLACE_BY_DESCRIPTOR(name, waits) \
    coral_call call = {.what = name, .wait = waits, .line = *line, \
                       .file = string_address(file), .file_len = string_length(file), \
                       .stat = stat, .errmsg = string_address(errmsg), \
                       .errmsg_len = string_length(errmsg)}

#endif
