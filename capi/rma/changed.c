/* Sections of which a statement may define only some elements, or parts of them: in WHERE and
 * FORALL with a mask, by one part of complex numbers, as arguments. On the library path such a
 * section is fetched before, and only what the statement has changed is sent after: other images
 * may define the rest at the same time. */
#include "../net/net.h"
#include "changed.h"

#include <string.h>

void *__real_malloc(size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

typedef struct kept {
    coral_array a;
    struct kept *next;
    bool item;    /* of an input list: the address was told when the statement came to the item */
    char bytes[]; /* as fetched, packed */
} kept;

/* of the statements that this thread executes, the newest first: a function in one may execute such
 * statements itself */
static _Thread_local kept *all;

static void keep(const coral_array *a, bool item) {
    int64_t count = coral_array_count(a);
    if (count == 0 || a->size == 0)
        return;
    kept *k = __real_malloc(sizeof *k + (size_t)count * a->size);
    if (k == NULL)
        coral_fatal(CORAL_R0302, "no memory for a copy of a section");
    k->a = *a;
    k->next = all;
    k->item = item;
    coral_pack(a, 0, count, k->bytes);
    all = k;
}

void coral_keep_section(const coral_array *a) { keep(a, false); }
void coral_keep_item(const coral_array *a) { keep(a, true); }

static bool same_section(const coral_array *a, const coral_array *b) {
    if (a->addr != b->addr || a->size != b->size || a->rank != b->rank)
        return false;
    for (int d = 0; d < a->rank; d++)
        if (a->dim[d].extent != b->dim[d].extent || a->dim[d].step != b->dim[d].step)
            return false;
    return true;
}

static kept *take(const coral_array *a) {
    for (kept **p = &all; *p; p = &(*p)->next)
        if (same_section(&(*p)->a, a)) {
            kept *k = *p;
            *p = k->next;
            return k;
        }
    return NULL;
}

/* A run of changed bytes that grows as long as what changed goes on behind it. */
typedef struct run { char *from, *to; } run;

static void send(run *r) {
    if (r->from < r->to) {
        coral_array a = {.addr = r->from, .size = (size_t)(r->to - r->from)};
        coral_library_move(&a, true);
    }
    r->from = r->to = NULL;
}

/* The bytes that are sent together if one of them has changed: a number, so that it is not torn,
 * and that numbers which are neighbours go together; else in words where an element has words. */
static size_t unit_of(const coral_array *a) {
    const bool number =
        a->type == CORAL_INTEGER || a->type == CORAL_LOGICAL || a->type == CORAL_REAL;
    if (number && (size_t)a->kind == a->size)
        return a->size;
    if (a->size == 8)
        return 4; /* may be a complex number of two */
    return a->size % 8 == 0 ? 8 : a->size % 4 == 0 ? 4 : 1;
}

static void compare(run *r, char *now, const char *was, size_t size, size_t unit) {
    for (size_t i = 0; i < size; i += unit) {
        if (memcmp(now + i, was + i, unit) == 0)
            continue;
        if (r->to != now + i) {
            send(r);
            r->from = now + i;
        }
        r->to = now + i + unit;
    }
}

/* Sends what has changed since a section was kept. */
static void put_changed(kept *k) {
    const coral_array *a = &k->a;
    int64_t index[CORAL_MAX_RANK] = {0}, count = coral_array_count(a);
    char *now = a->addr;
    const size_t unit = unit_of(a);
    run r = {NULL, NULL};
    for (int64_t i = 0; i < count; i++) {
        compare(&r, now, k->bytes + (size_t)i * a->size, a->size, unit);
        for (int d = 0; d < a->rank; d++) {
            now += a->dim[d].step;
            if (++index[d] < a->dim[d].extent)
                break;
            now -= a->dim[d].extent * a->dim[d].step;
            index[d] = 0;
        }
    }
    send(&r);
}

void coral_put_changes(const coral_array *a) {
    kept *k = take(a);
    if (k == NULL)
        coral_library_move(a, true);
    else {
        put_changed(k);
        __real_free(k);
    }
}

/* The item that the statement is at may be among these: a back end may come to subscripts of an
 * object behind its image index. */
void coral_put_items(void) {
    for (kept *k = all; k; k = k->next)
        if (k->item) {
            put_changed(k);
            coral_pack(&k->a, 0, coral_array_count(&k->a), k->bytes);
        }
}

void coral_forget_items(void) {
    for (kept **p = &all; *p;) {
        kept *k = *p;
        if (k->item) {
            *p = k->next;
            __real_free(k);
        } else {
            p = &k->next;
        }
    }
}
