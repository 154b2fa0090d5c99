/* Copies of objects of other images with all that their components hold: by the layout of the type.
 *
 * This file is linked into programs that copy such objects; component.c, which it needs, gives them
 * the local heap. */
#include "../core/foreign.h"
#include "layouts.h"
#include "../core/string_arg.h"

#include <stdlib.h>
#include <string.h>

enum { EACH_OWN = 1 << CORAL_OWN, EACH_APART = 1 << CORAL_APART };

void *__real_realloc(void *, size_t) __attribute__((weak));

typedef struct copying {
    const coral_call *call;
    bool known; /* all types are told of that have parts */
} copying;

static void copy_object(const copying *c, const coral_layout *l, char *to, const char *from);

/* What components of other images' objects hold, where it is not mapped: all that is found in the
 * objects of one level is asked for together, and copied when it is here, which finds the next
 * level. */
typedef struct held_part {
    const coral_layout *layout; /* of elements that have parts; else NULL */
    char *to;
    const char *from;
    int64_t n, size;
} held_part;

enum { HELD = 4096 }; /* that are kept while more objects are looked at */

static _Thread_local struct {
    int n, room;
    held_part *part;
    copying by; /* of objects whose copies end with coral_copied */
    coral_call call;
} held;

static bool room_for_part(void) {
    if (held.n < held.room)
        return true;
    const int room = held.room ? 4 * held.room : 16;
    void *part = __real_realloc(held.part, (size_t)room * sizeof *held.part);
    if (part == NULL)
        return false;
    held.part = part;
    held.room = room;
    return true;
}

static void copy_elements(const copying *c, const held_part *p) {
    if (p->layout == NULL)
        memcpy(p->to, p->from, (size_t)(p->n * p->size));
    else
        for (int64_t i = 0; i < p->n; i++)
            copy_object(c, p->layout, p->to + i * p->size, p->from + i * p->size);
}

/* Copies now, where the memory is mapped, or when it is here. */
static void copy_part(const copying *c, held_part p) {
    const int64_t bytes = p.n * p.size;
    if (LIKELY(!coral.library) || bytes == 0) {
        copy_elements(c, &p);
        return;
    }
    const coral_array a = {.addr = (char *)p.from, .size = (size_t)bytes, .type = CORAL_OTHER};
    if (room_for_part()) {
        coral_library_want(&a);
        held.part[held.n++] = p;
        return;
    }
    coral_library_move(&a, false);
    copy_elements(c, &p);
}

/* Copies all that has been found, level by level. */
static void copy_held_parts(const copying *c) {
    for (int first = 0, last; first < held.n; first = last) {
        coral_library_brought();
        for (last = held.n; first < last; first++) {
            const held_part p = held.part[first]; /* to copy it may move the list */
            copy_elements(c, &p);
        }
    }
    held.n = 0;
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
    *d = new;
    copy_part(c, (held_part){e == NULL || e->n == 0 ? NULL : e, new, old, n, size});
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

enum { KNOWN = 1, MORE = 2 };

/* Copies the object at from, of which another image says what is in it, to that at to, of the type
 * with the key. known: KNOWN if all types are told of that are not copied as they lie; MORE if
 * coral_copied is called before what the object holds is referred to. */
void coral_copy_object(const char *key, const int64_t *to, const int64_t *from,
    const int32_t *known, const int32_t *line, const void *file) {
    coral_call call = {.what = "image selector",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    copying c = {.call = &call, .known = (*known & KNOWN) != 0};
    const coral_layout *l = coral_layout_of(key);
    if (l == NULL)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0312,
            "nothing is known of the objects of type %.*s: its module was compiled without "
            "coarrays",
            (int)strcspn(key, ";"), key);
    coral_free_parts(l, (char *)*to);
    copy_object(&c, l, (char *)*to, (const char *)*from);
    if ((*known & MORE) == 0 || held.n >= HELD) {
        copy_held_parts(&c);
    } else if (held.n > 0) {
        held.call = call;
        held.by = (copying){.call = &held.call, .known = c.known};
    }
}

/* Ends the copies of all objects. */
void coral_copied(void) {
    if (held.n > 0)
        copy_held_parts(&held.by);
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
    copy_held_parts(&c);
}
