/* Blocking collectives of CAF 2.0. That of team= is entered for the time of the statement. Each
 * image stores into its own variables only, while it executes the statement. What images gather
 * from each other lies in a block of the symmetric heap in between: every image reads what it needs
 * from the others' blocks. Where images are not mapped that takes as many round trips as there are
 * images, and some more for the block: what is short goes by the trees of those that go on. */
#include "../coll/coll.h"
#include "caf2.h"
#include "../async/async.h"
#include "../core/string_arg.h"

#include <string.h>

void *__real_malloc(size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

#define PLACED const int64_t *team, const int32_t *line, const void *file
/* The statement's place; then its team is the current one until LEAVE. */
#define ENTER(name)                    \
    coral_call call = {.what = name, .wait = CORAL_WAIT_COLL, .line = *line, \
                       .file = string_address(file), .file_len = string_length(file)}; \
    if (UNLIKELY(coral.foreign))       \
    coral_foreign_end(&call);          \
    if (!coral_caf_enter_collective(&call, team)) \
    return
#define LEAVE() \
    if (team)   \
    coral_caf_leave()

static bool is_member(const coral_call *call, int32_t rank) {
    if (LIKELY(rank >= 0 && rank < coral.team->n))
        return true;
    coral_error(call, CORAL_STAT_ERROR, CORAL_R0213, "there is no rank %d among %d images", rank,
        coral.team->n);
    return false;
}

/* What the members compare of a collective; root -1: it has none. */
static void bring(coral_call *call, int which, const coral_array *a, int op, int root) {
    call->brings = coral_brings(which, coral_type_code(a), op, root);
}

/* dest takes times as many elements as src has, of the same type. */
static bool fits(
    const coral_call *call, const coral_array *src, const coral_array *dest, int64_t times) {
    int64_t have = coral_array_count(src) * times, room = coral_array_count(dest);
    if (src->type != dest->type || src->kind != dest->kind || src->size != dest->size) {
        coral_error(
            call, CORAL_STAT_ERROR, CORAL_R0213, "source and destination are of different types");
        return false;
    }
    if (have == room)
        return true;
    coral_error(call, CORAL_STAT_ERROR, CORAL_R0213, "the destination has %lld elements for %lld",
        (long long)room, (long long)have);
    return false;
}

void coral_caf_team_broadcast(const void *var, const int32_t *root, PLACED) {
    ENTER("team_broadcast");
    coral_array a;
    coral_array_from(&a, var);
    if (is_member(&call, *root)) {
        bring(&call, CORAL_TEAM_BROADCAST, &a, 0, *root);
        coral_team_broadcast(&call, &a, *root);
    }
    LEAVE();
}

/* Where a reduction takes place: in the destination, if that is possible; or in the source, where
 * nobody gets the result here and the data travel as they are; else in memory of its own. */
static char *place_of(const coral_array *src, const coral_array *dest, bool mine) {
    char *low, *high, *from, *to;
    if (!mine)
        return coral.library && coral_array_contiguous(src) ? src->addr : NULL;
    coral_array_bounds(src, &from, &to);
    coral_array_bounds(dest, &low, &high);
    bool apart = to <= low || high <= from;
    return apart && coral_array_contiguous(dest) ? dest->addr : NULL;
}

/* root -1: all */
static void reduce(
    coral_call *call, const void *source, const void *target, int root, int which) {
    coral_array src, dest;
    coral_array_from(&src, source);
    coral_array_from(&dest, target);
    bool mine = root < 0 || root == coral.team->me;
    coral_op *op = coral_caf_op(which, &src);
    if (op == NULL)
        coral_error(
            call, CORAL_STAT_ERROR, CORAL_R0402, "the operator is not defined for this type");
    if (op == NULL || (mine && !fits(call, &src, &dest, 1)))
        return;
    bring(call, root < 0 ? CORAL_TEAM_ALLREDUCE : CORAL_TEAM_REDUCE, &src, which, root);
    int64_t count = coral_array_count(&src);
    coral_array packed = src;
    packed.rank = 1;
    packed.dim[0].extent = count;
    packed.dim[0].step = (int64_t)src.size;
    char *own = NULL, *place = count > 0 ? place_of(&src, &dest, mine) : NULL;
    if (place == NULL && (place = own = __real_malloc((size_t)count * src.size + 1)) == NULL)
        coral_fatal(CORAL_R0302, "no memory for a collective");
    packed.addr = place;
    if (place != src.addr)
        coral_pack(&src, 0, count, place);
    if (coral_team_reduce(call, &packed, root, op, NULL) == 0 && mine && own)
        coral_unpack(&dest, 0, count, own);
    __real_free(own);
}

void coral_caf_team_reduce(
    const void *src, const void *dest, const int32_t *root, const int32_t *op, PLACED) {
    ENTER("team_reduce");
    if (is_member(&call, *root))
        reduce(&call, src, dest, *root, *op);
    LEAVE();
}

void coral_caf_team_allreduce(const void *src, const void *dest, const int32_t *op, PLACED) {
    ENTER("team_allreduce");
    reduce(&call, src, dest, -1, *op);
    LEAVE();
}

/* A block of the symmetric heap on every member, filled with src where that is given; all members
 * have filled theirs. NULL: reported. */
static char *show(const coral_call *call, size_t bytes, const coral_array *src) {
    char *p = coral_agree(coral.team, call, (int64_t)bytes) == 0 ? coral_heap_alloc(call, bytes)
                                                                 : NULL;
    if (p == NULL)
        return NULL;
    if (src)
        coral_pack(src, 0, coral_array_count(src), p);
    coral_sync(call);
    return p;
}

/* Bytes of a member's block, from offset on, as they are seen here. */
static const char *seen(const char *own, int member, size_t offset, size_t bytes) {
    int rank = coral_member_rank(coral.team, member);
    char *there = coral_slot(rank) + (own - coral.base) + offset;
    if (UNLIKELY(coral.library) && rank != coral.rank) {
        coral_array part = {.addr = there, .size = 1, .rank = 1, .type = CORAL_OTHER};
        part.dim[0].extent = (int64_t)bytes;
        part.dim[0].step = 1;
        coral_library_move(&part, false);
    }
    return there;
}

/* All members have read what they need. */
static void drop(const coral_call *call, char *p) {
    coral_sync(call);
    coral_heap_free(call, p);
}

/* What all images bring together, up to which trees are faster, where some are of one machine. */
enum { SHORT = 64 << 10 };

/* Does a collective by the engine, where images are not mapped and it is short, or each is on a
 * machine of its own: the same on all members. part is what an image brings or gets, or all of it.
 */
static bool by_tree(
    int kind, const void *part, const void *src, const void *dest, int32_t root, PLACED) {
    enum { BLOCKING = 100 };
    if (LIKELY(!coral.library))
        return false;
    coral_array a;
    coral_array_from(&a, part);
    const coral_team *t = coral.team;
    if (team) {
        coral_call call = {.what = "collective",
            .line = *line,
            .file = string_address(file),
            .file_len = string_length(file)};
        coral_team_value v = {.address = *team};
        t = coral_caf_member_of(&call, &v);
    }
    int64_t most = kind == CORAL_CAF_ALLTOALL ? SHORT : SHORT / t->n;
    if (coral_array_count(&a) * (int64_t)a.size > most && !coralgo_async_apart(t->id))
        return false;
    const int32_t which = BLOCKING + kind, variable = 1, none = 0;
    const int64_t event = 0, in = team ? *team : 0;
    coral_caf_collective(
        &which, src, dest, &variable, &root, &none, &none, NULL, &event, &in, line, file);
    return true;
}

/* What all members bring together, where that goes in one message to each. Each has filled its own
 * part, the others are zeros. */
enum { JOINED = CORAL_SLOT_PAYLOAD };

static bool is_joined(size_t bytes) {
    return LIKELY(!coral.library) && bytes > 0 && bytes <= JOINED;
}

/* Fills all on every member. False: a member is gone, and that is reported. */
static bool join(const coral_call *call, char *all, size_t bytes) {
    return coral_allreduce(coral.team, call, all, bytes, bytes, 1, coral_or_bytes, NULL) == 0;
}

/* root -1: all */
static void gather(coral_call *call, const void *source, const void *target, int root) {
    coral_array src, dest;
    coral_array_from(&src, source);
    coral_array_from(&dest, target);
    int n = coral.team->n;
    bool mine = root < 0 || root == coral.team->me;
    if (mine && !fits(call, &src, &dest, n))
        return;
    bring(call, root < 0 ? CORAL_TEAM_ALLGATHER : CORAL_TEAM_GATHER, &src, 0, root);
    int64_t count = coral_array_count(&src);
    size_t bytes = (size_t)count * src.size;
    if (is_joined(bytes * (size_t)n)) {
        char all[JOINED] = {0};
        coral_pack(&src, 0, count, all + bytes * (size_t)coral.team->me);
        if (join(call, all, bytes * (size_t)n) && mine)
            coral_unpack(&dest, 0, n * count, all);
        return;
    }
    char *p = show(call, bytes, &src);
    if (p == NULL)
        return;
    for (int m = 0; mine && m < n; m++)
        coral_unpack(&dest, m * count, count, seen(p, m, 0, bytes));
    drop(call, p);
}

void coral_caf_team_gather(const void *src, const void *dest, const int32_t *root, PLACED) {
    if (by_tree(CORAL_CAF_GATHER, src, src, dest, *root, team, line, file))
        return;
    ENTER("team_gather");
    if (is_member(&call, *root))
        gather(&call, src, dest, *root);
    LEAVE();
}

void coral_caf_team_allgather(const void *src, const void *dest, PLACED) {
    if (by_tree(CORAL_CAF_ALLGATHER, src, src, dest, 0, team, line, file))
        return;
    ENTER("team_allgather");
    gather(&call, src, dest, -1);
    LEAVE();
}

static void scatter(coral_call *call, const void *source, const void *target, int root) {
    coral_array src, dest;
    coral_array_from(&src, source);
    coral_array_from(&dest, target);
    int n = coral.team->n, me = coral.team->me;
    int64_t each = coral_array_count(&dest), have = coral_array_count(&src);
    if (me == root && have != each * n) {
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0213,
            "the source has %lld elements for %d images with %lld each", (long long)have, n,
            (long long)each);
        return;
    }
    if (me == root && !fits(call, &dest, &src, n)) /* of one type */
        return;
    bring(call, CORAL_TEAM_SCATTER, &dest, 0, root);
    int64_t count = coral_array_count(&dest);
    size_t bytes = (size_t)count * dest.size;
    if (is_joined(bytes * (size_t)n)) {
        char all[JOINED] = {0};
        if (me == root)
            coral_pack(&src, 0, n * count, all);
        if (join(call, all, bytes * (size_t)n))
            coral_unpack(&dest, 0, count, all + bytes * (size_t)me);
        return;
    }
    char *p = show(call, bytes * (size_t)n, me == root ? &src : NULL);
    if (p == NULL)
        return;
    coral_unpack(&dest, 0, count, seen(p, root, bytes * (size_t)me, bytes));
    drop(call, p);
}

