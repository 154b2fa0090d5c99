/* What Go needs of the image that the C constructor has made. */
#ifndef CORAL_ATTACH_H
#define CORAL_ATTACH_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    int rank, images, unmapped, fd, cores, conduit;
    uint64_t stride, static_size, guard;
    void *base, *job;
} coral_attachment;

void coral_attach(coral_attachment *a);
int coral_current_line(void);
size_t coral_current_file(char **file);
void coral_current_name(char *out, size_t room);
void coral_leave(int code);
void coral_want_each(int wanted);
int coral_write_out(void);
void coral_error_terminate(int code);
void coral_combine(void *with, void *a, void *b, size_t bytes);

/* Whether a step was delayed on purpose since this image looked last (coral_delays_late, or in Go,
 * internal/rt/async), or none is to be until it looks again. */
enum { CORAL_WAS_DELAYED = 1, CORAL_NO_DELAYS = 2 };
extern uint32_t coral_put_off;

#endif
