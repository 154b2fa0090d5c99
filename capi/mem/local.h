/* The local heap (local.c), for heap.c and boot.c. */
#ifndef CORAL_LOCAL_H
#define CORAL_LOCAL_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* Empty in programs that need none. open is false in a forked child, which must leave it alone. */
extern struct coral_local_heap {
    char *from, *to;
    bool open;
} coral_local;

static inline bool coral_in_local(const void *p) {
    return (const char *)p >= coral_local.from && (const char *)p < coral_local.to;
}

void coral_local_open(char *from, char *to);
/* NULL: no memory left there. */
void *coral_local_alloc(size_t size, bool clear);
void coral_local_free(void *p);
size_t coral_local_size(const void *p);

#pragma GCC visibility pop
#endif
