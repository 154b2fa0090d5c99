/* Collectives of CAF 2.0 that go on behind their statement, and those with a user's operator or
 * comparison: by the engine. Operands that lie contiguous are used where they are; others, and
 * values of expressions, as packed copies. */
#include "../coll/coll.h"
#include "caf2.h"
#include "../async/async.h"
#include "../net/library.h"
#include "../async/collect.h"
#include "../async/spawn.h"
#include "../types/layouts.h"
#include "../core/string_arg.h"

#include <string.h>

CORAL_NEEDS_ASYNC;

static bool overlap(const coral_array *a, const coral_array *b) {
    char *al, *ah, *bl, *bh;
    coral_array_bounds(a, &al, &ah);
    coral_array_bounds(b, &bl, &bh);
    return al < bh && bl < ah;
}

/* Rice's operators have a fourth argument, the bytes of an operand. */
static void by_rice(
    void *out, const void *low, const void *high, size_t n, size_t size, void *context) {
    typedef void rice(const void *, const void *, void *, const int64_t *, size_t, size_t, size_t);
    rice *f = (rice *)context;
    int64_t bytes = (int64_t)size;
    char *r = coral_caf_need(size);
    for (size_t i = 0; i < n; i++) {
        f((const char *)low + i * size, (const char *)high + i * size, r, &bytes, size, size, size);
        memcpy((char *)out + i * size, r, size);
    }
    __real_free(r);
}

/* While a user's procedure runs here, nothing must wait. */
static void guarded(
    void *out, const void *low, const void *high, size_t n, size_t size, void *context) {
    coral_caf_operation *o = context;
    bool before = coral.shipped;
    coral.shipped = true;
    coral_op *op = o->how == RICE ? by_rice
        : o->how == SUBROUTINE    ? coral_op_by_subroutine
                                  : coral_op_by_function(&o->dest);
    op(out, low, high, n, size, (void *)o->user);
    coral.shipped = before;
}

static bool choose(const coral_call *call, coral_caf_operation *o, int op) {
    if (o->how == BUILT_IN)
        o->combination = (coral_combination){coral_caf_op(op, &o->dest), NULL, o->dest.size};
    else
        o->combination = (coral_combination){
            o->how == FUNCTION && !coral_op_by_function(&o->dest) ? NULL : guarded, o,
            o->dest.size};
    o->operands.combination = &o->combination;
    if (o->combination.op)
        return true;
    coral_error(call, CORAL_STAT_ERROR, CORAL_R0402, "the operator is not defined for this type");
    return false;
}

static bool of_one_type(
    const coral_call *call, const coral_caf_operation *o, const coral_array *src) {
    if (src->type == o->dest.type && src->kind == o->dest.kind && src->size == o->dest.size)
        return true;
    coral_error(
        call, CORAL_STAT_ERROR, CORAL_R0213, "source and destination are of different types");
    return false;
}

/* How many elements a member's dest has for each of its src, and where each of them is needed. */
static bool fits(const coral_call *call, const coral_caf_operation *o, const coral_array *src,
    int64_t n, bool root) {
    int64_t have = coral_array_count(src), room = coral_array_count(&o->dest), want = have;
    switch (o->operands.kind) {
    case CORAL_CAF_GATHER:
        want = have * n;
        break;
    case CORAL_CAF_ALLGATHER:
        want = have * n;
        root = true;
        break;
    case CORAL_CAF_SCATTER:
        want = room;
        if (root && have != room * n) {
            coral_error(call, CORAL_STAT_ERROR, CORAL_R0213,
                "the source has %lld elements for %lld images with %lld each", (long long)have,
                (long long)n, (long long)room);
            return false;
        }
        return !root || of_one_type(call, o, src);
    case CORAL_CAF_ALLTOALL:
        if (have % n != 0) {
            coral_error(call, CORAL_STAT_ERROR, CORAL_R0213,
                "%lld elements cannot be divided among %lld images", (long long)have, (long long)n);
            return false;
        }
        root = true;
        break;
    case CORAL_CAF_ALLREDUCE:
    case CORAL_CAF_SORT:
        root = true;
    }
    if (!of_one_type(call, o, src))
        return false;
    if (root && want != room) {
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0213,
            "the destination has %lld elements for %lld", (long long)room, (long long)want);
        return false;
    }
    return true;
}

