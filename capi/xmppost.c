/* post and wait of XcalableMP: a post goes to one node with a tag, and a wait takes one that came from a node, with a tag.
 *
 * Each image has a ring of words. A poster takes a ticket, writes its word where the ticket says as soon as that place is free, and adds to the
 * owner's event. The owner takes one count of the event for each word that it moves to its list, in the order of tickets. A poster that finds the
 * ring full waits until the owner comes by: at its next wait. */
#include "xmp.h"

#include <sched.h>
#include <stdlib.h>

void *__real_realloc(void *, size_t) __attribute__((weak));

enum { RING = 4096 };

/* In the program's static data: at one offset in all slots. */
static struct {
    coral_event posted;
    int64_t tickets;
    int64_t word[RING];
} box;

static int64_t *list; /* that came, and nobody has waited for */
static int held, room;
static int64_t next; /* ticket that is taken next */

void coral_atomic_fetch_add_i8_(const int64_t *addr, const int64_t *value, int64_t *old, int32_t *stat);
void coral_atomic_cas_i8_(const int64_t *addr, int64_t *old, const int64_t *compare, const int64_t *new, int32_t *stat);

static int64_t near(const void *own, int rank) { return (int64_t)(coral_slot(rank) + ((const char *)own - coral.base)); }

static int64_t word_of(int rank, int tag) { return ((int64_t)rank + 1) << 32 | (uint32_t)tag; }

/* To an image of the initial team: in a task, posts reach nodes outside of it too. */
__attribute__((visibility("default"))) void coral_xmp_post(int image, int tag, int line, const char *file) {
    XMP("post", CORAL_WAIT_NONE);
    fence();
    if (UNLIKELY(coral.library))
        coral_library_sync_memory(&call);
    const int rank = image - 1;
    const int64_t one = 1, empty = 0, word = word_of(coral.rank, tag), tickets = near(&box.tickets, rank);
    int64_t ticket, was;
    coral_atomic_fetch_add_i8_(&tickets, &one, &ticket, NULL);
    const int64_t at = near(&box.word[ticket % RING], rank);
    for (coral_atomic_cas_i8_(&at, &was, &empty, &word, NULL); was != 0; coral_atomic_cas_i8_(&at, &was, &empty, &word, NULL)) {
        coral_check_ending();
        sched_yield();
    }
    const int64_t event = near(&box.posted, rank);
    coral_event_post_(&event, &line, file, NULL, NULL, strlen(file), 0);
}

/* Moves one word from the ring to the list; waits for it. */
static void take(int line, const char *file) {
    const int64_t event = (int64_t)&box.posted, until = 1, at = (int64_t)&box.word[next % RING], empty = 0;
    coral_event_wait_(&event, &until, &line, file, NULL, NULL, strlen(file), 0);
    int64_t was = 0, seen = 0;
    /* Another poster may have counted first: the word of this ticket is on its way. */
    while (seen == 0) {
        coral_atomic_cas_i8_(&at, &seen, &empty, &empty, NULL);
        if (seen == 0) {
            coral_check_ending();
            sched_yield();
        }
    }
    coral_atomic_cas_i8_(&at, &was, &seen, &empty, NULL);
    next++;
    if (held == room) {
        room = 2 * room + 64;
        list = __real_realloc(list, (size_t)room * sizeof *list);
        if (list == NULL)
            coral_fatal(CORAL_R0405, "no memory for %d posts", room);
    }
    list[held++] = seen;
}

__attribute__((visibility("default"))) void coral_xmp_wait(int image, int tagged, int tag, int line, const char *file) {
    const int rank = image - 1; /* -1: of any node */
    for (int i = 0;; i++) {
        if (i == held)
            take(line, file);
        if ((rank < 0 || list[i] >> 32 == rank + 1) && (!tagged || (uint32_t)list[i] == (uint32_t)tag)) {
            memmove(&list[i], &list[i + 1], (size_t)(--held - i) * sizeof *list);
            break;
        }
    }
    fence();
}
