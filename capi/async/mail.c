/* Shipped procedures without Go, where images are mapped: a call with an event goes into the
 * target's mailbox, and the target, while it waits, executes it and notifies the event. So a round
 * trip is no more than a few cache lines and the call. All else, and what comes behind anything
 * that is Go's, is left to Go: the messages are the same (internal/rt/async/ship.go,
 * internal/conduit/smp/mailbox.go).
 *
 * All is done on the program's thread. All programs have this file, since Go's part refers to it;
 * it must not need the engine. */
#include "../coll/coll.h"
#include "event.h"
#include "async.h"
#include "spawn.h"

#include <string.h>
#include <time.h>
#include "_cgo_export.h"

void *__real_malloc(size_t) __attribute__((weak));

uint64_t coral_mail_sent, coral_mail_acks_n, coral_go_batched;
uint64_t *coral_mail_acks;
coral_executing coral_mail_executing;

enum { PLACE_BYTES = sizeof(uint64_t), FRONT = 2 * PLACE_BYTES, EVERYWHERE = CORAL_SHIP_PROCEDURE };

HOT coral_mailbox *mailbox_of(int rank) {
    return (coral_mailbox *)(coral_slot(rank) + coral.static_size + CORAL_CONTROL_MAIL);
}

/* What this image knows of the heads of the others' mailboxes: at least. */
static uint64_t *heads;

static bool make_tables(void) {
    if (heads == NULL && (heads = __real_malloc((size_t)coral.n * sizeof *heads)) != NULL)
        memset(heads, 0, (size_t)coral.n * sizeof *heads);
    if (coral_mail_acks == NULL &&
        (coral_mail_acks = __real_malloc((size_t)coral.n * sizeof *coral_mail_acks)) != NULL)
        memset(coral_mail_acks, 0, (size_t)coral.n * sizeof *coral_mail_acks);
    return heads != NULL && coral_mail_acks != NULL;
}

/* A position in a mailbox that is not half full. False: there is none, or another sender was
 * faster. */