static bool is_broadcast(int kind) {
    return kind == CORAL_CAF_BROADCAST || kind == CORAL_XMP_BCAST;
}

static void set_in(coral_caf_operation *o, const coral_array *src, bool variable) {
    coral_caf_operands *g = &o->operands;
    g->in_bytes = (size_t)coral_array_count(src) * src->size;
    g->in = src->addr;
    if (g->in_bytes &&
        (!variable || !coral_array_contiguous(src) ||
            (overlap(src, &o->dest) && !is_broadcast(g->kind)))) {
        g->in = o->packed_in = coral_caf_need(g->in_bytes);
        coral_pack(src, 0, coral_array_count(src), g->in);
    }
}

static void set_out(coral_caf_operation *o) {
    coral_caf_operands *g = &o->operands;
    g->out_bytes = (size_t)coral_array_count(&o->dest) * o->dest.size;
    g->out = o->dest.addr;
    if (g->out_bytes && !coral_array_contiguous(&o->dest)) {
        g->out = o->packed_out = coral_caf_need(g->out_bytes);
        coral_pack(&o->dest, 0, coral_array_count(&o->dest), g->out);
    }
}

static const coral_layout *in_parts; /* for the next collective */

void coral_caf_collect_by(const char *key) {
    in_parts = coral_layout_of(key);
    if (in_parts == NULL)
        coral_fatal(CORAL_R0312,
            "nothing is known of the type of a collective's operands: its module was compiled "
            "without coarrays");
}

/* What this image sends of structures that travel in parts: so many blocks, each a number of
 * elements and their parts. */
static void set_blocks(coral_caf_operation *o, const coral_array *src, int n, int64_t each) {
    coral_caf_operands *g = &o->operands;
    char **parts = coral_caf_need((size_t)n * sizeof *parts);
    size_t total = 0;
    for (int b = 0; b < n; b++) {
        parts[b] = coral_ship_elements(o->layout, src, b * each, each, &g->blocks[b]);
        total += g->blocks[b] += sizeof each;
    }
    char *to = o->packed_in = coral_caf_need(total);
    g->in = o->packed_in;
    for (int b = 0; b < n; to += g->blocks[b++]) {
        memcpy(to, &each, sizeof each);
        memcpy(to + sizeof each, parts[b], g->blocks[b] - sizeof each);
        __real_free(parts[b]);
    }
    __real_free(parts);
}

/* Structures with allocatable components: what they hold goes along. */
static void set_parts(coral_caf_operation *o, const coral_array *src, const coral_team *t) {
    coral_caf_operands *g = &o->operands;
    bool here = t->me == g->root;
    o->members = t->n;
    g->blocks = coral_caf_need((size_t)t->n * sizeof *g->blocks);
    memset(g->blocks, 0, (size_t)t->n * sizeof *g->blocks);
    switch (g->kind) {
    case CORAL_CAF_BROADCAST:
        if (here)
            set_blocks(o, &o->dest, 1, coral_array_count(&o->dest));
        break;
    case CORAL_CAF_SCATTER:
        if (here)
            set_blocks(o, src, t->n, coral_array_count(&o->dest));
        break;
    case CORAL_CAF_ALLTOALL:
        set_blocks(o, src, t->n, coral_array_count(src) / t->n);
        break;
    default:
        set_blocks(o, src, 1, coral_array_count(src));
    }
}

/* All others. */
static void set_whole(coral_caf_operation *o, const coral_array *src, bool variable, bool here) {
    int kind = o->operands.kind;
    if (!is_broadcast(kind) && (here || kind != CORAL_CAF_SCATTER))
        set_in(o, src, variable);
    if (here || (kind != CORAL_CAF_GATHER && kind != CORAL_CAF_REDUCE))
        set_out(o);
}

/* In a team of one image there is no other image to wait for or to notify. */
static void collect_alone(const coral_call *call, const coral_short *o, const void *in) {
    if (o->bytes > 0 && in != o->out)
        memmove(o->out, in, o->bytes);
    coral_caf_notify(call, (coral_event *)o->after);
}

static bool begin_short(const coral_call *call, coral_short *o, const void *in, bool alone) {
    if (!alone)
        return coral_short_begin(o, in);
    collect_alone(call, o, in);
    return true;
}

/* Begins a collective of few bytes without Go. False: it is not one, or there is something that the
 * other way reports. */
