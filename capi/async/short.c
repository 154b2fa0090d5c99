/* Collectives of few bytes that go on, without Go, where images are mapped: barriers, and
 * broadcasts and reductions on the boards of internal/rt/board.go, by the rules of
 * internal/rt/async (board.go, reduction.go), whatever the other members have their part done by.
 * To call Go, and to be called back, takes longer than all of it.
 *
 * All is done on the program's thread. What is pending is stepped by its waits; before one sleeps,
 * or waits in Go, Go adopts it. All programs have this file, since Go's part refers to it; it must
 * not need the engine, with which every long wait would advance. */
#include "../coll/coll.h"
#include "event.h"
#include "async.h"
#include "collect.h"

#include <string.h>
#include "_cgo_export.h"

coral_short coral_shorts[CORAL_SHORTS];
int coral_shorts_pending;
uint64_t coral_go_mail, coral_go_collectives, coral_delays;

bool coral_delays_slow(void) {
    static uint64_t count;
    uint64_t x = ~coral_delays + ++count * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    bool late = ((x ^ x >> 31) & 1) &&
        __atomic_load_n(&coral_put_off, __ATOMIC_RELAXED) != CORAL_NO_DELAYS;
    if (late)
        __atomic_store_n(&coral_put_off, CORAL_WAS_DELAYED, __ATOMIC_RELAXED);
    return late;
}

/* The slot of an operation's first part on a board. */
static coral_board_slot *slot_of(coral_board_slot *board, uint64_t number) {
    return &board[number % CORAL_BOARD_OPERATIONS * CORAL_BOARD_PARTS];
}

/* As Team.MayShow: whether the slots of an operation are free on this image's board. */
static bool may_show(coral_team *t, uint64_t number) {
    if (LIKELY(number <= t->completed + CORAL_BOARD_OPERATIONS))
        return true;
    uint64_t lowest = number;
    for (int m = 0; m < t->n; m++) {
        uint64_t done = load64(&coral_team_of(t, m)->completed);
        lowest = done < lowest ? done : lowest;
    }
    t->completed = lowest;
    return number <= lowest + CORAL_BOARD_OPERATIONS;
}

HOT void copy_few(void *to, const void *from, size_t bytes) {
    if (LIKELY(bytes == 8))
        memcpy(to, from, 8);
    else
        memcpy(to, from, bytes);
}

HOT coral_board_slot *own_slot(const coral_team *t, uint64_t number) {
    return slot_of((coral_board_slot *)(coral.base + t->mine->board), number);
}

/* Shows the members a few bytes. wake must follow, behind what need not wait until they can see
 * them. */
static void show(coral_team *t, const coral_short *o, uint64_t number, const void *data) {
    coral_board_slot *s = own_slot(t, number);
    s->length = o->word;
    s->offset = 0;
    s->place = o->place;
    copy_few(s->payload, data, o->bytes);
    store64(&s->tag, number);
}

/* Wakes the members that sleep. */
static void wake(const coral_team *t) {
    fence();
    for (int m = 0; m < t->n; m++)
        if (m != t->me)
            coral_wake_rank(coral_member_rank(t, m));
}

/* What a member shows in an operation; NULL: nothing yet. It stays until this image completes the
 * operation. */
HOT const coral_board_slot *look(const coral_team *t, int member, uint64_t number) {
    coral_board_slot *board = t->boards[member];
    if (UNLIKELY(board == NULL)) {
        uint64_t offset = load64(&coral_team_of(t, member)->board);
        if (offset == 0)
            return NULL;
        t->boards[member] = board =
            (coral_board_slot *)(coral_slot(coral_member_rank(t, member)) + offset);
    }
    coral_board_slot *s = slot_of(board, number);
    return load64(&s->tag) == number ? s : NULL;
}

/* How many operations a member has begun: all that a barrier needs to know. */
HOT const uint64_t *begun_by(const coral_team *t, int member) {
    return &coral_team_of(t, member)->begun;
}

/* The part of a reader: true when all that it needs was there, and has been taken. What is not as
 * long as this image expects, or of another operation, is Go's to report. */
