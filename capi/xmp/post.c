/* post and wait of XcalableMP: a post goes to one node with a tag, and a wait takes one that came
 * from a node, with a tag.
 *
 * Each image has a row of places for each image that posts to it, which are used one after the
 * other and again from the first. A place is a tag and an event: a post defines the tag and posts
 * the event, which is one message where images are not mapped, as any definition with a post behind
 * it is. The owner moves what has come to its list, in the order of each poster, and counts what it
 * has taken: who has posted as many as a row has places looks at that count, and waits until the
 * owner comes by: at its next post that has to wait, or its next wait. */
#include "../net/library.h"
#include "xmp.h"

#include <sched.h>
#include <stdlib.h>

void *__real_calloc(size_t, size_t) __attribute__((weak));
void *__real_realloc(void *, size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

/* of all rows: there are at most 64,512 images; of one row, at most */
enum { PLACES = 2 * 65536, ROW = 1024 };

typedef struct place {
    coral_event posted;
    int64_t tag;
    int64_t taken; /* the first place of a row has it: so many of the row's poster's */
} place;

/* In the program's static data: at one offset in all slots. Nobody touches what is not used. */
static place box[PLACES];

/* What this image knows of another: posts to it, those that it had taken when this image looked,
 * and what has been taken here. */
typedef struct peer {
    int64_t sent, seen, taken;
} peer;
static peer *peers;
static int64_t row; /* places of a row */

static int64_t *list; /* that came, and nobody has waited for: node and tag */
static int held, room;

void coral_atomic_ref_i8_(int64_t *value, const int64_t *addr, int32_t *stat);

static void begin(void) {
    if (LIKELY(peers != NULL))
        return;
    row = PLACES / coral.n;
    row = row > ROW ? ROW : row;
    peers = __real_calloc((size_t)coral.n, sizeof *peers);
    if (peers == NULL)
        coral_fatal(CORAL_R0302, "no memory for posts to %d nodes", coral.n);
}

static place *near(const place *own, int rank) {
    return (place *)(coral_slot(rank) + ((const char *)own - coral.base));
}

/* Where the next post from an image will be. */
static place *next_of(int rank) { return &box[rank * row + peers[rank].taken % row]; }

/* Moves the next post from an image, which is there, to the list. */
static void take(int rank) {
    place *p = next_of(rank);
    if (held == room) {
        room = 2 * room + 64;
        list = __real_realloc(list, (size_t)room * sizeof *list);
        if (list == NULL)
            coral_fatal(CORAL_R0302, "no memory for %d posts", room);
    }
    list[held++] = ((int64_t)rank + 1) << 32 | (uint32_t)p->tag;
    p->posted.taken = 0;
    __atomic_store_n(&p->posted.posts, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&box[rank * row].taken, ++peers[rank].taken, __ATOMIC_RELEASE);
}

static bool has_come(int rank) {
    return __atomic_load_n(&next_of(rank)->posted.posts, __ATOMIC_ACQUIRE) != 0;
}

static bool take_all(void) {
    bool any = false;
    for (int rank = 0; rank < coral.n; rank++)
        for (; has_come(rank); any = true)
            take(rank);
    return any;
}

/* Waits until an image has taken a post of which this one needs the place. Meanwhile it takes what
 * has come here: those images may wait for this one. */
static void await_place(int rank) {
    const int64_t at = (int64_t)&near(&box[coral.rank * row], rank)->taken;
    for (;;) {
        coral_atomic_ref_i8_(&peers[rank].seen, &at, NULL);
        if (peers[rank].sent - peers[rank].seen < row)
            return;
        coral_check_ending();
        if (!take_all())
            sched_yield();
    }
}

/* To an image of the initial team: in a task, posts reach nodes outside of it too. */
__attribute__((visibility("default"))) void coral_xmp_post(
    int image, int tag, int line, const char *file) {
    XMP("post", CORAL_WAIT_NONE);
    begin();
    const int rank = image - 1;
    peer *to = &peers[rank];
    if (UNLIKELY(to->sent - to->seen == row))
        await_place(rank);
    place *p = near(&box[coral.rank * row + to->sent++ % row], rank);
    int64_t value = tag;
    const coral_array there = {.addr = (char *)&p->tag, .size = sizeof value, .type = CORAL_OTHER};
    const coral_array here = {.addr = (char *)&value, .size = sizeof value, .type = CORAL_OTHER};
    if (UNLIKELY(coral.library) && coral_library_reaches(&there))
        coral_library_exchange(&there, &here, CORAL_PUT_LENT);
    else
        p->tag = value;
    coral_post(&call, &p->posted);
}

/* Waits until a post from any image has come. */
static void await_any(const coral_call *call) {
    if (UNLIKELY(coral.library)) {
        coral_event **heads = __real_calloc((size_t)coral.n, sizeof *heads);
        if (heads == NULL)
            coral_fatal(CORAL_R0302, "no memory for a wait for %d nodes", coral.n);
        for (int rank = 0; rank < coral.n; rank++)
            heads[rank] = &next_of(rank)->posted;
        coral_library_event_any(call, heads, coral.n);
        __real_free(heads);
    }
    coral_waiter w = {.call = call, .target = 1};
    while (!take_all())
        coral_wait(&w);
    coral_wait_end(&w);
}

__attribute__((visibility("default"))) void coral_xmp_wait(
    int image, int tagged, int tag, int line, const char *file) {
    XMP("wait", CORAL_WAIT_EVENT);
    begin();
    const int rank = image - 1; /* -1: of any node */
    for (int i = 0;; i++) {
        if (i == held && rank < 0)
            await_any(&call);
        else if (i == held) {
            const int64_t event = (int64_t)&next_of(rank)->posted, until = 1;
            coral_event_wait_(&event, &until, &line, file, NULL, NULL, strlen(file), 0);
            take(rank);
        }
        if ((rank < 0 || list[i] >> 32 == rank + 1) &&
            (!tagged || (uint32_t)list[i] == (uint32_t)tag)) {
            memmove(&list[i], &list[i + 1], (size_t)(--held - i) * sizeof *list);
            break;
        }
    }
    fence();
}