void coral_caf_team_scatter(const void *src, const void *dest, const int32_t *root, PLACED) {
    if (by_tree(CORAL_CAF_SCATTER, dest, src, dest, *root, team, line, file))
        return;
    ENTER("team_scatter");
    if (is_member(&call, *root))
        scatter(&call, src, dest, *root);
    LEAVE();
}

static void all_to_all(coral_call *call, const void *source, const void *target) {
    coral_array src, dest;
    coral_array_from(&src, source);
    coral_array_from(&dest, target);
    int n = coral.team->n;
    if (!fits(call, &src, &dest, 1))
        return;
    int64_t all = coral_array_count(&src), count = all / n;
    if (count * n != all) {
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0213,
            "%lld elements cannot be divided among %d images", (long long)all, n);
        return;
    }
    bring(call, CORAL_TEAM_ALLTOALL, &src, 0, -1);
    size_t bytes = (size_t)count * src.size;
    size_t brought = (size_t)all * src.size, me = (size_t)coral.team->me;
    if (is_joined(brought * (size_t)n)) {
        char parts[JOINED] = {0};
        coral_pack(&src, 0, all, parts + brought * me);
        if (join(call, parts, brought * (size_t)n))
            for (int m = 0; m < n; m++)
                coral_unpack(&dest, m * count, count, parts + brought * (size_t)m + bytes * me);
        return;
    }
    char *p = show(call, brought, &src);
    if (p == NULL)
        return;
    for (int m = 0; m < n; m++)
        coral_unpack(&dest, m * count, count, seen(p, m, bytes * me, bytes));
    drop(call, p);
}

void coral_caf_team_alltoall(const void *src, const void *dest, PLACED) {
    if (by_tree(CORAL_CAF_ALLTOALL, src, src, dest, 0, team, line, file))
        return;
    ENTER("team_alltoall");
    all_to_all(&call, src, dest);
    LEAVE();
}
