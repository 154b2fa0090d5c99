/* What this process is as an image: set by boot.c, read everywhere. */
#include "core.h"
#include "attach.h"

struct coral_state coral;
struct coral_above coral_above;
coral_range coral_data[CORAL_RANGES];

/* The Fortran module defines these, constants with its compiler's values; programs without it have
 * these. */
#define WEAK __attribute__((weak))
WEAK int64_t coral_gen = 1;
WEAK bool coral_lib = false, coral_apart = false;
WEAK int64_t coral_step = 0, coral_shift = 0;
WEAK int64_t coral_bases[CORAL_BASES] = {0}, coral_span = 0, coral_slots = 0;
WEAK int32_t coral_me = 1, coral_num = 1, coral_self = 1;
WEAK int32_t coral_backend = CORAL_BACKEND_GFORTRAN;
WEAK int32_t coral_stat_locked = 1, coral_stat_unlocked = 9003, coral_stat_locked_other_image = 2;
WEAK int32_t coral_stat_stopped_image = 6000, coral_stat_failed_image = 6001,
             coral_stat_unlocked_failed_image = 6002;

/* They stay: a program may have copied the variable. */
coral_team *coral_teams;

char *coral_real_slow(const void *p) {
    for (const coral_team *t = coral_teams; t && !coral_in_window(p); t = t->next)
        if (t->window && (uint64_t)((const char *)p - t->window) < (uint64_t)t->n * coral.stride) {
            uint64_t d = (uint64_t)((const char *)p - t->window);
            return coral_slot(t->rank[d / coral.stride]) + d % coral.stride;
        }
    return (char *)p;
}

_Thread_local const coral_call *coral_in_go;

/* Go asks only when a wait becomes long. */
int coral_current_line(void) { return coral_in_go ? coral_in_go->line : 0; }
size_t coral_current_file(char **file) {
    *file = coral_in_go ? (char *)coral_in_go->file : NULL;
    return coral_in_go ? coral_in_go->file_len : 0;
}

void coral_current_name(char *out, size_t room) { coral_statement_name(out, room, coral_in_go); }

const coral_call *coral_current(const coral_call *call) {
    const coral_call *before = coral_in_go;
    coral_in_go = call;
    return before;
}

void coral_attach(coral_attachment *a) {
    *a = (coral_attachment){coral.rank, coral.n, coral.unmapped, coral.fd, (int)coral.job->cores,
        coral.conduit, coral.stride, coral.static_size, coral.guard, coral.base, coral.job};
}
