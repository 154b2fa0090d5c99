/* Small shipped calls, which travel together. All programs have this file, since Go's part refers
 * to it; it must not need the engine, with which every long wait would advance. */
#include "../coll/coll.h"
#include "async.h"
#include "spawn.h"

#include <string.h>
#include "_cgo_export.h"

void *__real_malloc(size_t) __attribute__((weak));

/* Small calls of which nobody hears wait here, by target, until there are some for one message, or
 * the image waits or advances: nobody can know before that they are complete. They are all of one
 * team and of one procedure, the program's or a shipped one; the engine counts those of one message
 * as one. */
typedef struct waiting {
    size_t used;
    /* where the last whole call is, and the values of those like it; like is 0 if there are none */
    size_t last, like;
    _Alignas(8) char bytes[CORAL_CAF_TOGETHER];
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
        coral_report(
            call, coralgo_async_ship(unsent_team->id, member, w->bytes, used, -1, 0, -1, 0));
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

/* The bytes of what travels of a call, if it is the other one with other values; else -1. */
static int64_t values_alone(const char *one, const char *other) {
    const coral_shipped *s = (const void *)one;
    if (memcmp(one, other, sizeof *s) != 0)
        return -1;
    int64_t bytes = 0;
    for (size_t at = sizeof *s; at < s->bytes;) {
        const coral_shipped_arg *g = (const void *)(one + at);
        if (memcmp(g, other + at, coral_shipped_head(g)) != 0)
            return -1;
        bytes += (int64_t)coral_shipped_values(g);
        at += g->bytes;
    }
    return bytes;
}

/* Adds the values of a call that is like the last one. False: it is not, or there is no room. */
static bool add_values(waiting *w, const char *call) {
    if (w->used == 0)
        return false;
    int64_t bytes = values_alone(w->bytes + w->last, call);
    if (bytes <= 0 ||
        w->used + (size_t)bytes + (w->like ? 0 : sizeof(coral_shipped)) > sizeof w->bytes)
        return false;
    if (w->like == 0) {
        w->like = w->used;
        *(coral_shipped *)(w->bytes + w->like) =
            (coral_shipped){.procedure = CORAL_SHIPPED_LIKE, .bytes = sizeof(coral_shipped)};
        w->used += sizeof(coral_shipped);
    }
    const coral_shipped *s = (const void *)call;
    for (const coral_shipped_arg *g = (const void *)(s + 1); (const char *)g < call + s->bytes;
         g = coral_shipped_next(g)) {
        size_t n = coral_shipped_values(g);
        memcpy(w->bytes + w->used, (const char *)g + coral_shipped_head(g), n);
        w->used += n;
    }
    ((coral_shipped *)(w->bytes + w->like))->bytes += (uint32_t)bytes;
    return true;
}

void coral_caf_spawn_later(
    const coral_call *call, const coral_team *t, int member, const char *bytes, size_t n) {
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
    if (add_values(w, bytes))
        return;
    if (w->used + n > sizeof w->bytes)
        send_to(call, member);
    memcpy(w->bytes + w->used, bytes, n);
    w->last = w->used;
    w->like = 0;
    w->used += n;
    if (!is_listed) {
        listed[n_listed++] = member;
        coral_caf_unsent = 1;
    }
}
