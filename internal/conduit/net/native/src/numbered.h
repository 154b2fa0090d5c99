/* What the links do alike whose libraries keep no order among messages (ucx.c, ofi.c): messages
 * bear numbers and are taken in the order in which their image has sent them; what each image says
 * is gathered. The file that includes this has the functions that are declared here. */
#ifndef CORAL_NUMBERED_H
#define CORAL_NUMBERED_H

#include "coral_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static coral_link self;
static char trouble[256]; /* what FAILED was about */

#define TRY(call)                      \
    do {                               \
        coral_link_result r_ = (call); \
        if (r_ != CORAL_LINK_DONE)     \
            return r_;                 \
    } while (0)

/* What goes before a message's payload. */
typedef struct {
    uint64_t token; /* the target's: what has another one is not from an image of this run */
    uint32_t source, number;
    char head[CORAL_LINK_HEAD];
} envelope;

/* A message that has arrived; its payload stands behind it. */
typedef struct arrival {
    struct arrival *next;
    size_t n; /* bytes of the payload */
    envelope envelope;
} arrival;

static arrival *first, *last; /* to be taken, in order */
static arrival *early;        /* those that others must come before */

/* How many messages of an image have been put into order. */
static uint32_t *received_of(uint32_t rank);

static bool in_order(const arrival *m) {
    return m->envelope.number == *received_of(m->envelope.source);
}

/* Gives a message to next_message. */
static void message_arrived(arrival *m) {
    m->next = NULL;
    if (first == NULL)
        first = m;
    else
        last->next = m;
    last = m;
}

static void append(arrival *m) {
    ++*received_of(m->envelope.source);
    message_arrived(m);
}

/* Keeps a message until those before it are there. */
static void put_into_order(arrival *m) {
    if (!in_order(m)) {
        m->next = early;
        early = m;
        return;
    }
    append(m);
    for (arrival **p = &early; *p != NULL;) {
        arrival *next = *p;
        if (!in_order(next)) {
            p = &next->next;
            continue;
        }
        *p = next->next;
        append(next);
        p = &early;
    }
}

/* Takes the next message and says of it what receive has to; NULL: there is none. */
static arrival *next_message(int *source, const void **head, const void **payload, size_t *n) {
    arrival *m = first;
    if (m == NULL)
        return NULL;
    first = m->next;
    *source = (int)m->envelope.source;
    *n = m->n;
    *head = m->envelope.head;
    *payload = m + 1;
    return m;
}

/* Sends n bytes to an image and receives as many of another one, in a round of a gathering. */
static coral_link_result swap(
    int to, const void *out, int from, void *in, size_t n, uint32_t gathering);

/* Each image doubles what it knows in every round (Bruck et al., 1997): as many rounds as the
 * number of images has binary digits, and as many partners. */
static coral_link_result gather_locked(const void *own, size_t n, void *all) {
    static uint32_t gatherings;
    int size = self.size, rank = self.rank;
    uint32_t gathering = gatherings++;
    char *known = malloc(n * (size_t)size); /* of rank, rank + 1, .. */
    if (known == NULL) {
        snprintf(trouble, sizeof trouble, "no memory for what %d images say", size);
        return CORAL_LINK_FAILED;
    }
    memcpy(known, own, n);
    coral_link_result r = CORAL_LINK_DONE;
    for (int have = 1; have < size && r == CORAL_LINK_DONE; have *= 2) {
        int more = have < size - have ? have : size - have;
        r = swap((rank - have + size) % size, known, (rank + have) % size,
            known + n * (size_t)have, n * (size_t)more, gathering);
    }
    for (int i = 0; i < size; i++)
        memcpy((char *)all + n * (size_t)((rank + i) % size), known + n * (size_t)i, n);
    free(known);
    return r;
}

#endif
