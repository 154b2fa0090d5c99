/* XcalableMP's directives in Fortran: what generated C has as objects of its own is a stack of
 * tasks here, and variables come by descriptors. */
#include "xmp.h"
#include "task.h"

#include <stdlib.h>

void *__real_realloc(void *, size_t) __attribute__((weak));

/* The tasks that have been formed and not left, of the program's thread; the last is the innermost.
 */
static struct coral_xmp_task *tasks;
static int used, room;

#pragma GCC visibility push(default)

void coral_xmp_form(const long *set, int line, const char *file) {
    if (used == room) {
        room = 2 * room + 16;
        tasks = __real_realloc(tasks, (size_t)room * sizeof *tasks);
        if (tasks == NULL)
            coral_fatal(CORAL_R0302, "no memory for %d tasks", room);
    }
    tasks[used] = (struct coral_xmp_task){0};
    coral_xmp_task_form(&tasks[used++], set, line, file);
}

/* Precondition: one was formed that has not been entered. */
void coral_xmp_go(int line, const char *file) {
    coral_xmp_task_enter(&tasks[used - 1], line, file);
}

void coral_xmp_enter(const long *set, int line, const char *file) {
    coral_xmp_form(set, line, file);
    coral_xmp_go(line, file);
}

_Bool coral_xmp_member(void) { return tasks[used - 1].member; }

void coral_xmp_leave(void) { coral_xmp_task_end(&tasks[--used]); }

/* to = from on all executing nodes; of one shape. */
void coral_xmp_gathered(
    const void *to, const void *from, const long *rows, int line, const char *file) {
    XMP("gmove", CORAL_WAIT_COLL);
    coral_array a, b;
    long n[CORAL_MAX_RANK] = {1}, steps[CORAL_MAX_RANK] = {0};
    coral_array_from(&a, to);
    coral_array_from(&b, from);
    for (int d = 0; d < b.rank; d++) {
        n[d] = b.dim[d].extent;
        steps[d] = b.dim[d].step;
    }
    coral_xmp_gather_typed(&call, a, a.addr, b.addr, b.rank > 0 ? b.rank : 1, n, steps, rows);
}

/* The procedures of xmp.h, as Fortran calls them. A program may have functions of its own with
 * these names. */
#define OWN __attribute__((weak))
OWN int xmp_node_num_(void) { return coral_me; }
OWN int xmp_num_nodes_(void) { return coral_num; }
OWN int xmp_all_node_num_(void) { return coral_self; }
OWN int xmp_all_num_nodes_(void) { return coral.n; }
double xmp_wtime(void), xmp_wtick(void);
OWN double xmp_wtime_(void) { return xmp_wtime(); }
OWN double xmp_wtick_(void) { return xmp_wtick(); }

/* Where they are known without a declaration. */
int coral_xmp_all_num_nodes(void) { return coral.n; }
double coral_xmp_wtime(void) { return xmp_wtime(); }
double coral_xmp_wtick(void) { return xmp_wtick(); }

#pragma GCC visibility pop
