/* Copies between sections, by either path: copy.c. */
#ifndef CORAL_COPY_H
#define CORAL_COPY_H

#include "../net/net.h"

#pragma GCC visibility push(hidden)

bool coral_same_shape(const coral_array *a, const coral_array *b);
/* of one shape and size of elements, by either path */
void coral_copy_sections(const coral_array *to, const coral_array *from);

#pragma GCC visibility pop

#endif
