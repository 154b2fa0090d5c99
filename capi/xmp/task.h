/* A task of XcalableMP, as the prelude of generated C declares it. */
#ifndef CORAL_XMPTASK_H
#define CORAL_XMPTASK_H

#include "../mem/mem.h"

struct coral_xmp_task {
    int member, entered;
    int64_t team;
};

void coral_xmp_task_form(struct coral_xmp_task *t, const long *set, int line, const char *file);
void coral_xmp_task_enter(struct coral_xmp_task *t, int line, const char *file);
void coral_xmp_task_end(struct coral_xmp_task *t);
/* gmove.c: type has the type of the elements, and their size. */
__attribute__((visibility("hidden"))) void coral_xmp_gather_typed(coral_call *call,
    coral_array type, void *to, const void *from, int rank, const long *n, const long *steps,
    const long *rows);

#endif
