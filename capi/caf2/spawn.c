/* spawn: a call is packed into a message here, and made by the target. Procedures are called by
 * their addresses, as the back ends call them: arguments by reference, arrays of assumed shape by
 * descriptor, lengths of characters behind. One program runs on all images, so that a procedure has
 * the same distance from the program's data everywhere, and so have static coarrays; those of the
 * heap have their place in the slot.
 *
 * Data come by value and lie in the message, what allocatable components hold too; or they are the
 * target's own, and the message has their place. */
#include "../coll/coll.h"
#include "caf2.h"
#include "../async/async.h"
#include "../async/spawn.h"
#include "../types/layouts.h"
#include "../core/place.h"
#include "../core/string_arg.h"
#include "../sync/view.h"

#include <string.h>

CORAL_NEEDS_ASYNC;

void *__real_malloc(size_t) __attribute__((weak));
void *__real_realloc(void *, size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

/* A call that is being packed; subscripts of its arguments may call functions that spawn. */
typedef struct packing {
    struct packing *outer;
    size_t used, room;
    /* Of what comes in parts: the type of the structures; on the target arrive has the variable for
     * them. */
    const coral_layout *layout;
    bool known;
    bool passed; /* the procedure is a dummy procedure or a pointer */
    void (*arrive)(void);
    size_t parts; /* where the argument begins that is being packed in parts */
    size_t last;  /* where the last argument begins */
    char *bytes;
} packing;

static packing *current, *spare;

static char *extend(size_t n) {
    packing *p = current;
    if (p->used + n > p->room) {
        p->room = 2 * p->room + n;
        p->bytes = __real_realloc(p->bytes, p->room);
        if (p->bytes == NULL)
            coral_fatal(CORAL_R0302, "no memory for the arguments of a shipped procedure");
    }
    char *at = p->bytes + p->used;
    p->used += n;
    return at;
}

void coral_caf_spawn_begin_(void) {
    packing *p = spare;
    if (p)
        spare = p->outer;
    else if ((p = __real_malloc(sizeof *p)) != NULL)
        *p = (packing){0};
    else
        coral_fatal(CORAL_R0302, "no memory for a shipped procedure");
    p->outer = current;
    p->used = 0;
    p->passed = false;
    current = p;
    extend(sizeof(coral_shipped));
}

/* The procedure is a dummy procedure or a procedure pointer: which one it is, the translator could
 * not see. */
void coral_caf_spawn_passed_(void) {
    current->passed = true;
}

/* One argument; data: where its elements are, if they go along. */
static void add(
    const coral_array *a, const void *descriptor, int mode, int64_t place, bool travels) {
    int64_t count = coral_array_count(a);
    size_t bytes = travels ? (size_t)count * a->size : 0;
    size_t at = current->used;
    coral_shipped_arg *g = (coral_shipped_arg *)extend(
        sizeof *g + (size_t)a->rank * sizeof g->dim[0] + ((bytes + 7) & ~(size_t)7));
    *g = (coral_shipped_arg){.mode = (uint8_t)mode,
        .rank = (uint8_t)a->rank,
        .type = (uint8_t)a->type,
        .kind = (uint8_t)a->kind,
        .travels = travels,
        .size = (uint32_t)a->size,
        .place = place,
        .like = descriptor ? coral_likeness(descriptor) : 0};
    int64_t step = (int64_t)a->size;
    for (int d = 0; d < a->rank; d++) {
        int64_t extent = a->dim[d].extent > 0 ? a->dim[d].extent : 0;
        g->dim[d].lower = 1;
        g->dim[d].extent = extent;
        g->dim[d].step = travels ? step : a->dim[d].step;
        step *= extent;
    }
    current->last = at;
    if (current->used > UINT32_MAX)
        coral_fatal(CORAL_R0302, "the arguments of a shipped procedure have more than 4 GiB");
    g->bytes = (uint32_t)(current->used - at);
    if (bytes)
        coral_pack(a, 0, count, (char *)&g->dim[a->rank]);
}

void coral_caf_spawn_value(const void *obj, const int32_t *mode) {
    coral_array a;
    coral_array_from(&a, obj);
    add(&a, obj, *mode, 0, true);
}

/* Beside characters that are absent there is a length, too. text: 0 for other types, 2 for an array
 * of assumed shape, whose length flang has in the descriptor (lower/caf2spawn.go). */
void coral_caf_spawn_absent_(const int32_t *text) {
    coral_array none = {0};
    if (*text == 1 || (*text == 2 && coral_backend != CORAL_BACKEND_FLANG))
        none.type = CORAL_CHARACTER;
    add(&none, NULL, CORAL_SHIPPED_ABSENT, 0, false);
}

/* The target's own: obj is this image's part of the same. */
void coral_caf_spawn_there(
    const void *obj, const int32_t *mode, const int32_t *line, const void *file) {
    coral_call call = {.what = "spawn",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    coral_array a;
    coral_array_from(&a, obj);
    char *p = coral_real(a.addr);
    if (!coral_in_window(p) || coral_rank_of(p) != coral.rank)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0306,
            "an argument that names the target's data is not allocated here, or no coarray");
    if (*mode == CORAL_SHIPPED_ADDRESS && a.rank > 0) {
        coral_array b = a;
        coral_array_squeeze(&b);
        if (b.rank > 1 || (b.rank == 1 && b.dim[0].step != (int64_t)a.size))
            coral_error(&call, CORAL_STAT_ERROR, CORAL_R0603,
                "a section with gaps names the target's data, and the dummy argument is no array "
                "of assumed shape");
    }
    if (*mode == CORAL_SHIPPED_DESCRIPTOR && !coral_describable(&a))
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0603,
            "parts of structures name the target's data: their distance is not a multiple of their "
            "size");
    add(&a, obj, *mode, p - coral.base, false);
}