static bool is_short(const coral_call *call, int kind, const void *src, const void *dest, int root,
    int op, coral_event *after, coral_team *t) {
    if (kind != CORAL_CAF_BARRIER && kind != CORAL_CAF_BROADCAST && kind != CORAL_CAF_REDUCE &&
        kind != CORAL_CAF_ALLREDUCE)
        return false;
    coral_short one;
    const bool alone = t->n == 1 && !coral.shipped;
    coral_short *o = alone ? &one : coral_short_new(t, kind);
    if (o == NULL || root < 0 || root >= t->n)
        return false;
    o->after = after;
    o->root = root;
    o->place = coral_caf_place(call);
    if (kind == CORAL_CAF_BARRIER) {
        o->word = coral_caf_word(kind, op, 0, root);
        o->op = o->out = NULL;
        o->bytes = 0;
        o->size = 1;
        return begin_short(call, o, NULL, alone);
    }
    coral_array to, from;
    coral_array_from(&to, dest);
    if (!coral_array_contiguous(&to))
        return false;
    const coral_array *given = &to;
    o->op = NULL;
    if (kind != CORAL_CAF_BROADCAST) {
        coral_array_from(&from, src);
        given = &from;
        if (to.type != from.type || to.kind != from.kind || to.size != from.size ||
            !coral_array_contiguous(&from) || (o->op = coral_caf_op(op, &to)) == NULL)
            return false;
        if ((kind == CORAL_CAF_ALLREDUCE || t->me == root) &&
            coral_array_count(&to) != coral_array_count(&from))
            return false;
    }
    o->word = coral_caf_word(kind, op, o->type = coral_type_code(given), root);
    o->bytes = (size_t)coral_array_count(given) * given->size;
    o->out = coral_real(to.addr);
    o->size = to.size;
    o->word |= o->bytes;
    return begin_short(call, o, coral_real(given->addr), alone);
}

/* A reduction of few bytes by a user's operator, for which the program waits, goes the way of those
 * by the language's operators. Those combine in the order of the members in teams of 2, 4, 8 ..
 * images: a user's operator need not be commutative. */
static bool is_few(const coral_caf_operation *o, const coral_array *src, const coral_team *t) {
    const int kind = o->operands.kind;
    const int64_t bytes = coral_array_count(src) * (int64_t)src->size;
    return (kind == CORAL_CAF_REDUCE || kind == CORAL_CAF_ALLREDUCE) && o->how != BUILT_IN &&
        !o->operands.checked && (t->n & (t->n - 1)) == 0 && bytes > 0 &&
        bytes <= (int64_t)CORAL_SLOT_PAYLOAD;
}

static void reduce_few(
    coral_call *call, coral_caf_operation *o, const coral_array *src, const int64_t *team) {
    _Alignas(16) char few[CORAL_SLOT_PAYLOAD];
    const bool all = o->operands.kind == CORAL_CAF_ALLREDUCE;
    const int root = all ? -1 : o->operands.root;
    const int64_t count = coral_array_count(src), *in = *team ? team : NULL;
    if (!coral_caf_enter_collective(call, in))
        return;
    call->brings = coral_brings(
        all ? CORAL_TEAM_ALLREDUCE : CORAL_TEAM_REDUCE, o->operands.type, CORAL_CAF_USERS, root);
    coral_array packed = *src;
    packed.addr = few;
    packed.rank = 1;
    packed.dim[0].extent = count;
    packed.dim[0].step = (int64_t)src->size;
    coral_pack(src, 0, count, few);
    if (coral_team_reduce(call, &packed, root, o->combination.op, o) == 0 &&
        (all || root == coral.team->me))
        coral_unpack(&o->dest, 0, count, few);
    if (in)
        coral_caf_leave();
}

/* What a collective does with memory of this image while it goes on. */
static int touches(const coral_caf_operation *o, bool root) {
    const coral_caf_operands *g = &o->operands;
    bool sends = is_broadcast(g->kind) && root;
    bool reads = sends ? g->blocks == NULL : g->in != NULL && g->in != o->packed_in;
    bool writes = g->kind != CORAL_CAF_BARRIER && !sends &&
        (root || (g->kind != CORAL_CAF_GATHER && g->kind != CORAL_CAF_REDUCE));
    return coral_touches(reads, writes);
}

