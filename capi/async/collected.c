/* What Go calls back for collectives of CAF 2.0 that go on: the end, comparisons, sorts. All
 * programs have this file, since Go's part refers to it; it must not need the engine, with which
 * every long wait would advance. */
#include "collect.h"
#include "spawn.h"

#include <string.h>

void coral_caf_collected(coral_caf_operands *g) {
    coral_caf_operation *o = (coral_caf_operation *)g;
    if (o->packed_out)
        coral_unpack(&o->dest, 0, coral_array_count(&o->dest), o->packed_out);
    __real_free(g->blocks);
    __real_free(o->packed_in);
    __real_free(o->packed_out);
    __real_free(o);
}

/* A block is a number of elements, then their parts. */
int coral_caf_block_arrived(coral_caf_operands *g, int member, void *block, size_t bytes) {
    coral_caf_operation *o = (coral_caf_operation *)g;
    int64_t count = 0, want = coral_array_count(&o->dest), first = 0;
    if (bytes >= sizeof count)
        memcpy(&count, block, sizeof count);
    if (g->kind != CORAL_CAF_BROADCAST && g->kind != CORAL_CAF_SCATTER) {
        want /= o->members;
        first = member * want;
    }
    if (count == want)
        coral_take_elements(o->layout, &o->dest, first, count, (const char *)block + sizeof count);
    return count == want;
}

static int64_t call_compare(const coral_caf_operation *o, const void *a, const void *b) {
    size_t length = o->operands.elem;
#define BY(k, T) \
    case k:      \
        return ((T (*)(const void *, const void *, size_t, size_t))o->user)(a, b, length, length);
    switch (o->how % 100) {
        BY(1, int8_t)
        BY(2, int16_t)
        BY(4, int32_t)
    default:
        BY(8, int64_t)
    }
#undef BY
}

/* Whether a stands before b and not beside it. */
static bool less(const coral_caf_operation *o, const void *a, const void *b) {
    int64_t r = call_compare(o, a, b);
    return o->how / 100 == CORAL_LOGICAL ? r & 1 : r < 0;
}

int coral_caf_compare(coral_caf_operands *g, void *a, void *b) {
    const coral_caf_operation *o = (const coral_caf_operation *)g;
    bool before = coral.shipped;
    coral.shipped = true;
    int order = less(o, a, b) ? -1 : less(o, b, a) ? 1 : 0;
    coral.shipped = before;
    return order;
}

static void merge(
    const coral_caf_operation *o, char *out, const char *a, size_t na, const char *b, size_t nb) {
    size_t size = o->operands.elem;
    for (; na > 0 && nb > 0; out += size) {
        const char **from = less(o, b, a) ? &b : &a;
        memcpy(out, *from, size);
        *from += size;
        *(from == &a ? &na : &nb) -= 1;
    }
    memcpy(out, na ? a : b, (na + nb) * size);
}

void coral_caf_merge(coral_caf_operands *g, void *out, void *a, size_t na, void *b, size_t nb) {
    bool before = coral.shipped;
    coral.shipped = true;
    merge((const coral_caf_operation *)g, out, a, na, b, nb);
    coral.shipped = before;
}

/* Runs of a few by insertion, then merged two by two, between the array and a copy. */
void coral_caf_sort(coral_caf_operands *g, void *elements, size_t n) {
    enum { RUN = 8 };
    const coral_caf_operation *o = (const coral_caf_operation *)g;
    size_t size = g->elem;
    bool before = coral.shipped;
    coral.shipped = true;
    char *a = elements, *copy = coral_caf_need((n + 1) * size), *one = copy + n * size, *b = copy;
    for (size_t from = 0; from < n; from += RUN)
        for (size_t i = from + 1; i < n && i < from + RUN; i++) {
            size_t k = i;
            memcpy(one, a + i * size, size);
            for (; k > from && less(o, one, a + (k - 1) * size); k--)
                memcpy(a + k * size, a + (k - 1) * size, size);
            memcpy(a + k * size, one, size);
        }
    for (size_t run = RUN; run < n; run *= 2) {
        for (size_t from = 0; from < n; from += 2 * run) {
            size_t na = n - from < run ? n - from : run,
                   nb = n - from - na < run ? n - from - na : run;
            merge(o, b + from * size, a + from * size, na, a + (from + na) * size, nb);
        }
        char *other = a;
        a = b;
        b = other;
    }
    if (a != elements)
        memcpy(elements, a, n * size);
    __real_free(copy);
    coral.shipped = before;
}
