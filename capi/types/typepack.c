/* Objects with all that their components hold, packed to go to another image: for CO_BROADCAST and
 * SPAWN. */
#include "layouts.h"
#include "../core/string_arg.h"
#include "../sync/view.h"

#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

enum {
    EACH_OWN = 1 << CORAL_OWN,
    EACH_HELD = 1 << CORAL_HELD,
    EACH_POINTED = 1 << CORAL_POINTED,
    EACH_CODE = 1 << CORAL_CODE,
    EACH_APART = 1 << CORAL_APART
};
enum { EACH = EACH_OWN | EACH_HELD | EACH_POINTED | EACH_CODE | EACH_APART };
enum { WORD = 8, FLANG_EXTRA = 23, FLANG_HEAD = 3, DIMENSION = 3, DESCRIPTOR = CORAL_DESCRIPTOR };

static char *extend(coral_packed *b, size_t bytes) {
    if (b->used + bytes > b->room) {
        size_t room = 2 * b->room + bytes + 256;
        char *larger = __real_malloc(room);
        if (larger == NULL)
            coral_fatal(CORAL_R0302,
                "no memory for the %zu bytes of an object that goes to another image", room);
        if (b->used > 0)
            memcpy(larger, b->bytes, b->used);
        coral_packed_free(b);
        b->bytes = larger;
        b->room = room;
    }
    char *at = b->bytes + b->used;
    b->used += bytes;
    return at;
}

void coral_packed_free(coral_packed *b) {
    if (b->room > 0)
        __real_free(b->bytes);
}

static void put(coral_packed *b, const void *from, size_t bytes) {
    if (bytes > 0)
        memcpy(extend(b, bytes), from, bytes);
}

static void put_word(coral_packed *b, int64_t word) { put(b, &word, sizeof word); }

static int64_t take_word(const char **from) {
    int64_t word;
    memcpy(&word, *from, sizeof word);
    *from += sizeof word;
    return word;
}

/* Where a descriptor says of which derived type its object is; NULL: it does not. */
static void **type_word(const coral_part *p, void **d) {
    if (coral_backend == CORAL_BACKEND_FLANG)
        return p->of >= CORAL_PLAIN && ((const uint8_t *)d)[FLANG_EXTRA] & 1
            ? d + FLANG_HEAD + DIMENSION * p->rank
            : NULL;
    return p->of >= CORAL_CLASS ? coral_type_in(d, p->rank) : NULL;
}

static int64_t place_of_type(const coral_call *call, void *type) {
    int64_t place;
    if (!coral_place_of_program(type, &place))
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0312,
            "the dynamic type of an object is one of a shared library");
    return place;
}

static int64_t place_of_code(const coral_call *call, void *code) {
    int64_t place;
    if (!coral_place_of_program(code, &place))
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0308,
            "a procedure pointer points to an internal procedure, or into a shared library");
    return place;
}

/* The layout of the elements of what is HELD, NULL where they are bytes. b is NULL where they
 * arrive. */
static const coral_layout *layout_of_held(const coral_packed *b, const coral_part *p, void **d) {
    const coral_layout *e = NULL;
    if (p->of == CORAL_PARTS)
        e = coral_part_layout(p);
    else if (p->of >= CORAL_CLASS)
        e = coral_typed_layout(b ? b->call : NULL, d, p->rank, b == NULL || b->known);
    if (e != NULL && e->stays && b != NULL && b->ships)
        coral_unshippable();
    return e != NULL && e->n > 0 ? e : NULL;
}

/* An allocatable component: its descriptor, with the type's place in it, and what it holds. */
static void pack_held(coral_packed *b, const coral_part *p, const char *object) {
    void **d = (void **)(object + p->offset);
    put_word(b, *d != NULL);
    if (*d == NULL)
        return;
    int64_t n = coral_held_count(p, d), size = coral_held_size(p, d, object);
    put_word(b, size);
    char copy[DESCRIPTOR];
    memcpy(copy, d, (size_t)p->bytes);
    void **type = type_word(p, (void **)copy);
    if (type != NULL)
        *(int64_t *)type = place_of_type(b->call, *type);
    put(b, copy, (size_t)p->bytes);
    const coral_layout *e = layout_of_held(b, p, d);
    if (e == NULL)
        put(b, *d, (size_t)(n * size));
    else
        for (int64_t i = 0; i < n; i++)
            coral_pack_object(b, e, (const char *)*d + i * size);
}

static bool same_shape(const coral_part *p, void **a, void **b) {
    for (int i = 0; i < p->rank; i++) {
        int64_t *da = (int64_t *)a + (coral_backend == CORAL_BACKEND_FLANG ? 3 : 5) + DIMENSION * i;
        int64_t *db = (int64_t *)b + ((char *)da - (char *)a) / WORD;
        bool flang = coral_backend == CORAL_BACKEND_FLANG;
        int64_t na = flang ? da[1] : da[2] - da[1] + 1, nb = flang ? db[1] : db[2] - db[1] + 1;
        if ((na > 0 ? na : 0) != (nb > 0 ? nb : 0))
            return false;
    }
    return true;
}

