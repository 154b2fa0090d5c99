/* Small shipped calls, which travel together. All programs have this file, since Go's part refers to it; it must not need the engine, with which
 * every long wait would advance. */
#include "internal.h"
#include "caf2async.h"
#include "caf2spawn.h"

#include <string.h>
#include "_cgo_export.h"

void *__real_malloc(size_t) __attribute__((weak));

/* Small calls of which nobody hears wait here, by target, until there are some for one message, or the image waits or advances:
 * nobody can know before that they are complete. They are all of one team and of one procedure, the program's or a shipped one; the
 * engine counts those of one message as one. */
typedef struct waiting {
    size_t used;
    char bytes[CORAL_CAF_TOGETHER];
} waiting;
static waiting *unsent; /* by rank in the team */
static int *listed, n_listed;
static const coral_team *unsent_team;
int32_t coral_caf_unsent;

static void send_to(const coral_call *call, int member) {
    waiting *w = &unsent[member];
    size_t used = w->used;
    w->used = 0;
    if (used)
        coral_report(call, coralgo_async_ship(unsent_team->id, member, w->bytes, used, -1, 0, -1, 0));
}

int coral_caf_flush(void) {
    coral_call call = {.what = "spawn"};
    int n = n_listed;
    n_listed = 0;
    coral_caf_unsent = 0;
    for (int i = 0; i < n; i++)
        send_to(&call, listed[i]);
    return n;
}

void coral_caf_spawn_later(const coral_call *call, const coral_team *t, int member, const char *bytes, size_t n) {
    if (unsent == NULL) {
        unsent = __real_malloc((size_t)coral.n * sizeof *unsent);
        listed = __real_malloc((size_t)coral.n * sizeof *listed);
        if (unsent == NULL || listed == NULL)
            coral_fatal(CORAL_R0302, "no memory for shipped procedures");
        for (int i = 0; i < coral.n; i++)
            unsent[i].used = 0;
    }
    if (t != unsent_team)
        coral_caf_flush();
    unsent_team = t;
    waiting *w = &unsent[member];
    bool is_listed = w->used > 0;
    if (w->used + n > CORAL_CAF_TOGETHER)
        send_to(call, member);
    memcpy(w->bytes + w->used, bytes, n);
    w->used += n;
    if (!is_listed) {
        listed[n_listed++] = member;
        coral_caf_unsent = 1;
    }
}
