/* Array descriptors of either compiler, turned into one form (coral_array). Both compilers pass
 * type(*), dimension(..) of a bind(C) procedure as CFI_cdesc_t, but each has its own. */
#include "mem.h"

#include <string.h>

typedef struct { int64_t lower, extent, sm; } cfi_dim;

/* ISO_Fortran_binding.h of gfortran. */
typedef struct {
    void *base_addr;
    size_t elem_len;
    int version;
    int8_t rank, attribute;
    int16_t type; /* class + kind << 8 */
    cfi_dim dim[];
} gnu_cfi;

/* ISO_Fortran_binding.h of flang: the type is one of a list. */
typedef struct {
    void *base_addr;
    size_t elem_len;
    int version;
    uint8_t rank;
    int8_t type;
    uint8_t attribute, extra;
    cfi_dim dim[];
} flang_cfi;

static void gnu_type(coral_array *a, int16_t type) {
    int class = type & 0xff;
    a->type = type > 0 && class >= CORAL_INTEGER && class <= CORAL_CHARACTER ? (coral_class) class
                                                                             : CORAL_OTHER;
    a->kind = type > 0 ? type >> 8 : 0;
}

/* flang's codes: 1 to 24 integers, then reals and complex by kind. It gives those of C's
 * int_leastN_t (flang 22) or int_fastN_t (before) to logicals of 2, 4 and 8 bytes, and to no
 * integers. */
static void flang_type(coral_array *a, int8_t type) {
    static const int8_t kinds[] = {2, 3, 4, 8, 10, 10, 16};
    enum {
        LEAST16 = 13,
        LEAST64 = 15,
        FAST16 = 18,
        FAST64 = 20,
        INTEGERS = 24,
        FIRST_REAL = 25,
        FIRST_COMPLEX = 32,
        LOGICAL1 = 39,
        CHAR1 = 40,
        CHAR2 = 43,
        CHAR4 = 44
    };
    a->type = CORAL_OTHER;
    a->kind = (int)a->size;
    if (type >= 1 && type <= INTEGERS)
        a->type = (type >= LEAST16 && type <= LEAST64) || (type >= FAST16 && type <= FAST64)
            ? CORAL_LOGICAL
            : CORAL_INTEGER;
    else if (type >= FIRST_REAL && type < FIRST_COMPLEX) {
        a->type = CORAL_REAL;
        a->kind = kinds[type - FIRST_REAL];
    } else if (type >= FIRST_COMPLEX && type < LOGICAL1) {
        a->type = CORAL_COMPLEX;
        a->kind = kinds[type - FIRST_COMPLEX];
    } else if (type == LOGICAL1)
        a->type = CORAL_LOGICAL;
    else if (type == CHAR1 || type == CHAR2 || type == CHAR4) {
        a->type = CORAL_CHARACTER;
        a->kind = type == CHAR1 ? 1 : type == CHAR2 ? 2 : 4;
    }
}

/* coral_caf_object of coral_caf2: a scalar that stands for an object of which the compilers give no
 * descriptor. */
typedef struct {
    int64_t mark[2], addr, size, rank, extents[CORAL_MAX_RANK], steps[CORAL_MAX_RANK];
} stand_in;

static void from_stand_in(coral_array *a, const stand_in *s) {
    static const int64_t mark[] = {4851305519184896067, 7809632576229500271};
    if (memcmp(s->mark, mark, sizeof mark) != 0)
        return;
    a->addr = (char *)s->addr;
    a->size = (size_t)s->size;
    /* as its descriptors have it */
    a->kind = coral_backend == CORAL_BACKEND_FLANG ? (int)a->size : 0;
    a->rank = (int)s->rank;
    for (int d = 0; d < a->rank; d++) {
        a->dim[d].extent = s->extents[d];
        a->dim[d].step = s->steps[d];
    }
}

void coral_array_from(coral_array *a, const void *descriptor) {
    const gnu_cfi *g = descriptor;
    const flang_cfi *f = descriptor;
    a->addr = g->base_addr;
    a->size = g->elem_len;
    a->rank = coral_backend == CORAL_BACKEND_FLANG ? f->rank : g->rank;
    if (coral_backend == CORAL_BACKEND_FLANG)
        flang_type(a, f->type);
    else
        gnu_type(a, g->type);
    for (int d = 0; d < a->rank; d++) {
        a->dim[d].extent = g->dim[d].extent;
        a->dim[d].step = g->dim[d].sm;
    }
    if (UNLIKELY(a->type == CORAL_OTHER && a->rank == 0 && a->size == sizeof(stand_in) &&
            a->addr != NULL))
        from_stand_in(a, (const stand_in *)a->addr);
}

/* An array by address and size of its elements. Steps are bytes; the first being 0 means that the
 * array is contiguous. */
coral_array coral_array_at(
    int64_t addr, int64_t size, int rank, const int64_t *extents, const int64_t *steps) {
    coral_array a = {.addr = (char *)addr, .size = (size_t)size, .rank = rank, .type = CORAL_OTHER};
    int64_t step = size;
    for (int d = 0; d < rank; d++) {
        a.dim[d].extent = extents[d];
        a.dim[d].step = steps[0] == 0 ? step : steps[d];
        step *= extents[d];
    }
    return a;
}

int64_t coral_array_count(const coral_array *a) {
    int64_t n = 1;
    for (int d = 0; d < a->rank; d++)
        n *= a->dim[d].extent > 0 ? a->dim[d].extent : 0;
    return n;
}

