/* Conversion of packed elements as in intrinsic assignment. Any thread. */
#ifndef CORAL_CONVERT_H
#define CORAL_CONVERT_H

#include "mem.h"

#pragma GCC visibility push(hidden)
bool coral_convertible(const coral_array *to, const coral_array *from);
/* packed elements are copied as they are */
bool coral_same_type(const coral_array *to, const coral_array *from);
void coral_convert(char *to, const coral_array *to_type, const char *from,
    const coral_array *from_type, int64_t n);
#pragma GCC visibility pop
#endif
