/* Collective subroutines on mapped memory.
 *
 * Small messages go by recursive doubling over the slots of TeamControl (with fewer cores than
 * images: through one counter, the last to come combines). Every pair of members
 * depends on each other in each of them, so two generations of slots are enough whatever kinds of
 * collectives follow each other. Larger ones go in chunks through a staging area.
 * Every element is combined in the order of the members, or alike on both partners: all images
 * get the same bits. */
#include "coll.h"
#include "../net/library.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { FOLD = 0, UNFOLD = CORAL_BARRIER_ROUNDS - 1, GATHER = 1, RESULT = 2 };

typedef struct exchange {
    coral_team *t;
    const coral_call *call;
    uint64_t number;
    size_t len;
    uint64_t kind; /* len, and above it what this image brings */
} exchange;

/* Most are one word: a call of memcpy takes as long as the rest of it. */
HOT void copy_message(void *to, const void *from, size_t len) {
    if (LIKELY(len == 8))
        memcpy(to, from, 8);
    else
        memcpy(to, from, len);
}

static coral_collective_slot *slot_of(const exchange *x, int member, int round) {
    return &coral_team_of(x->t, member)->slot[x->number & 1][round];
}

COLD static void disagree(const exchange *x, int member, uint64_t there) {
    char place[192] = " at ", text[512];
    const size_t at = strlen(place);
    int rank = coral_member_rank(x->t, member);
    static coral_published shown; /* until the end */
    coral_publish(&shown, x->call, 0, coral_now());
    coral_current(x->call);
    if (!coral_place_of(place + at, sizeof place - at, rank, 0))
        place[0] = 0;
    coral_describe_difference(text, sizeof text, x->kind, rank + 1, there, place);
    coral_mismatch_error(x->call, CORAL_R0401, text);
}

static void send(const exchange *x, int member, int round, const void *data) {
    coral_collective_slot *s = slot_of(x, member, round);
    s->len = x->kind;
    copy_message(s->payload, data, x->len);
    store64(&s->seq, x->number);
    fence();
    coral_wake(coral_control_of(coral_member_rank(x->t, member)));
}

/* Waits for a word that another member brings to value. False: a member is missing for good, and
 * the error is reported. */
static bool await(const exchange *x, const uint64_t *word, uint64_t value) {
    coral_waiter w = {.call = x->call};
    int stat = 0, gone = -1;
    while (load64(word) < value)
        if (UNLIKELY(coral_wait(&w)) && (gone = coral_missing(x->t, true, x->number, &stat)) >= 0 &&
            load64(word) < value)
            break;
        else {
            gone = -1;
            if (UNLIKELY(w.armed))
                coral_compare_counts(x->t, x->call, true, x->number);
        }
    coral_wait_end(&w);
    if (UNLIKELY(gone >= 0)) {
        x->t->broken = true;
        coral_member_error(x->call, stat, gone + 1);
    }
    return gone < 0;
}

/* In a team of which a member is gone no collective can complete. Nor may it touch the
 * common counter: the arrivals of the living could add up to a whole round. */
COLD static bool gone_before(const exchange *x) {
    int stat = 0, gone = coral_missing(x->t, true, x->number, &stat);
    if (gone >= 0)
        coral_member_error(x->call, stat, gone + 1);
    return gone >= 0;
}

/* A slot of this member, when its message has come. */
static const void *receive(const exchange *x, int member, int round) {
    const coral_collective_slot *s = &x->t->mine->slot[x->number & 1][round];
    if (UNLIKELY(!coral_comes_soon(&s->seq, x->number)) && !await(x, &s->seq, x->number))
        return NULL;
    if (UNLIKELY(s->len != x->kind))
        disagree(x, member, s->len);
    return s->payload;
}