/* An allocatable dummy argument has the bounds of the argument before (F2018 15.5.2.6), others
 * begin at 1. */
void coral_caf_spawn_bounds(const int64_t *lower, int32_t rank) {
    coral_shipped_arg *g = (coral_shipped_arg *)(current->bytes + current->last);
    for (int d = 0; d < rank; d++)
        g->dim[d].lower = lower[d];
}

static coral_call packed_by; /* told where arguments have dynamic types, or come in parts */

void coral_caf_spawn_at(const int32_t *line, const void *file) {
    packed_by = (coral_call){.what = "spawn",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    coral_current(&packed_by);
}

/* The target's own where the dummy argument is polymorphic; words: its type here, which it has
 * there, too. */
void coral_caf_spawn_there_at(const int64_t *typed, const int64_t *first, const int32_t *rank,
    const int64_t *words, const int64_t *size, const int64_t *extents, const int64_t *steps) {
    coral_array a = coral_array_at(*first, *size, *rank, extents, steps);
    char *p = coral_real(a.addr);
    if (coral_array_count(&a) > 0 && (!coral_in_window(p) || coral_rank_of(p) != coral.rank))
        coral_error(&packed_by, CORAL_STAT_ERROR, CORAL_R0306,
            "an argument that names the target's data is not allocated here, or no coarray");
    if (!coral_describable(&a))
        coral_error(&packed_by, CORAL_STAT_ERROR, CORAL_R0603,
            "parts of structures name the target's data: their distance is not a multiple of their "
            "size");
    bool flang = coral_backend == CORAL_BACKEND_FLANG;
    size_t at = current->used;
    add(&a, flang ? (const void *)*typed : NULL, CORAL_SHIPPED_TYPED,
        coral_array_count(&a) > 0 ? p - coral.base : 0, false);
    memcpy(extend(CORAL_TYPE_WORDS * sizeof *words), words, CORAL_TYPE_WORDS * sizeof *words);
    ((coral_shipped_arg *)(current->bytes + at))->bytes = (uint32_t)(current->used - at);
}

/* The section that takes the function's result, which what is called hands over by
 * coral_caf_spawn_result. */
static void add_result(coral_array *a) {
    coral_call call = {.what = "spawn"};
    bool empty = coral_array_count(a) == 0;
    char *p = coral_real(a->addr);
    if (!empty && !coral_in_window(p))
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0306,
            "the variable for the result is not in memory that images share");
    int rank = empty ? coral.rank : coral_rank_of(p);
    size_t at = current->used;
    add(a, NULL, CORAL_SHIPPED_RESULT, empty ? 0 : p - coral_slot(rank), false);
    ((coral_shipped_arg *)(current->bytes + at))->like = (uint64_t)rank;
}