bool coral_array_contiguous(const coral_array *a) {
    int64_t step = (int64_t)a->size;
    for (int d = 0; d < a->rank; d++) {
        if (a->dim[d].extent != 1 && a->dim[d].step != step)
            return false;
        step *= a->dim[d].extent;
    }
    return true;
}

/* Merges dimensions that continue each other, and drops those of one element: loops get long. */
void coral_array_squeeze(coral_array *a) {
    int k = 0;
    for (int d = 0; d < a->rank; d++) {
        if (a->dim[d].extent == 1)
            continue;
        if (k > 0 && a->dim[d].step == a->dim[k - 1].step * a->dim[k - 1].extent)
            a->dim[k - 1].extent *= a->dim[d].extent;
        else
            a->dim[k++] = a->dim[d];
    }
    a->rank = k;
}

/* The same of two of one shape: dimensions merge that continue each other in both. */
void coral_array_squeeze_both(coral_array *a, coral_array *b) {
    int k = 0;
    for (int d = 0; d < a->rank; d++) {
        if (a->dim[d].extent == 1)
            continue;
        if (k > 0 && a->dim[d].step == a->dim[k - 1].step * a->dim[k - 1].extent &&
            b->dim[d].step == b->dim[k - 1].step * b->dim[k - 1].extent)
            a->dim[k - 1].extent = b->dim[k - 1].extent = a->dim[k - 1].extent * a->dim[d].extent;
        else {
            a->dim[k] = a->dim[d];
            b->dim[k++] = b->dim[d];
        }
    }
    a->rank = b->rank = k;
}

/* The bytes that a spans: [low, high). */
void coral_array_bounds(const coral_array *a, char **low, char **high) {
    char *l = a->addr, *h = a->addr + a->size;
    for (int d = 0; d < a->rank; d++) {
        int64_t reach = (a->dim[d].extent - 1) * a->dim[d].step;
        if (reach < 0)
            l += reach;
        else
            h += reach;
    }
    *low = l;
    *high = h;
}

/* Calls run for each maximal contiguous piece, in array element order. */
void coral_runs(const coral_array *given, coral_run *run, void *context) {
    coral_array a = *given;
    if (coral_array_count(&a) == 0 || a.size == 0)
        return;
    coral_array_squeeze(&a);
    size_t bytes = a.size;
    int first = 0;
    if (a.rank > 0 && a.dim[0].step == (int64_t)a.size) {
        bytes *= (size_t)a.dim[0].extent;
        first = 1;
    }
    int64_t index[CORAL_MAX_RANK] = {0};
    for (char *p = a.addr;;) {
        run(p, bytes, context);
        int d = first;
        for (; d < a.rank; d++) {
            p += a.dim[d].step;
            if (++index[d] < a.dim[d].extent)
                break;
            p -= a.dim[d].step * a.dim[d].extent;
            index[d] = 0;
        }
        if (d >= a.rank)
            return;
    }
}

HOT void move_element(char *to, const char *from, size_t size) {
    switch (size) {
    case 1: *to = *from; return;
    case 2: memcpy(to, from, 2); return;
    case 4: memcpy(to, from, 4); return;
    case 8: memcpy(to, from, 8); return;
    case 16: memcpy(to, from, 16); return;
    default: memcpy(to, from, size);
    }
}

/* Moves a line of n elements at distance step to or from packed memory. */
static void move_line(char *line, int64_t step, int64_t n, size_t size, char *packed, bool out) {
    if (step == (int64_t)size) {
        if (out)
            memcpy(packed, line, (size_t)n * size);
        else
            memcpy(line, packed, (size_t)n * size);
        return;
    }
    for (int64_t i = 0; i < n; i++, line += step, packed += size) {
        if (out)
            move_element(packed, line, size);
        else
            move_element(line, packed, size);
    }
}

/* Elements [from, from+count) in array element order, line by line of the first dimension. */
static void move_packed(
    const coral_array *given, int64_t from, int64_t count, char *packed, bool out) {
    if (count == 0)
        return;
    if (given->rank == 0) {
        if (out)
            memcpy(packed, given->addr, given->size);
        else
            memcpy(given->addr, packed, given->size);
        return;
    }
    coral_array a = *given;
    coral_array_squeeze(&a);
    if (a.rank == 0) {
        a.rank = 1;
        a.dim[0].extent = 1;
        a.dim[0].step = (int64_t)a.size;
    }
    int64_t index[CORAL_MAX_RANK], rest = from;
    char *p = a.addr;
    for (int d = 0; d < a.rank; d++) {
        index[d] = rest % a.dim[d].extent;
        rest /= a.dim[d].extent;
        p += index[d] * a.dim[d].step;
    }
    while (count > 0) {
        int64_t n = a.dim[0].extent - index[0];
        if (n > count)
            n = count;
        move_line(p, a.dim[0].step, n, a.size, packed, out);
        packed += (size_t)n * a.size;
        count -= n;
        p -= index[0] * a.dim[0].step;
        index[0] = 0;
        for (int d = 1; d < a.rank; d++) {
            p += a.dim[d].step;
            if (++index[d] < a.dim[d].extent)
                break;
            p -= a.dim[d].step * a.dim[d].extent;
            index[d] = 0;
        }
    }
}

void coral_pack(const coral_array *a, int64_t from, int64_t count, char *out) {
    move_packed(a, from, count, out, true);
}

void coral_unpack(const coral_array *a, int64_t from, int64_t count, const char *in) {
    move_packed(a, from, count, (char *)in, false);
}
