/* What images do not share, but the kernel copies (foreign.c). */
#ifndef CORAL_FOREIGN_H
#define CORAL_FOREIGN_H

#include "core.h"

#pragma GCC visibility push(hidden)

/* Before other images touch this one: who may copy its memory. */
void coral_foreign_allow(void);
/* Where this image works on [at, at+bytes) of another image's memory; NULL: reported to call, or,
 * without a call, to nobody. */
char *coral_foreign(const coral_call *call, int rank, const char *at, size_t bytes);
/* The rank whose memory a pointer that coral_foreign has given stands for; -1: it is none. */
int coral_foreign_rank(const char *p);

#pragma GCC visibility pop
#endif
