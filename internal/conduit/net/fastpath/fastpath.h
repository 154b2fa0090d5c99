/* Two images on the fast path: waits, puts and posts between them go without Go, as long
 * as nothing comes between. Go begins and ends a fast path (fastpath.go of the conduit), and does
 * all that has no place here. A call of Go's takes less than a microsecond; but a process that goes
 * there 10,000 times a second keeps Go's scheduler and its monitor awake, whose threads take turns
 * with the one that computes: 300 of them a second make transfers between two busy processors 3 to
 * 5 % slower.
 */
#ifndef CORAL_FAST_H
#define CORAL_FAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../native/src/coral_link.h"

/* A put of lent memory to an offset of a rank's slot. */
typedef struct {
    uint64_t offset;
    void *memory;
    size_t n;
    int rank;
} coral_lent_put;

enum {
    CORAL_FAST_PLACES = 64,
    CORAL_FAST_SENDS = 64,
    CORAL_FAST_TOUCHED = 64,
    CORAL_FAST_PUTS = 16,
    CORAL_FAST_POSTS = 16 /* in one message */
};

/* A place of the other image's at which it expects this image's puts (prepost.go). */
typedef struct {
    uint64_t offset, n;
    uint64_t last; /* number of the message that tells of the last put */
    uint32_t tag;
} coral_fast_to;

/* A place of this image's, by its tag. */
typedef struct {
    uint64_t offset, n;
    void *request; /* of the receive that is posted; NULL: the data are here */
    uint64_t came; /* puts in this fast path */
    /* else there is no such place, or it is Go's, or the next receive is still to be posted */
    bool posted;
} coral_fast_from;

/* Where something short goes. */
typedef struct {
    uint64_t offset, n;
    uint64_t last; /* number of the last message that changes it */
} coral_fast_range;

/* All of it belongs to who holds lock, but for looks, inside, dozing and active, which others read.
 * While active is 0, it is Go's. */
typedef struct {
    uint32_t lock, active, inside, dozing;
    uint64_t looks;

    const coral_link *link;
    char *slot; /* the own one */
    uint64_t stride;
    uint32_t *sleepers, *wake; /* layout.Control */
    uint32_t *alert, seen;     /* layout.Job */

    int rank;        /* the other image */
    bool posts;      /* else posts are Go's */
    uint32_t stored; /* in this fast path, a word there; Go reads it, too */
    int tos, again;
    coral_fast_to to[CORAL_FAST_PLACES];
    coral_fast_from from[CORAL_FAST_PLACES];
    /* tags of places where a put has come, whose next receive is to be posted */
    uint32_t reposts[CORAL_FAST_PLACES];
    uint64_t sent, asked, done, last_put, last_long; /* numbers of messages, as in peer.go */
    uint64_t handled; /* of the other image's messages, all up to this number are complete here */
    uint64_t counted, taken;                         /* messages in this fast path (head.counts) */
    uint64_t operations;

    int touches, sends;
    coral_fast_range touched[CORAL_FAST_TOUCHED]; /* by what may be on its way */
    void *send[CORAL_FAST_SENDS];                 /* of what was lent in this fast path */
    bool elsewhere;                               /* Go knows of more that was lent */

    /* The message that was taken last: its data are coming (open), or it is Go's (left). */
    bool open, left, broken;
    int source;
    const void *head;
    const char *payload;
    size_t n;
} coral_fast;

/* Values of a message's head, which Go has in message/head.go and aggregate.go; fastpath_unsafe.go
 * compares them.
 */
enum {
    CORAL_FAST_LONG_PUTS = 9,
    CORAL_FAST_RECORDS = 10,
    CORAL_FAST_ADDITION = 11,
    CORAL_FAST_COMPLETION = 12,
    CORAL_FAST_COMPLETED = 13,
    CORAL_FAST_RECORD_HEAD = 16,
    CORAL_FAST_LENT_RECORD = 24,
    CORAL_FAST_MOST_OPEN = 256,
    CORAL_FAST_ASK_EACH = 64,
    CORAL_FAST_ASK_LATE_EACH = 8,
};
#define CORAL_FAST_RECORD_ADD (UINT32_C(1) << 31)
#define CORAL_FAST_RECORD_VECTOR (UINT32_C(1) << 30)
#define CORAL_FAST_RECORD_STORE (UINT32_C(1) << 29)
#define CORAL_FAST_RECORD_COMBINE (UINT32_C(1) << 28)
#define CORAL_FAST_RECORD_ASK (UINT32_C(1) << 27)

extern coral_fast coral_fast_state;

/* Each says whether it has done all that was to be done; else Go does what is left. Threads may
 * call them at the same time. */

/* Puts, in order, and adds 1 to a word of rank's behind them. Of what was lent coral_fast_returned
 * must be asked. */
bool coral_fast_post(const coral_lent_put *puts, int n, int rank, uint64_t word);
/* Adds 1 to each of some words of rank's, by one message. */
bool coral_fast_post_each(int rank, const uint64_t *words, int n);
/* Writes a word of 4 or 8 bytes of rank's slot atomically. */
bool coral_fast_store(int rank, uint64_t offset, size_t width, uint64_t value);
/* Waits for a word of the own slot, which only grows, to reach enough, for a while. */
bool coral_fast_wait(const uint64_t *word, uint64_t enough);
/* Looks at the network once. */
bool coral_fast_look(void);
/* Says whether all that has been sent is complete there, as far as is known. */
bool coral_fast_settled(void);
/* Waits until all that was lent may be reused, for a while. */
bool coral_fast_returned(void);

/* For Go: waits for the lock. */
void coral_fast_take(void);
void coral_fast_give(void);
/* Sleeps while a fast path goes on, nothing has happened that all images must know, and the image
 * is
 * found in the fast path, or has looked since, at the end of each rest: of so many microseconds
 * first, at most of so many. It says whether the image has not been found. */
bool coral_fast_doze(long first, long most);
/* To be called when active has become 0. */
void coral_fast_rouse(void);

#endif