void coral_caf_spawn_dest(const void *obj) {
    coral_array a;
    coral_array_from(&a, obj);
    add_result(&a);
}

void coral_caf_spawn_dest_at(const int64_t *first, const void *obj, const int64_t *size) {
    coral_array a;
    coral_array_from(&a, obj);
    a.addr = (char *)*first;
    if (size) { /* a substring: obj is anything */
        a.size = (size_t)*size;
        a.type = CORAL_CHARACTER;
    }
    add_result(&a);
}

static int rank_of(const coral_event *e) {
    return e == NULL ? -1 : coral_caf_is_own(e) ? coral.rank : coral_rank_of(e);
}

/* Structures with allocatable components, of the type with the key. */
void coral_caf_spawn_by(const char *key, const int32_t *known) {
    current->layout = coral_layout_of(key);
    current->known = *known != 0;
    if (current->layout == NULL)
        coral_fatal(CORAL_R0603,
            "the type of an argument of the shipped procedure belongs to a shared library");
}

/* What comes in parts from here on, until end_parts, is an argument. */
static void begin_parts(const coral_array *a, const void *descriptor, int mode) {
    current->parts = current->used;
    add(a, descriptor, mode, (const char *)current->arrive - coral.base, false);
    coral_shipped_arg *g = (coral_shipped_arg *)(current->bytes + current->parts);
    g->travels = CORAL_SHIPPED_IN_PARTS;
    int64_t step = (int64_t)a->size;
    for (int d = 0; d < a->rank; d++) { /* where they arrive they are contiguous */
        g->dim[d].step = step;
        step *= g->dim[d].extent;
    }
}

static void end_parts(void) {
    ((coral_shipped_arg *)(current->bytes + current->parts))->bytes =
        (uint32_t)(current->used - current->parts);
    if (current->used > UINT32_MAX)
        coral_fatal(CORAL_R0302, "the arguments of a shipped procedure have more than 4 GiB");
}

/* One structure: how many bytes, then these. */
static void ship_object(const coral_layout *l, const char *object, bool known) {
    coral_packed b = {.call = coral_packed_by(), .known = known, .ships = true};
    coral_pack_object(&b, l, object);
    int64_t bytes = (int64_t)b.used;
    memcpy(extend(sizeof bytes), &bytes, sizeof bytes);
    if (bytes > 0)
        memcpy(extend((b.used + 7) & ~(size_t)7), b.bytes, b.used);
    coral_packed_free(&b);
}

static void ship_run(char *p, size_t bytes, void *size) {
    for (const char *end = p + bytes; p < end; p += *(size_t *)size)
        ship_object(current->layout, p, current->known);
}

void coral_caf_spawn_parts(const void *obj, const int32_t *mode) {
    coral_array a;
    coral_array_from(&a, obj);
    current->arrive = (void (*)(void))coral_layout_arrive;
    begin_parts(&a, obj, *mode);
    int64_t length = (int64_t)strcspn(current->layout->key, ";") + 1;
    memcpy(extend(sizeof length), &length, sizeof length);
    memcpy(extend(((size_t)length + 7) & ~(size_t)7), current->layout->key, (size_t)length);
    coral_runs(&a, ship_run, &a.size);
    end_parts();
}

char *coral_ship_elements(
    const coral_layout *l, const coral_array *a, int64_t from, int64_t count, size_t *bytes) {
    packing here = {.outer = current};
    current = &here;
    extend(0);
    for (int64_t i = from; i < from + count; i++)
        ship_object(l, coral_element(a, i), true);
    current = here.outer;
    *bytes = here.used;
    return here.bytes;
}

