/* What generated code of XcalableMP calls for data of other images: copies of sections, and all
 * that memory which is not mapped needs. Addresses are those of the object on the other image, as
 * this one sees it. */
#include "xmp.h"
#include "../rma/copy.h"

#include <stdlib.h>

void *__real_malloc(size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

#pragma GCC visibility push(default)

static bool elsewhere(const void *p) {
    const char *real = coral_real(p);
    return coral.library && coral_in_window(real) && coral_rank_of(real) != coral.rank;
}

static void move(const coral_array *a, bool put) {
    if (elsewhere(a->addr))
        coral_library_move(a, put);
}

void coral_xmp_fetch(void *p, unsigned long size) {
    coral_array a = {.addr = p, .size = size, .type = CORAL_OTHER};
    move(&a, false);
}

void coral_xmp_send(void *p, unsigned long size) {
    coral_array a = {.addr = p, .size = size, .type = CORAL_OTHER};
    move(&a, true);
}

void coral_xmp_fetch_section(
    void *p, unsigned long size, int rank, const long *n, const long *steps) {
    coral_array a = coral_xmp_array(p, size, rank, n, steps);
    move(&a, false);
}

void coral_xmp_send_section(
    void *p, unsigned long size, int rank, const long *n, const long *steps) {
    coral_array a = coral_xmp_array(p, size, rank, n, steps);
    move(&a, true);
}

/* to = from, whatever images they are of and whether they overlap. */
void coral_xmp_copy_far(void *to, const void *from, unsigned long size, int rank, const long *n,
    const long *to_steps, const long *from_steps) {
    coral_array a = coral_xmp_array(to, size, rank, n, to_steps),
                b = coral_xmp_array(from, size, rank, n, from_steps);
    if (!elsewhere(to))
        a.addr = coral_real(to);
    if (!elsewhere(from))
        b.addr = coral_real(from);
    coral_copy_sections(&a, &b);
}

/* Whether two sections of one shape share bytes, other than element by element. */
_Bool coral_xmp_overlap_far(const void *p, unsigned long size, const long *steps, const void *q,
    unsigned long other, const long *others, int rank, const long *n) {
    coral_array a = coral_xmp_array(coral_real(p), size, rank, n, steps),
                b = coral_xmp_array(coral_real(q), other, rank, n, others);
    bool same = a.addr == b.addr && size == other;
    for (int d = 0; d < rank; d++) {
        if (n[d] <= 0)
            return false;
        same = same && (steps[d] == others[d] || n[d] == 1);
    }
    char *al, *ah, *bl, *bh;
    coral_array_bounds(&a, &al, &ah);
    coral_array_bounds(&b, &bl, &bh);
    return !same && al < bh && bl < ah;
}

/* Memory for the elements of a section whose statement reads what it defines. */
void *coral_xmp_room(unsigned long size, const long *n, int rank) {
    for (int d = 0; d < rank; d++)
        size *= n[d] > 0 ? (unsigned long)n[d] : 0;
    coral_call call = {.what = "assignment"};
    void *p = __real_malloc(size + 1);
    if (p == NULL)
        coral_error(
            &call, CORAL_STAT_MEMORY, CORAL_R0302, "no memory for a copy of %lu bytes", size);
    return p;
}

void coral_xmp_done(void *p) { __real_free(p); }

void coral_xmp_shapes(long left, long right, int dimension, int line, const char *file) {
    XMP("assignment", CORAL_WAIT_NONE);
    coral_error(&call, CORAL_STAT_ERROR, CORAL_R0404,
        "dimension %d has %ld elements on the left, %ld on the right", dimension, left, right);
}

#pragma GCC visibility pop