static void free_one(const coral_part *p, char *object) {
    coral_part alone = *p;
    coral_layout l = {.key = ";", .n = 1, .part = &alone};
    coral_free_parts(&l, object);
}

/* What is allocated in the right shape stays where it is, unless it is polymorphic. old_size: of an
 * element, where there is one. */
static const char *unpack_held(
    const coral_part *p, char *object, const char *from, int64_t old_size) {
    void **d = (void **)(object + p->offset);
    if (!take_word(&from)) {
        if (*d != NULL)
            free_one(p, object);
        return from;
    }
    int64_t size = take_word(&from);
    char copy[DESCRIPTOR];
    memcpy(copy, from, (size_t)p->bytes);
    from += p->bytes;
    void **new = (void **)copy, **type = type_word(p, new);
    if (type != NULL)
        *type = coral_in_program((int64_t)*type);
    int64_t n = coral_held_count(p, new);
    if (*d == NULL || p->of >= CORAL_CLASS || old_size != size || !same_shape(p, d, new)) {
        if (*d != NULL)
            free_one(p, object);
        *new = calloc(1, n * size > 0 ? (size_t)(n * size) : 1);
        if (*new == NULL)
            coral_fatal(
                CORAL_R0302, "no memory for the %lld bytes of a component", (long long)(n * size));
        memcpy(d, new, (size_t)p->bytes);
    }
    if (p->length >= 0)
        *(int64_t *)(object + p->length) = size / p->size;
    const coral_layout *e = layout_of_held(NULL, p, d);
    if (e == NULL) {
        if (n * size > 0)
            memcpy(*d, from, (size_t)(n * size));
        return from + n * size;
    }
    for (int64_t i = 0; i < n; i++)
        from = coral_unpack_object(e, (char *)*d + i * size, from);
    return from;
}

/* What is plain in an object, without the lengths that belong to other parts. */
typedef struct span { int64_t from, to; } span;

static int spans_of(const coral_layout *l, span *out, int room) {
    int n = 0;
    int64_t at = 0;
    for (;;) { /* parts are few: the next place that is not plain, a length or a part */
        int64_t next = l->size, end = l->size;
        for (int i = 0; i < l->n; i++) {
            const coral_part *p = &l->part[i];
            int64_t bytes = coral_part_bytes(p);
            if (p->offset + bytes > at && p->offset < next && bytes > 0)
                next = p->offset > at ? p->offset : at, end = p->offset + bytes;
            if (p->length >= at && p->length < next)
                next = p->length, end = p->length + WORD;
        }
        if (next > at && n < room)
            out[n] = (span){at, next};
        n += next > at;
        if (next >= l->size)
            return n;
        at = end;
    }
}

enum { SPANS = 32 };

static void move_plain(const coral_layout *l, coral_packed *b, char *object, const char **from) {
    span few[SPANS], *s = few;
    int n = spans_of(l, few, SPANS);
    if (n > SPANS) {
        s = __real_malloc((size_t)n * sizeof *s);
        if (s == NULL)
            coral_fatal(CORAL_R0302, "no memory for the %d parts of an object", n);
        n = spans_of(l, s, n);
    }
    for (int i = 0; i < n; i++) {
        size_t bytes = (size_t)(s[i].to - s[i].from);
        if (b != NULL)
            put(b, object + s[i].from, bytes);
        else {
            memcpy(object + s[i].from, *from, bytes);
            *from += bytes;
        }
    }
    if (s != few)
        __real_free(s);
}

void coral_pack_object(coral_packed *b, const coral_layout *l, const char *object) {
    move_plain(l, b, (char *)object, NULL);
    for (int i = 0; i < l->n; i++) {
        const coral_part *p = &l->part[i];
        if (p->kind == CORAL_HELD)
            pack_held(b, p, object);
        else if (p->kind == CORAL_CODE)
            put_word(b, place_of_code(b->call, *(void **)(object + p->offset)));
        for (int64_t k = 0; p->kind == CORAL_OWN && k < p->count; k++) {
            const coral_layout *e = coral_part_layout(p);
            coral_pack_object(b, e, object + p->offset + k * e->size);
        }
    }
}

const char *coral_unpack_object(const coral_layout *l, char *object, const char *from) {
    move_plain(l, NULL, object, &from);
    for (int i = 0; i < l->n; i++) {
        const coral_part *p = &l->part[i];
        void **d = (void **)(object + p->offset);
        if (p->kind == CORAL_HELD)
            from = unpack_held(p, object, from, *d ? coral_held_size(p, d, object) : 0);
        else if (p->kind == CORAL_CODE)
            *d = coral_in_program(take_word(&from));
        for (int64_t k = 0; p->kind == CORAL_OWN && k < p->count; k++) {
            const coral_layout *e = coral_part_layout(p);
            from = coral_unpack_object(e, object + p->offset + k * e->size, from);
        }
    }
    return from;
}