static void begin(const coral_call *call, coral_caf_operation *o, const coral_team *t,
    coral_event *after, bool blocking) {
    coral_caf_fence(call);
    const int rank = after == NULL  ? -1
        : coral_caf_is_own(after) ? coral.rank
                                  : coral_rank_of(after);
    coral_async_begun = true;
    coral_current(call);
    o->operands.touches = touches(o, t->me == o->operands.root);
    coral_report(call,
        coralgo_async_collective(&o->operands, t->id, rank,
            after ? (uint64_t)((const char *)after - coral_slot(rank)) : 0, blocking));
}

/* kind, and 100 for blocking, and 1000 if the members are to tell each other what they have begun.
 * how and by: of an operator or comparison. event is an address, 0: none. */
void coral_caf_collective(const int32_t *kind, const void *src, const void *dest,
    const int32_t *variable, const int32_t *root, const int32_t *op, const int32_t *how,
    void (*by)(void), const int64_t *event, const int64_t *team, const int32_t *line,
    const void *file) {
    enum { BLOCKING = 100, CHECKED = 1000 };
    bool blocking = *kind % CHECKED >= BLOCKING, checked = *kind >= CHECKED;
    const uint64_t blocks = blocking ? CORAL_PLACE_BLOCKS : 0;
    coral_call call = {
        .what = coral_caf_collective_name(*kind % BLOCKING, blocks),
        .wait = CORAL_WAIT_COLL,
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    if (UNLIKELY(coral.foreign))
        coral_foreign_end(&call);
    coral_team *t = coral.team;
    if (*team) {
        coral_team_value v = {.address = *team};
        t = coral_caf_member_of(&call, &v);
    }
    const coral_layout *layout = in_parts;
    in_parts = NULL;
    if (*event && *how == BUILT_IN && !layout &&
        is_short(&call, *kind, src, dest, *root, *op, coral_caf_event_at(*event), t))
        return;
    coral_caf_operation *o = coral_caf_need(sizeof *o);
    const uint64_t place = coral_caf_place(&call);
    *o = (coral_caf_operation){.operands = {.kind = *kind % BLOCKING,
                                   .root = *root,
                                   .op = *how == BUILT_IN ? *op : CORAL_CAF_USERS,
                                   .checked = checked,
                                   .place = place ? place | blocks : 0},
        .user = by,
        .how = *how};
    coral_caf_operands *g = &o->operands;
    if (*root < 0 || *root >= t->n)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0213, "there is no rank %d among %d images",
            *root, t->n);
    if (g->kind != CORAL_CAF_BARRIER) {
        bool here = t->me == *root;
        coral_array from;
        coral_array_from(&o->dest, dest);
        coral_array_from(&from, src);
        o->dest.addr = coral_real(o->dest.addr);
        from.addr = coral_real(from.addr);
        g->elem = o->dest.size;
        g->type = coral_type_code(&o->dest);
        o->layout = layout;
        coral_current(&call);
        if (g->kind != CORAL_CAF_BROADCAST && !fits(&call, o, &from, t->n, here))
            return;
        if ((g->kind == CORAL_CAF_REDUCE || g->kind == CORAL_CAF_ALLREDUCE) &&
            !choose(&call, o, *op))
            return;
        if (blocking && !layout && is_few(o, &from, t)) {
            reduce_few(&call, o, &from, team);
            __real_free(o);
            return;
        }
        if (layout)
            set_parts(o, &from, t);
        else
            set_whole(o, &from, *variable != 0, here);
    }
    begin(&call, o, t, *event ? coral_caf_event_at(*event) : NULL, blocking);
}

void coral_caf_collect_in_place(const coral_call *call, int kind, const coral_array *a, int root,
    int which, coral_op *op, coral_event *after) {
    coral_caf_operation *o = coral_caf_need(sizeof *o);
    *o = (coral_caf_operation){
        .operands = {.kind = kind,
            .root = root,
            .op = which,
            .elem = a->size,
            .type = coral_type_code_c(a),
            .place = coral_caf_place(call)},
        .dest = *a};
    o->dest.addr = coral_real(a->addr);
    o->combination = (coral_combination){op, NULL, a->size};
    o->operands.combination = &o->combination;
    const coral_array own = o->dest;
    set_whole(o, &own, true, coral.team->me == root);
    begin(call, o, coral.team, after, false);
}
