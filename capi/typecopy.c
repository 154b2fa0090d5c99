/* Copies of objects of other images with all that their components hold: by the layout of the type.
 *
 * This file is linked into programs that copy such objects; component.c, which it needs, gives them
 * the local heap. */
#include "foreign.h"
#include "layouts.h"
#include "string_arg.h"

#include <stdlib.h>
#include <string.h>

enum { EACH_OWN = 1 << CORAL_OWN, EACH_APART = 1 << CORAL_APART };

typedef struct copying {
    const coral_call *call;
    bool known; /* all types are told of that have parts */
} copying;

static void copy_object(const copying *c, const coral_layout *l, char *to, const char *from);

/* Brings what another image has at an address that stands for it, where it is not mapped. */
static void fetch(void *at, int64_t bytes) {
    if (LIKELY(!coral.library) || bytes == 0)
        return;
    coral_array a = {.addr = at, .size = (size_t)bytes, .type = CORAL_OTHER};
    if (coral_in_window(a.addr) && coral_rank_of(a.addr) != coral.rank)
        coral_library_move(&a, false);
}

static void *room_for(const copying *c, int64_t bytes) {
    void *new = malloc(bytes > 0 ? (size_t)bytes : 1);
    if (new == NULL) {
        coral_error(c->call, CORAL_STAT_ERROR, CORAL_R0302,
            "no memory for the %lld bytes of a component", (long long)bytes);
        abort();
    }
    return new;
}

/* What an allocatable component holds. to has the descriptor of the other image's object. */
static void copy_held(const copying *c, const coral_part *p, char *to, const char *from) {
    void **d = (void **)(to + p->offset);
    bool typed = p->of >= CORAL_CLASS;
    int64_t one = p->rank > 0 || typed ? 0 : *d == NULL ? 0 : coral_held_size(p, d, from);
    coral_component_in(c->call, d, from,
        CORAL_PART_MAYBE | CORAL_PART_WANTED | (typed ? CORAL_PART_POLYMORPHIC : 0) |
            p->rank << CORAL_PART_RANK,
        one);
    if (*d == NULL)
        return;
    const coral_layout *e = p->of == CORAL_PARTS ? coral_part_layout(p)
        : typed                                  ? coral_typed_layout(c->call, d, p->rank, c->known)
                                                 : NULL;
    int64_t n = coral_held_count(p, d), size = coral_held_size(p, d, from);
    const char *old = *d;
    char *new = room_for(c, n * size);
    fetch(*d, n * size);
    if (e == NULL || e->n == 0)
        memcpy(new, old, (size_t)(n * size));
    else
        for (int64_t i = 0; i < n; i++)
            copy_object(c, e, new + i * size, old + i * size);
    *d = new;
}

static void copy_pointer(const copying *c, const coral_part *p, char *to, const char *from) {
    void **d = (void **)(to + p->offset);
    bool typed = p->of >= CORAL_CLASS;
    int64_t one = p->rank > 0 || typed || *d == NULL ? 0 : coral_held_size(p, d, from);
    coral_component_in(c->call, d, from,
        CORAL_PART_MAYBE | (typed ? CORAL_PART_POLYMORPHIC : 0) | p->rank << CORAL_PART_RANK, one);
}

/* to holds nothing. Where objects that are APART stay as they are, to has been set up for them. */
static void copy_object(const copying *c, const coral_layout *l, char *to, const char *from) {
    coral_copy_plain(l, to, from, EACH_OWN | EACH_APART);
    for (int i = 0; i < l->n; i++) {
        const coral_part *p = &l->part[i];
        switch (p->kind) {
        case CORAL_OWN:
            for (int64_t k = 0; k < p->count; k++) {
                const coral_layout *e = coral_part_layout(p);
                int64_t at = p->offset + k * e->size;
                copy_object(c, e, to + at, from + at);
            }
            break;
        case CORAL_HELD:
            copy_held(c, p, to, from);
            break;
        case CORAL_POINTED:
            copy_pointer(c, p, to, from);
            break;
        case CORAL_CODE:
            *(void **)(to + p->offset) =
                coral_procedure_in(c->call, *(void **)(from + p->offset), from);
            break;
        case CORAL_APART:
            break;
        }
    }
}

/* Copies the object at from, of which another image says what is in it, to that at to, of the type
 * with the key. known: 1 if all types are told of that are not copied as they lie. */
void coral_copy_object(const char *key, const int64_t *to, const int64_t *from,
    const int32_t *known, const int32_t *line, const void *file) {
    coral_call call = {.what = "image selector",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    copying c = {.call = &call, .known = *known != 0};
    const coral_layout *l = coral_layout_of(key);
    if (l == NULL)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0312,
            "nothing is known of the objects of type %.*s: its module was compiled without "
            "coarrays",
            (int)strcspn(key, ";"), key);
    coral_free_parts(l, (char *)*to);
    copy_object(&c, l, (char *)*to, (const char *)*from);
}

/* The same for an object of the dynamic type that typed has. */
void coral_copy_dynamic(const int64_t *typed, const int64_t *to, const int64_t *from,
    const int64_t *size, const int32_t *known, const int32_t *line, const void *file) {
    coral_call call = {.what = "image selector",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    copying c = {.call = &call, .known = *known != 0};
    const coral_layout *l = coral_typed_layout(&call, (void **)*typed, 0, *known != 0);
    if (l == NULL || l->n == 0) {
        memcpy((void *)*to, (const void *)*from, (size_t)*size);
        return;
    }
    coral_free_parts(l, (char *)*to);
    copy_object(&c, l, (char *)*to, (const char *)*from);
}