static bool read_parts(coral_short *o) {
    const coral_team *t = o->team;
    if (o->kind == CORAL_CAF_BARRIER) {
        while (o->next < t->n && load64(begun_by(t, o->next)) >= o->number)
            o->next++;
        return o->next == t->n;
    }
    if (o->kind == CORAL_CAF_BROADCAST) {
        const coral_board_slot *s = look(t, o->root, o->number);
        if (s == NULL || UNLIKELY(s->offset != 0 || s->length != o->word))
            return false;
        copy_few(o->out, s->payload, o->bytes);
        return true;
    }
    coral_op *op = (coral_op *)o->op;
    for (; o->next < t->n; o->next++) {
        const coral_board_slot *s = look(t, o->next, o->number);
        if (s == NULL || UNLIKELY(s->offset != 0 || s->length != o->word))
            return false;
        _Alignas(16) unsigned char part[sizeof o->acc];
        copy_few(o->next == 0 ? o->acc : part, s->payload, o->bytes);
        if (o->next > 0)
            op(o->acc, o->acc, part, o->bytes / o->size, o->size, NULL);
    }
    copy_few(o->out, o->acc, o->bytes);
    return true;
}

static uint64_t lowest_of(const coral_team *t) {
    uint64_t lowest = 0;
    for (int i = 0; i < coral_shorts_pending; i++)
        if (coral_shorts[i].team == t && (lowest == 0 || coral_shorts[i].number < lowest))
            lowest = coral_shorts[i].number;
    return lowest;
}

uint64_t coral_short_lowest(int team) { return lowest_of(coral_team_by_id(team)); }

/* The operation is not among the pending ones any more: the members may know that it is over on
 * this image. */
HOT void tell_completed(coral_team *t, uint64_t number) {
    if (UNLIKELY(coral_go_collectives != 0))
        coralgo_async_completed(t->id, number);
    else {
        uint64_t pending = UNLIKELY(coral_shorts_pending) ? lowest_of(t) : 0;
        store64(&t->mine->completed, pending ? pending - 1 : t->mine->begun);
    }
}

HOT void complete(coral_team *t, uint64_t number, coral_event *after) {
    tell_completed(t, number);
    if (LIKELY(coral_caf_is_own(after)))
        __atomic_fetch_add(
            &after->posts, 1, __ATOMIC_SEQ_CST); /* this thread alone could wait for it */
    else {
        coral_call call = {.what = "event"};
        coral_caf_notify(&call, after);
    }
}

bool coral_short_step(void) {
    bool did = false;
    for (int i = 0; i < coral_shorts_pending;) {
        coral_short *o = &coral_shorts[i];
        if (coral_delays_late() || !read_parts(o)) {
            i++;
            continue;
        }
        coral_team *t = o->team;
        coral_event *after = o->after;
        uint64_t number = o->number;
        if (i != --coral_shorts_pending)
            *o = coral_shorts[coral_shorts_pending];
        complete(t, number, after);
        did = true;
    }
    return did;
}

/* How often who waits looks at one word between two looks at all that may be due. */
enum { LOOKS_EACH = 8 };

/* The next word that an operation waits for; NULL: the member has no board yet. */
HOT const uint64_t *awaited(const coral_short *o) {
    if (o->kind == CORAL_CAF_BARRIER)
        return begun_by(o->team, o->next);
    coral_board_slot *board =
        ((const coral_team *)o->team)->boards[o->kind == CORAL_CAF_BROADCAST ? o->root : o->next];
    return board ? &slot_of(board, o->number)->tag : NULL;
}

bool coral_short_await(const void *e, int looks) {
    coral_short *o = &coral_shorts[0];
    if (coral_shorts_pending != 1 || o->after != e || !coral_caf_is_own(e) || coral_delays)
        return false;
    for (int seen = -1; !read_parts(o);) {
        const uint64_t *word = awaited(o);
        if (word == NULL)
            return false;
        if (load64(word) >= o->number) { /* it came just now, or is not what was expected */
            if (seen == o->next)
                return false;
            seen = o->next;
            continue;
        }
        for (int k = 0; load64(word) < o->number; k++) {
            if (k == LOOKS_EACH) {
                k = 0;
                if ((looks -= LOOKS_EACH) <= 0 || coral_async_due())
                    return false;
            }
            coral_pause();
        }
    }
    coral_shorts_pending = 0;
    tell_completed(o->team, o->number);
    return true;
}