static bool take_position(coral_mailbox *b, uint64_t *head, uint64_t *position) {
    *position = load64(&b->tail);
    if (*position - *head >= CORAL_MAIL_CELLS / 2) {
        *head = load64(&b->head);
        if (*position - *head >= CORAL_MAIL_CELLS / 2)
            return false;
    }
    uint64_t expected = *position;
    return __atomic_compare_exchange_n(
        &b->tail, &expected, *position + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

static uint64_t place(const void *p, int rank) {
    return (uint64_t)rank << CORAL_SHIP_PLACE_OFFSET |
        (uint64_t)((const char *)p - coral_slot(rank));
}

/* Arguments that are too long for a cell stay here, in this image's parcels: a ring of which the
 * program's thread alone takes room, and gets it back in the order in which it has. */
enum { PARCEL_MOST = CORAL_PARCELS_SIZE / 3 };
static struct { uint32_t first, next, used; } parcels;

static coral_parcel *parcel_at(uint32_t offset) {
    return (coral_parcel *)(coral.base + coral.static_size + CORAL_CONTROL_PARCELS + offset);
}

/* Takes back what has been read from the oldest on. */
static void take_parcels_back(void) {
    while (parcels.used > 0 && load32(&parcel_at(parcels.first)->busy) == 0) {
        uint32_t size = parcel_at(parcels.first)->size;
        parcels.used -= size;
        parcels.first = (parcels.first + size) % CORAL_PARCELS_SIZE;
    }
    if (parcels.used == 0)
        parcels.first = parcels.next = 0;
}

/* The next bytes of the ring. There is room. */
static coral_parcel *append_parcel(uint32_t size, size_t length, bool busy) {
    coral_parcel *p = parcel_at(parcels.next);
    p->busy = busy;
    p->size = size;
    p->length = length;
    parcels.used += size;
    parcels.next = (parcels.next + size) % CORAL_PARCELS_SIZE;
    return p;
}

/* NULL: there is no room now. */
static coral_parcel *pack_parcel(const char *message, size_t bytes) {
    if (bytes > PARCEL_MOST)
        return NULL;
    take_parcels_back();
    uint32_t size = (uint32_t)(sizeof(coral_parcel) + bytes + CORAL_CACHE_LINE - 1) &
        ~(uint32_t)(CORAL_CACHE_LINE - 1);
    uint32_t to_end = CORAL_PARCELS_SIZE - parcels.next, gap = size > to_end ? to_end : 0;
    if (parcels.used + gap + size > CORAL_PARCELS_SIZE)
        return NULL;
    if (gap > 0)
        append_parcel(gap, 0, false);
    coral_parcel *p = append_parcel(size, bytes, true);
    memcpy(p + 1, message, bytes);
    return p;
}

bool coral_mail_ship(const coral_team *t, int member, const char *message, size_t bytes,
    const char *to, const coral_event *after) {
    int rank = coral_member_rank(t, member);
    if (coral.library || coral.shipped || rank == coral.rank || coral_go_batched != 0 ||
        !coral_in_window(after))
        return false;
    if (coral_delays_late() || !make_tables())
        return false;
    coral_mailbox *b = mailbox_of(rank);
    uint64_t position;
    coral_parcel *parcel = NULL;
    if (bytes + FRONT > CORAL_MAIL_PAYLOAD && (parcel = pack_parcel(message, bytes)) == NULL)
        return false;
    if (!take_position(b, &heads[rank], &position)) {
        if (parcel)
            __atomic_store_n(&parcel->busy, 0u, __ATOMIC_RELEASE);
        return false;
    }
    coral_mail_cell *c = &b->cells[position % CORAL_MAIL_CELLS];
    uint64_t flags =
                 CORAL_SHIP_EVENT | (to ? CORAL_SHIP_RESULT : 0) | (parcel ? CORAL_SHIP_PARCEL : 0),
             front[3];
    size_t n = 0;
    if (to)
        front[n++] = place(to, coral_rank_of(to));
    front[n++] = place(after, coral_rank_of(after));
    if (parcel) {
        front[n++] = place(parcel, coral.rank);
        bytes = 0;
    }
    c->source = (uint32_t)coral.rank;
    c->handler = CORAL_MESSAGE_WHOLE;
    c->length = (uint16_t)(n * PLACE_BYTES + bytes);
    c->args[0] = CORAL_MESSAGE_SHIP | flags << 8 | (uint64_t)EVERYWHERE << 16;
    c->args[1] = t->control;
    c->args[2] = c->args[3] = 0; /* of no finish block, by the program */
    memcpy(c->payload, front, n * PLACE_BYTES);
    memcpy(c->payload + n * PLACE_BYTES, message, bytes);
    store64(&c->turn, position + 1);
    fence();
    coral_wake_rank(rank);
    coral_mail_sent++;
    return true;
}

/* Says whether the oldest message is one that C executes. The caller has locked the mailbox. */
static bool suits(const coral_mail_cell *c) {
    if (c->handler != CORAL_MESSAGE_WHOLE || (uint8_t)c->args[0] != CORAL_MESSAGE_SHIP ||
        (c->args[0] >> 16 & 0xffff) != EVERYWHERE || c->args[2] != 0 || c->args[3] != 0)
        return false;
    uint64_t flags = c->args[0] >> 8 & 0xff, event;
    if (!(flags & CORAL_SHIP_EVENT))
        return true;
    memcpy(&event, c->payload + (flags & CORAL_SHIP_RESULT ? PLACE_BYTES : 0), sizeof event);
    /* else its image knows it by a name */
    return (event & (((uint64_t)1 << CORAL_SHIP_PLACE_OFFSET) - 1)) < coral.stride;
}

static char *at(uint64_t place) {
    return coral_slot((int)(place >> CORAL_SHIP_PLACE_OFFSET)) +
        (place & (((uint64_t)1 << CORAL_SHIP_PLACE_OFFSET) - 1));
}

/* Executes a call, stores its result, and notifies its event. */
static void execute(const coral_team *t, int source, uint64_t flags, char *payload, size_t bytes) {
    char *end = payload + bytes;
    uint64_t to = 0, event = 0;
    if (flags & CORAL_SHIP_RESULT) {
        memcpy(&to, payload, sizeof to);
        payload += PLACE_BYTES;
    }
    if (flags & CORAL_SHIP_EVENT) {
        memcpy(&event, payload, sizeof event);
        payload += PLACE_BYTES;
    }
    coral_parcel *parcel = NULL;
    if (flags & CORAL_SHIP_PARCEL) {
        uint64_t where;
        memcpy(&where, payload, sizeof where);
        parcel = (coral_parcel *)at(where);
        payload = (char *)(parcel + 1);
        end = payload + parcel->length;
    }
    _Alignas(16) char result[CORAL_CAF_RESULT];
    coral_mail_executing = (coral_executing){1, 0, source, t->id};
    int n = coral_caf_run_shipped(t->id, payload, (size_t)(end - payload), result);
    if (parcel)
        __atomic_store_n(&parcel->busy, 0u, __ATOMIC_RELEASE);
    coral_mail_executing.active = 0;
    if (flags & CORAL_SHIP_RESULT)
        memcpy(at(to), result, (size_t)n);
    coral_call call = {.what = "event"};
    if (flags & CORAL_SHIP_EVENT)
        coral_caf_notify(&call, (coral_event *)at(event));
    if (UNLIKELY(coral_mail_executing.known)) {
        coralgo_async_executed();
        return;
    }
    coral_mail_acks[source]++;
    coral_mail_acks_n++;
}

bool coral_mail_take(const coral_call *call) {
    coral_watched *mail = &coral_watch[0];
    if (coral.library || coral.shipped || load64(mail->word) < mail->value ||
        load64(coral_watch[2].word) >= coral_watch[2].value || coral_delays_late() ||
        !make_tables())
        return false;
    coral_mailbox *b = mailbox_of(coral.rank);
    uint32_t nobody = 0;
    if (!__atomic_compare_exchange_n(
            &b->handling, &nobody, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return false; /* Go's helper is at work */
    uint64_t head = b->head;
    coral_mail_cell *c = &b->cells[head % CORAL_MAIL_CELLS];
    _Alignas(16) char payload[CORAL_MAIL_PAYLOAD];
    const coral_team *t = NULL;
    /* What the helper has taken before stands before it: it rings when it has. */
    bool takes = load64(&c->turn) == head + 1 &&
        load64(coral_watch[2].word) < coral_watch[2].value && suits(c) &&
        (t = coral_team_by_control(c->args[1])) != NULL;
    int source = (int)c->source;
    size_t bytes = c->length;
    uint64_t flags = c->args[0] >> 8 & 0xff;
    if (takes) {
        memcpy(payload, c->payload, bytes);
        store64(&b->head, head + 1);
    }
    __atomic_store_n(&b->handling, 0, __ATOMIC_RELEASE);
    if (!takes)
        return false;
    coral_watch[0] = (coral_watched){&b->cells[(head + 1) % CORAL_MAIL_CELLS].turn, head + 2};
    const coral_call *before = coral_current(call);
    execute(t, source, flags, payload, bytes);
    coral_current(before);
    return true;
}

/* Before this image ends and others go on: no handler of Go's helper is to be on its way, and no
 * thread of Go's at a position that it has taken in another image's mailbox and not filled in yet;
 * what comes behind it there would wait for ever. Bounded: a shipped procedure may itself end the
 * image. */
void coral_mail_settle(void) {
    coral_mailbox *b = mailbox_of(coral.rank);
    for (int looks = 0; looks < 200; looks++) {
        uint32_t nobody = 0;
        if (__atomic_compare_exchange_n(
                &b->handling, &nobody, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            break;
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    __atomic_store_n(&b->ends, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&b->filling, __ATOMIC_SEQ_CST) != 0)
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}