/* Objects of a dynamic type, to the message or, on the target, from it. */
void coral_caf_spawn_objects(const coral_layout *l, char *first, int64_t count,
    const int32_t *known, const int32_t *arrives) {
    for (int64_t i = 0; i < count; i++) {
        if (*arrives)
            coral_take_object(l, first + i * l->size);
        else
            ship_object(l, first + i * l->size, *known != 0);
    }
}

/* A polymorphic value: what goes on in between is the type, then the elements. */
void coral_caf_spawn_typed_begin(
    void (*arrive)(void), const int32_t *rank, const int64_t *extents) {
    const int64_t contiguous[] = {0};
    coral_array a = coral_array_at(0, 1, *rank, extents, contiguous);
    current->arrive = arrive;
    begin_parts(&a, NULL, CORAL_SHIPPED_ADDRESS);
}

void coral_caf_spawn_parts_end(void) { end_parts(); }

/* A part, to the message or, on the target, from it. */
void coral_caf_spawn_part(const void *obj, const int32_t *arrives) {
    coral_array a;
    coral_array_from(&a, obj);
    int64_t count = coral_array_count(&a);
    size_t bytes = count > 0 ? (size_t)count * a.size : 0, room = (bytes + 7) & ~(size_t)7;
    if (*arrives) {
        const char *from = coral_shipped_take(room);
        if (bytes)
            coral_unpack(&a, 0, count, from);
    } else if (bytes)
        coral_pack(&a, 0, count, extend(room));
}

/* procedure is a Fortran procedure; result and event are addresses, 0: none. */
void coral_caf_spawn_(void (*procedure)(void), const int64_t *target, const int64_t *team,
    const int64_t *result, const int32_t *types, const int64_t *event, const int32_t *line,
    const char *file, size_t file_len) {
    STATEMENT("spawn", CORAL_WAIT_NONE);
    packing *p = current;
    current = p->outer;
    coral_current(NULL);
    const coral_team *t = coral.team;
    if (*team) {
        coral_team_value v = {.address = *team};
        t = coral_caf_member_of(&call, &v);
    }
    if (*target < 0 || *target >= t->n)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0213, "there is no rank %lld among %d images",
            (long long)*target, t->n);
    void (*given)(void) = procedure;
    procedure = coral_procedure_itself(procedure);
    if (!coral_is_of_program(procedure))
        coral_error(
            &call, CORAL_STAT_ERROR, CORAL_R0603, "the procedure belongs to a shared library");
    if (p->passed && procedure != given && coral_procedure_here(procedure) == procedure)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0603,
            "the procedure is an internal one, of whose host there is no execution on the target");
    coral_shipped *s = (coral_shipped *)p->bytes;
    s->procedure = (const char *)procedure - coral.base;
    for (int i = 0; i < 4; i++)
        s->types[i] = (uint8_t)types[i];
    s->bytes = (uint32_t)p->used;
    char *to = *result ? coral_real((char *)*result) : NULL;
    if (to && !coral_in_window(to))
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0306,
            "the variable for the result is not in memory that images share");
    coral_event *e = *event ? coral_caf_event_at(*event) : NULL;
    int to_rank = to ? coral_rank_of(to) : -1;
    if (to == NULL && e == NULL && p->used <= CORAL_CAF_TOGETHER / 2) {
        coral_async_begun = true;
        coral_caf_spawn_later(&call, t, (int)*target, p->bytes, p->used);
    } else if (e == NULL || coral_caf_unsent ||
        !coral_mail_ship(t, (int)*target, p->bytes, p->used, to, e)) {
        coral_async_begun = true;
        coral_caf_flush();
        coral_report(&call,
            coralgo_async_ship(t->id, (int)*target, p->bytes, p->used, to_rank,
                to ? (uint64_t)(to - coral_slot(to_rank)) : 0, rank_of(e),
                e ? (uint64_t)((const char *)e - coral_slot(rank_of(e))) : 0));
    }
    p->outer = spare;
    spare = p;
}
