/* What the engine has done for asynchronous copies, on any thread: data are moved, events notified
 * and taken. */
#include "../coll/coll.h"
#include "event.h"
#include "async.h"
#include "copy.h"
#include "../mem/convert.h"
#include "../rma/copy.h"

#include <string.h>

void *__real_malloc(size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

static const uint64_t never;
coral_watched coral_watch[3] = {{&never, UINT64_MAX}, {&never, UINT64_MAX}, {&never, UINT64_MAX}};
bool coral_async_open;
uint64_t coral_bell;

static bool elsewhere(const coral_array *a) {
    return coral_in_window(a->addr) && coral_rank_of(a->addr) != coral.rank;
}

/* All elements of a side, one behind the other. */
static void pack(const coral_side *s, char *out) {
    for (int i = 0; i < s->n; i++) {
        int64_t count = coral_array_count(&s->part[i]);
        if (UNLIKELY(coral.library) && elsewhere(&s->part[i]))
            coral_library_move(&s->part[i], false);
        coral_pack(&s->part[i], 0, count, out);
        out += (size_t)count * s->part[i].size;
    }
}

static void unpack(const coral_side *s, const char *in) {
    for (int i = 0; i < s->n; i++) {
        int64_t count = coral_array_count(&s->part[i]);
        coral_unpack(&s->part[i], 0, count, in);
        in += (size_t)count * s->part[i].size;
        if (UNLIKELY(coral.library) && elsewhere(&s->part[i]))
            coral_library_move(&s->part[i], true);
    }
}

/* Sections that differ in shape or type, or consist of several: by way of packed elements. */
static void move_packed(const coral_caf_copy *c) {
    const coral_array *to = &c->dest.part[0], *from = &c->src.part[0];
    int64_t n = c->dest.count, given = c->src.count;
    char *in = __real_malloc((size_t)given * from->size + 1), *out = in;
    if (in == NULL)
        coral_fatal(CORAL_R0302, "no memory for a copy of %lld elements", (long long)n);
    pack(&c->src, in);
    if (!coral_same_type(to, from) || given != n) {
        if ((out = __real_malloc((size_t)n * to->size + 1)) == NULL)
            coral_fatal(CORAL_R0302, "no memory for a copy of %lld elements", (long long)n);
        int64_t convert = given < n ? given : n;
        if (coral_same_type(to, from))
            memcpy(out, in, (size_t)convert * to->size);
        else
            coral_convert(out, to, in, from, convert);
        for (int64_t i = 1; given == 1 && i < n; i++) /* a scalar to an array */
            memcpy(out + (size_t)i * to->size, out, to->size);
    }
    unpack(&c->dest, out);
    if (out != in)
        __real_free(out);
    __real_free(in);
}

static void move(const coral_caf_copy *c) {
    if (c->dest.n == 1 && c->src.n == 1 && coral_same_type(&c->dest.part[0], &c->src.part[0]) &&
        coral_same_shape(&c->dest.part[0], &c->src.part[0]))
        coral_copy_sections(&c->dest.part[0], &c->src.part[0]);
    else
        move_packed(c);
}

void coral_caf_move(const coral_caf_copy *c) {
    if (c->dest.count == 0)
        return;
    if (LIKELY(!coral.library)) {
        move(c);
        return;
    }
    /* errors are of the statement that has begun the copy */
    coral_call call = {.what = "copy_async"};
    int length = 0;
    if (c->place)
        call.file = coral_caf_file(c->place, &length, &call.line);
    call.file_len = (size_t)length;
    const coral_call *before = coral_current(&call);
    move(c);
    coral_current(before);
}

void coral_caf_drop(coral_caf_copy *c) {
    if (c->dest.part != &c->dest.one)
        __real_free(c->dest.part);
    if (c->src.part != &c->src.one)
        __real_free(c->src.part);
    __real_free(c->value);
    coral_copy_free(c);
}

coral_copied_from coral_caf_copied_from(void *copy) {
    const coral_caf_copy *c = copy;
    coral_copied_from none = {.rank = -1};
    if (!coral.library || c->dest.count == 0 || !coral_copy_is_one_piece(c))
        return none;
    const coral_array *to = &c->dest.part[0], *from = &c->src.part[0];
    if (elsewhere(to) || !elsewhere(from))
        return none;
    int rank = coral_rank_of(from->addr);
    return (coral_copied_from){
        .to = to->addr, .rank = rank, .offset = (uint64_t)(from->addr - coral_slot(rank))};
}

void coral_caf_drop_copy(void *copy) { coral_caf_drop(copy); }

int coral_caf_run_copy(void *copy) {
    coral_caf_move(copy);
    coral_caf_drop(copy);
    return 0;
}

static coral_event *event_of(int rank, uint64_t offset) {
    return (coral_event *)(coral_slot(rank) + offset);
}

void coral_caf_post_at(int rank, uint64_t offset) {
    coral_call call = {.what = "ev_after"};
    coral_caf_notify(&call, event_of(rank, offset));
}

int coral_caf_take_at(uint64_t offset) { return coral_caf_try_take(event_of(coral.rank, offset)); }