coral_short *coral_short_new(coral_team *t, int kind) {
    bool barrier = kind == CORAL_CAF_BARRIER;
    if (coral.library || coral.shipped || t->n == 1 || t->n > (int)CORAL_BOARD_MEMBERS ||
        (t->mine->board == 0 && !barrier) || coral_go_mail != 0 ||
        coral_shorts_pending == CORAL_SHORTS)
        return NULL;
    if (t->boards == NULL && !barrier &&
        (t->boards = __real_malloc((size_t)t->n * sizeof *t->boards)) != NULL)
        memset(t->boards, 0, (size_t)t->n * sizeof *t->boards);
    if ((t->boards == NULL && !barrier) || coral_delays_late())
        return NULL;
    coral_short *o = &coral_shorts[coral_shorts_pending];
    o->team = t;
    o->kind = kind;
    o->type = 0;
    return o;
}

/* Whether a neighbour has begun another operation, as Collective.compareNeighbours: of two that
 * take themselves for the root none reads what the other shows. */
static bool differs(const coral_team *t, const coral_short *o, uint64_t number) {
    const int beside[] = {(t->me + 1) % t->n, (t->me + t->n - 1) % t->n};
    fence();
    for (int i = 0; i < 2; i++) {
        const coral_board_slot *s = look(t, beside[i], number);
        if (s != NULL && UNLIKELY((s->length ^ o->word) >> CORAL_BOARD_LENGTH_BITS))
            return true;
    }
    return false;
}

static void begin_barrier(coral_team *t, coral_short *o) {
    o->number = t->mine->begun + 1;
    o->next = 0;
    store64(&t->mine->begun, o->number);
    if (!coral_delays_late() && read_parts(o))
        complete(t, o->number, o->after);
    else
        coral_shorts_pending++;
    wake(t);
}

bool coral_short_begin(coral_short *o, const void *in) {
    coral_team *t = o->team;
    if (o->kind == CORAL_CAF_BARRIER) {
        begin_barrier(t, o);
        return true;
    }
    if (o->bytes > CORAL_BOARD_PAYLOAD || o->bytes == 0 ||
        (o->kind == CORAL_CAF_ALLREDUCE && t->n > (int)CORAL_BOARD_READERS))
        return false;
    uint64_t number = t->mine->begun + 1;
    bool reads = t->me == o->root ? o->kind != CORAL_CAF_BROADCAST : o->kind != CORAL_CAF_REDUCE,
         shows = o->kind != CORAL_CAF_BROADCAST || !reads;
    if (UNLIKELY(!may_show(t, number)))
        return false;
    store64(&t->mine->begun, number);
    show(t, o, number, in);
    o->number = number;
    o->next = 0;
    if (o->kind != CORAL_CAF_ALLREDUCE && UNLIKELY(differs(t, o, number))) {
        coral_shorts_pending++;
        (void)coralgo_async_start(); /* takes it over, compares, too, and tells */
        (void)coralgo_async_advance(0, 1);
    } else if (!reads || (!coral_delays_late() && read_parts(o)))
        complete(t, number, o->after);
    else
        coral_shorts_pending++;
    if (shows)
        wake(t);
    return true;
}

/* An operation as Go knows such. This image's own part of a reduction is on its board, in front of
 * what is freed when the operation is over. */
coral_adopted coral_short_adopted(coral_short *o) {
    const coral_team *t = o->team;
    coral_event *e = o->after;
    int rank = coral_caf_is_own(e) ? coral.rank : coral_rank_of(e);
    coral_caf_operation *g = coral_caf_need(sizeof *g);
    *g = (coral_caf_operation){
        .operands = {.kind = o->kind,
            .root = o->root,
            .out = o->out,
            .out_bytes = o->bytes,
            .elem = o->size,
            .type = o->type,
            .place = o->place},
        .combination = {(coral_op *)o->op, NULL, o->size},
    };
    g->operands.combination = &g->combination;
    if (o->kind != CORAL_CAF_BROADCAST && o->kind != CORAL_CAF_BARRIER) {
        g->operands.in = g->packed_in =
            memcpy(coral_caf_need(o->bytes), own_slot(t, o->number)->payload, o->bytes);
        g->operands.in_bytes = o->bytes;
    }
    return (coral_adopted){&g->operands, o->number, (uint64_t)((const char *)e - coral_slot(rank)),
        t->id, rank, o->word};
}
