/* copy_async. Generated code does a short copy for which nothing must come before as the assignment
 * that it is; all others come here, with their operands as lists of sections. What must not wait is
 * done at once here too, without the engine. */
#include "../coll/coll.h"
#include "caf2.h"
#include "../async/async.h"
#include "../core/place.h"
#include "../async/copy.h"
#include "../mem/convert.h"
#include "../rma/copy.h"
#include "../core/string_arg.h"

#include <string.h>

CORAL_NEEDS_ASYNC;

void *__real_malloc(size_t) __attribute__((weak));
void *__real_realloc(void *, size_t) __attribute__((weak));

/* As in internal/rt/async: up to so many bytes, and wherever images share cores, a copy is as well
 * done by the caller. Of mapped memory these are more than by messages, beside which the program
 * can go on. */
enum { SHORT_COPY = 64 << 10, SHORT_MAPPED = 256 << 10 };

static bool is_short(size_t bytes) {
    return bytes <= SHORT_COPY || (!coral.library && bytes <= SHORT_MAPPED) || coral.crowded;
}

static coral_caf_copy *collecting; /* the innermost last: subscripts may call functions that copy */

static void *need(void *p) {
    if (p == NULL)
        coral_fatal(CORAL_R0302, "no memory for the operands of a copy");
    return p;
}

void coral_caf_copy_begin_(void) {
    coral_caf_copy *c = need(coral_copy_new());
    c->dest.n = c->dest.room = c->src.n = c->src.room = 0;
    c->dest.count = c->src.count = 0;
    c->dest.part = c->src.part = NULL;
    c->value = NULL;
    c->outer = collecting;
    collecting = c;
}

static void add(coral_side *s, const void *obj, const int64_t *first, const int64_t *size) {
    if (s->room == 0) {
        s->room = 1;
        s->part = &s->one;
    } else if (s->n == s->room) {
        s->room = 2 * s->room + 1;
        bool first = s->part == &s->one;
        s->part = need(__real_realloc(first ? NULL : s->part, (size_t)s->room * sizeof *s->part));
        if (first)
            s->part[0] = s->one;
    }
    coral_array *a = &s->part[s->n];
    coral_array_from(a, obj);
    if (first)
        a->addr = (char *)*first;
    if (size)
        a->size = (size_t)*size;
    int64_t count = coral_array_count(a);
    if (count == 0)
        return;
    char *real = coral_real(a->addr);
    a->addr = real;
    s->count += count;
    s->n++;
}

void coral_caf_dest(const void *obj) { add(&collecting->dest, obj, NULL, NULL); }
void coral_caf_src(const void *obj) { add(&collecting->src, obj, NULL, NULL); }
void coral_caf_dest_at(const int64_t *first, const void *obj, const int64_t *size) {
    add(&collecting->dest, obj, first, size);
}
void coral_caf_src_at(const int64_t *first, const void *obj, const int64_t *size) {
    add(&collecting->src, obj, first, size);
}

/* A source that is no variable has its value now. */
void coral_caf_value(const void *obj) {
    coral_side *s = &collecting->src;
    add(s, obj, NULL, NULL);
    if (s->n == 0)
        return;
    coral_array *a = &s->part[0];
    collecting->value = need(__real_malloc((size_t)s->count * a->size + 1));
    coral_pack(a, 0, s->count, collecting->value);
    int64_t step = (int64_t)a->size;
    for (int d = 0; d < a->rank; d++) {
        a->dim[d].step = step;
        step *= a->dim[d].extent;
    }
    a->addr = collecting->value;
}