static bool doubling(
    const exchange *x, void *buf, size_t n, size_t size, coral_op *op, void *context) {
    coral_team *t = x->t;
    int pow2 = 1 << (31 - __builtin_clz((unsigned)t->n)), me = t->me;
    const void *in;
    if (me >= pow2) {
        send(x, me - pow2, FOLD, buf);
        if ((in = receive(x, me - pow2, UNFOLD)) == NULL)
            return false;
        memcpy(buf, in, x->len);
        return true;
    }
    if (me + pow2 < t->n) {
        if ((in = receive(x, me + pow2, FOLD)) == NULL)
            return false;
        op(buf, buf, in, n, size, context);
    }
    for (int round = 1, distance = 1; distance < pow2; round++, distance *= 2) {
        int partner = me ^ distance;
        send(x, partner, round, buf);
        if ((in = receive(x, partner, round)) == NULL)
            return false;
        if (partner < me)
            op(buf, in, buf, n, size, context);
        else
            op(buf, buf, in, n, size, context);
    }
    if (me + pow2 < t->n)
        send(x, me + pow2, UNFOLD, buf);
    return true;
}

/* The last member to come combines what all have shown, in order, into the first one's slot. */
static void combine_all(const exchange *x, size_t n, size_t size, coral_op *op, void *context) {
    coral_collective_slot *result = slot_of(x, 0, RESULT);
    _Alignas(16) char acc[CORAL_SLOT_PAYLOAD], in[CORAL_SLOT_PAYLOAD];
    for (int m = 0; m < x->t->n; m++) {
        const coral_collective_slot *s = slot_of(x, m, GATHER);
        if (s->len != x->kind)
            disagree(x, m, s->len);
        memcpy(m == 0 ? acc : in, s->payload, x->len);
        if (m > 0)
            op(acc, acc, in, n, size, context);
    }
    memcpy(result->payload, acc, x->len);
}

/* As the central barrier, whose counter and epochs it uses. */
static bool gathering(
    const exchange *x, void *buf, size_t n, size_t size, coral_op *op, void *context) {
    coral_team *t = x->t;
    coral_team_control *root = coral_team_of(t, 0);
    coral_collective_slot *own = slot_of(x, t->me, GATHER);
    own->len = x->kind;
    memcpy(own->payload, buf, x->len);
    uint64_t epoch = t->mine->arrived + 1;
    store64(&t->mine->arrived, epoch);
    coral_show_kind(x->call);
    if (__atomic_add_fetch(&root->count, 1, __ATOMIC_SEQ_CST) % (uint64_t)t->n == 0) {
        coral_compare_kinds(t, x->call);
        combine_all(x, n, size, op, context);
        store64(&root->release, epoch);
        fence();
        for (int m = 0; m < t->n; m++)
            coral_wake_rank(coral_member_rank(t, m));
    } else if (!await(x, &root->release, epoch))
        return false;
    memcpy(buf, slot_of(x, 0, RESULT)->payload, x->len);
    store64(&t->mine->passed, epoch);
    return true;
}

/* Combines at most SLOT_PAYLOAD bytes over the team; all members get the outcome. 0, or the stat
 * that was reported. */
int coral_allreduce(coral_team *t, const coral_call *call, void *buf, size_t len, size_t n,
    size_t size, coral_op *op, void *context) {
    if (UNLIKELY(coral.shipped))
        coral_must_not_wait(call);
    exchange x = {t, call, t->mine->collectives + 1, len, len | (uint64_t)call->brings << 32};
    store64(&t->mine->collectives, x.number);
    if (t->n == 1) {
        store64(&t->mine->collected, x.number);
        return 0;
    }
    if (UNLIKELY(t->broken) && gone_before(&x))
        return call->stat ? *call->stat : CORAL_STAT_ERROR;
    /* buf may be unaligned for the operation's vector code, and its aliases unknown */
    _Alignas(16) char local[CORAL_SLOT_PAYLOAD];
    copy_message(local, buf, len);
    bool ok = coral.crowded ? gathering(&x, local, n, size, op, context)
                            : doubling(&x, local, n, size, op, context);
    if (!ok)
        return call->stat ? *call->stat : CORAL_STAT_ERROR;
    store64(&t->mine->collected, x.number);
    copy_message(buf, local, len);
    return 0;
}