static void check(const coral_call *call, const coral_caf_copy *c) {
    if (c->dest.n == 0 || c->src.n == 0) {
        if (c->dest.count != c->src.count && c->src.count != 1)
            coral_error(call, CORAL_STAT_ERROR, CORAL_R0404,
                "the destination has %lld elements, the source %lld", (long long)c->dest.count,
                (long long)c->src.count);
        return;
    }
    const coral_array *to = &c->dest.part[0], *from = &c->src.part[0];
    if (!coral_same_type(to, from) && !coral_convertible(to, from))
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0404,
            "the source's type cannot be assigned to the destination's");
    bool scalar = c->src.n == 1 && from->rank == 0;
    if (c->dest.count != c->src.count && !scalar)
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0404,
            "the destination has %lld elements, the source %lld", (long long)c->dest.count,
            (long long)c->src.count);
    if (c->dest.n == 1 && c->src.n == 1 && !scalar && !coral_same_shape(to, from))
        coral_error(
            call, CORAL_STAT_ERROR, CORAL_R0404, "source and destination have different shapes");
}

static int rank_of(const coral_event *e) {
    return e == NULL ? -1 : coral_caf_is_own(e) ? coral.rank : coral_rank_of(e);
}
static uint64_t offset_of(const coral_event *e) {
    return e == NULL ? 0 : (uint64_t)((const char *)e - coral_slot(rank_of(e)));
}

/* Whether a count of an event may be taken here: an image takes from its own, and where images are
 * mapped from any, as the helpers of the owner do. The image that has it need not be asked then. */
static bool reaches(const coral_event *e) {
    return (!coral.library || coral_caf_is_own(e)) && !coral_delays_late();
}

static bool is_own(const coral_array *a) {
    return !coral_in_window(a->addr) || coral_rank_of(a->addr) == coral.rank;
}

/* What a copy does with memory of this image. All sections of an operand are of one image. */
static int touches(const coral_caf_copy *c) {
    bool writes = c->dest.n && is_own(&c->dest.part[0]);
    bool reads = c->src.n && c->value == NULL && is_own(&c->src.part[0]);
    return coral_touches(reads, writes);
}

/* Whether a copy goes on behind its statement, as a question whose answer ends it. The question
 * comes behind all that this image has put before. */
static bool goes_on(coral_caf_copy *c, size_t bytes, const coral_event *then) {
    return UNLIKELY(coral.library) && coral_linked() && bytes <= SHORT_COPY &&
        (then == NULL || coral_caf_is_own(then)) && coral_caf_copied_from(c).rank >= 0;
}

/* before and after are addresses of events, 0: none. */
void coral_caf_copy_(const int64_t *before, const int64_t *after, const int32_t *line,
    const char *file, size_t file_len) {
    STATEMENT("copy_async", CORAL_WAIT_NONE);
    coral_caf_copy *c = collecting;
    collecting = c->outer;
    check(&call, c);
    c->place = coral_caf_place(&call);
    coral_event *first = *before ? coral_caf_event_at(*before) : NULL,
                *then = *after ? coral_caf_event_at(*after) : NULL;
    if (first && reaches(first) && coral_caf_try_take(first))
        first = NULL;
    bool own = first == NULL || coral_caf_is_own(first);
    size_t bytes = c->dest.n ? (size_t)c->dest.count * c->dest.part[0].size : 0;
    bool asks = first == NULL && goes_on(c, bytes, then);
    if (first == NULL && is_short(bytes) && !asks && !coral_delays_late()) {
        coral_caf_move(c);
        coral_caf_drop(c);
        coral_caf_tell_copied(&call, then);
        return;
    }
    if (first && own && then && (bytes <= SHORT_COPY || coral.crowded) &&
        coral_copy_wait(c, first, then))
        return;
    if (asks)
        coral_library_tell();
    else /* what this image has put before may be the source */
        coral_caf_fence(&call);
    coral_async_begun = true;
    char *to = NULL, *from = NULL;
    if (!coral.library && bytes > 0 && coral_copy_is_one_piece(c)) {
        to = c->dest.part[0].addr;
        from = c->src.part[0].addr;
        if (to < from + bytes && from < to + bytes)
            to = from = NULL;
    }
    uint64_t place = c->place;
    int local = touches(c);
    if (to) {
        coral_caf_drop(c);
        c = NULL;
    }
    int result = coralgo_async_copy(c, to, from, bytes, rank_of(first), offset_of(first),
        rank_of(then), offset_of(then), place, local);
    coral_report(&call, result);
}
