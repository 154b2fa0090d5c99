/* coral_copy: array assignment between sections, one or both on another image. */
#include "../net/net.h"
#include "../core/fault.h"
#include "copy.h"
#include "changed.h"
#include "../net/library.h"
#include "../core/string_arg.h"

#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

#define STRIDED(T)                                                        \
    for (int64_t i = 0; i < n; i++, to += ts, from += fs)                  \
        memcpy(to, from, sizeof(T));

static void copy_line(
    char *restrict to, int64_t ts, const char *restrict from, int64_t fs, int64_t n, size_t size) {
    if (ts == (int64_t)size && fs == (int64_t)size) {
        coral_copy_run(to, from, n * (int64_t)size);
        return;
    }
    switch (size) {
    case 1: STRIDED(uint8_t) return;
    case 2: STRIDED(uint16_t) return;
    case 4: STRIDED(uint32_t) return;
    case 8: STRIDED(uint64_t) return;
    case 16: STRIDED(__int128) return;
    }
    for (int64_t i = 0; i < n; i++, to += ts, from += fs)
        memcpy(to, from, size);
}

static void copy_apart(coral_array a, coral_array b) {
    coral_array_squeeze_both(&a, &b);
    if (a.rank == 0) {
        memcpy(a.addr, b.addr, a.size);
        return;
    }
    int64_t index[CORAL_MAX_RANK] = {0};
    for (char *to = a.addr, *from = b.addr;;) {
        copy_line(to, a.dim[0].step, from, b.dim[0].step, a.dim[0].extent, a.size);
        int d = 1;
        for (; d < a.rank; d++) {
            to += a.dim[d].step;
            from += b.dim[d].step;
            if (++index[d] < a.dim[d].extent)
                break;
            to -= a.dim[d].step * a.dim[d].extent;
            from -= b.dim[d].step * b.dim[d].extent;
            index[d] = 0;
        }
        if (d >= a.rank)
            return;
    }
}

static bool overlap(const coral_array *a, const coral_array *b) {
    char *al, *ah, *bl, *bh;
    coral_array_bounds(a, &al, &ah);
    coral_array_bounds(b, &bl, &bh);
    return al < bh && bl < ah;
}

/* The right side is evaluated before the left is defined (F2018 10.2.1.3): through a copy, if they
 * overlap. */
static void copy_overlapping(const coral_call *call, const coral_array *a, const coral_array *b) {
    int64_t n = coral_array_count(b);
    char *copy = __real_malloc((size_t)n * b->size);
    if (copy == NULL) {
        coral_error(call, CORAL_STAT_MEMORY, CORAL_R0302, "no memory for a copy of %lld bytes",
            (long long)n * (long long)b->size);
        return;
    }
    coral_pack(b, 0, n, copy);
    coral_unpack(a, 0, n, copy);
    __real_free(copy);
}

/* An address in a team's window is one that the compiler may use; data are moved where they lie.
 * Only the shadow of an image that is not mapped has no other place. */
static void settle(coral_array *a) {
    char *p = coral_real(a->addr);
    if (!coral.library || !coral_in_window(p) || coral_rank_of(p) == coral.rank)
        a->addr = p;
}

static bool elsewhere(const coral_array *a) {
    const char *p = coral_real(a->addr);
    return coral_in_window(p) && coral_rank_of(p) != coral.rank;
}

bool coral_same_shape(const coral_array *a, const coral_array *b) {
    for (int d = 0; d < a->rank && a->rank == b->rank; d++)
        if (a->dim[d].extent != b->dim[d].extent)
            return false;
    return a->rank == b->rank;
}

static void copy_sections(const coral_array *a, const coral_array *b, bool lent) {
    coral_call call = {.what = "assignment"};
    if (coral_array_count(a) == 0 || a->size == 0)
        return;
    if (UNLIKELY(coral.library)) {
        bool to = coral_library_reaches(a), from = coral_library_reaches(b);
        if (to && !from) { /* without a copy in the shadow */
            /* procedures that others ship here may change what is lent */
            coral_library_exchange(a, b, lent && !coral.async ? CORAL_PUT_LENT : CORAL_PUT);
            return;
        }
        if (from && !to) {
            coral_library_exchange(b, a, CORAL_GET);
            return;
        }
        if (from)
            coral_library_move(b, false);
    }
    if (overlap(a, b))
        copy_overlapping(&call, a, b);
    else
        copy_apart(*a, *b);
    if (UNLIKELY(coral.library))
        coral_library_move(a, true);
}

void coral_copy_sections(const coral_array *a, const coral_array *b) { copy_sections(a, b, false); }

static void copy(
    const void *dst, const void *src, const int32_t *line, const void *file, bool lent) {
    coral_call call = {.what = "assignment"};
    if (line && file)
        call.line = *line, call.file = string_address(file), call.file_len = string_length(file);
    coral_array a, b;
    coral_array_from(&a, dst);
    coral_array_from(&b, src);
    settle(&a);
    settle(&b);
    if (a.rank != b.rank || a.size != b.size)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0404,
            "the left side has rank %d and elements of %zu bytes, the right side %d and %zu",
            a.rank, a.size, b.rank, b.size);
    for (int d = 0; d < a.rank; d++)
        if (a.dim[d].extent != b.dim[d].extent)
            coral_error(&call, CORAL_STAT_ERROR, CORAL_R0404,
                "dimension %d has %lld elements on the left, %lld on the right", d + 1,
                (long long)a.dim[d].extent, (long long)b.dim[d].extent);
    copy_sections(&a, &b, lent);
}

void coral_copy(const void *dst, const void *src, const int32_t *line, const void *file) {
    copy(dst, src, line, file, false);
}
void coral_copy_lent(const void *dst, const void *src, const int32_t *line, const void *file) {
    copy(dst, src, line, file, true);
}

typedef struct { char b[16]; } chunk; /* one vector register */

/* Rows of bytes = 16, 32, ... up to 128, and what lies between: chunks from both ends, which may
 * overlap. All are loaded before any is stored, in registers; a call of memcpy for each row would
 * cost more than the row. */
static inline __attribute__((always_inline)) void copy_rows(char *to, const char *from,
    int64_t bytes, int64_t count, int64_t to_step, int64_t from_step, int chunks) {
    const int64_t last = bytes - 16 * chunks;
    for (int64_t i = 0; i < count; i++, to += to_step, from += from_step) {
        chunk head[4], tail[4];
        for (int c = 0; c < chunks; c++) {
            memcpy(&head[c], from + 16 * c, 16);
            memcpy(&tail[c], from + last + 16 * c, 16);
        }
        for (int c = 0; c < chunks; c++) {
            memcpy(to + 16 * c, &head[c], 16);
            memcpy(to + last + 16 * c, &tail[c], 16);
        }
    }
}

#ifdef __x86_64__
typedef int64_t wide __attribute__((vector_size(32), aligned(1), may_alias));

/* Rows of 128 to 256 bytes in the same way, by registers of 32 bytes, which memcpy uses too: those
 * of 16 would take more time than the call. Written out, since at -O2 gcc makes loops of it that go
 * through memory. */
__attribute__((target("avx"), always_inline)) static inline void copy_wide(char *to,
    const char *from, int64_t bytes, int64_t count, int64_t to_step, int64_t from_step, int tails) {
    const int64_t last = bytes - 32 * tails;
    for (int64_t i = 0; i < count; i++, to += to_step, from += from_step) {
        const wide *f = (const wide *)from, *fl = (const wide *)(from + last);
        wide *t = (wide *)to, *tl = (wide *)(to + last);
        wide a = f[0], b = f[1], c = f[2], d = f[3], w = fl[0], x = tails > 1 ? fl[1] : w,
             y = tails > 2 ? fl[2] : w, z = tails > 2 ? fl[3] : w;
        t[0] = a;
        t[1] = b;
        t[2] = c;
        t[3] = d;
        tl[0] = w;
        if (tails > 1)
            tl[1] = x;
        if (tails > 2) {
            tl[2] = y;
            tl[3] = z;
        }
    }
}

__attribute__((target("avx"))) static void copy_rows_wide(
    char *to, const char *from, int64_t bytes, int64_t count, int64_t to_step, int64_t from_step) {
    if (bytes <= 160)
        copy_wide(to, from, bytes, count, to_step, from_step, 1);
    else if (bytes <= 192)
        copy_wide(to, from, bytes, count, to_step, from_step, 2);
    else
        copy_wide(to, from, bytes, count, to_step, from_step, 4);
}
#endif

/* Between mapped images, of memory that does not overlap: count runs of bytes. */
void coral_copy_block(
    char *to, const char *from, int64_t bytes, int64_t count, int64_t to_step, int64_t from_step) {
#ifdef __x86_64__
    if (bytes > 128 && bytes <= 256 && __builtin_cpu_supports("avx")) {
        copy_rows_wide(to, from, bytes, count, to_step, from_step);
        return;
    }
#endif
    if (bytes == 8) {
        for (int64_t i = 0; i < count; i++, to += to_step, from += from_step)
            memcpy(to, from, 8);
    } else if (bytes < 16 || bytes > 128) {
        for (int64_t i = 0; i < count; i++, to += to_step, from += from_step)
            memcpy(to, from, (size_t)bytes);
    } else if (bytes <= 32) {
        copy_rows(to, from, bytes, count, to_step, from_step, 1);
    } else if (bytes <= 64) {
        copy_rows(to, from, bytes, count, to_step, from_step, 2);
    } else {
        copy_rows(to, from, bytes, count, to_step, from_step, 4);
    }
}

/* gfortran computes the first address of a section of a pointer as if the pointer's strides counted
 * elements. Where elements do not divide the distance of images they do not (view.c), and the
 * address is wrong; strides are right. The caller must then say where the section begins. */
static void check_address(const coral_array *a) {
    if (coral_backend != CORAL_BACKEND_GFORTRAN || a->rank == 0 || a->size == 0 ||
        coral.stride % a->size == 0)
        return;
    coral_call call = {.what = "coindexed array"};
    coral_error(&call, CORAL_STAT_ERROR, CORAL_R0405,
        "gfortran does not pass arrays of elements of %zu bytes by their address", a->size);
}

/* Makes the section that generated code means; false: there is nothing to do, the memory is mapped.
 */
static bool remote(coral_array *a, const void *obj, const int64_t *first, const int64_t *size) {
    if (!coral.library)
        return false;
    coral_array_from(a, obj);
    if (first)
        a->addr = (char *)*first;
    else
        check_address(a);
    if (size)
        a->size = (size_t)*size;
    return elsewhere(a);
}

static void get(const void *obj, const int64_t *first, const int64_t *size, bool keep) {
    coral_array a;
    if (!remote(&a, obj, first, size))
        return;
    if (!keep) {
        coral_library_get(&a);
        return;
    }
    coral_library_move(&a, false);
    coral_keep_section(&a);
}

static void want(const void *obj, const int64_t *first, const int64_t *size) {
    coral_array a;
    if (remote(&a, obj, first, size))
        coral_library_want(&a);
}

static void give(const void *obj, const int64_t *first, const int64_t *size) {
    coral_array a;
    if (remote(&a, obj, first, size))
        coral_library_give(&a);
}

static void put(const void *obj, const int64_t *first, const int64_t *size, bool changes) {
    coral_array a;
    if (!remote(&a, obj, first, size))
        return;
    if (changes)
        coral_put_changes(&a);
    else
        coral_library_move(&a, true);
}

/* For a report of where the image is. */
#define CALLED(work)                                \
    do {                                            \
        coral_caller = __builtin_return_address(0); \
        work;                                       \
        coral_caller = NULL;                        \
    } while (0)

void coral_get(const void *obj) { CALLED(get(obj, NULL, NULL, false)); }
void coral_put(const void *obj) { CALLED(put(obj, NULL, NULL, false)); }
void coral_get_at(const int64_t *first, const void *obj, const int64_t *size) {
    CALLED(get(obj, first, size, false));
}
void coral_put_at(const int64_t *first, const void *obj, const int64_t *size) {
    CALLED(put(obj, first, size, false));
}
void coral_want(const void *obj) { CALLED(want(obj, NULL, NULL)); }
void coral_want_at(const int64_t *first, const void *obj, const int64_t *size) {
    CALLED(want(obj, first, size));
}
void coral_brought(void) { CALLED(coral_library_brought()); }
void coral_give(const void *obj) { CALLED(give(obj, NULL, NULL)); }
void coral_give_at(const int64_t *first, const void *obj, const int64_t *size) {
    CALLED(give(obj, first, size));
}
void coral_given(void) {
    if (coral.library)
        CALLED(coral_library_tell());
}
void coral_keep(const void *obj) { CALLED(get(obj, NULL, NULL, true)); }
void coral_put_changed(const void *obj) { CALLED(put(obj, NULL, NULL, true)); }

/* The same of what components of another image's object hold or point to: the descriptors of such
 * pointers are the back end's own, and have right addresses. */
static bool remote_part(coral_array *a, const void *obj) {
    if (!coral.library)
        return false;
    coral_array_from(a, obj);
    return elsewhere(a);
}

void coral_get_part(const void *obj) {
    coral_array a;
    if (remote_part(&a, obj))
        CALLED(coral_library_get(&a));
}

void coral_put_part(const void *obj) {
    coral_array a;
    if (remote_part(&a, obj))
        coral_library_move(&a, true);
}

void coral_keep_part(const void *obj) {
    coral_array a;
    if (!remote_part(&a, obj))
        return;
    CALLED(coral_library_move(&a, false));
    coral_keep_section(&a);
}

void coral_put_changed_part(const void *obj) {
    coral_array a;
    if (remote_part(&a, obj))
        CALLED(coral_put_changes(&a));
}

/* Objects of which a statement says the place only while it is executed: the image index of such an
 * object is an argument and the result. What earlier items of an input list have got is sent before
 * anything is fetched. */
static int64_t in_place(
    int64_t index, const void *obj, const int64_t *first, const int64_t *size, bool item) {
    coral_array a;
    if (!coral.library)
        return index;
    CALLED({
        coral_put_items();
        if (remote(&a, obj, first, size)) {
            coral_library_move(&a, false);
            if (item)
                coral_keep_item(&a);
        }
    });
    return index;
}

int64_t coral_item(int64_t index, const void *obj) {
    return in_place(index, obj, NULL, NULL, true);
}
int64_t coral_item_at(
    int64_t index, const int64_t *first, const void *obj, const int64_t *size) {
    return in_place(index, obj, first, size, true);
}
int64_t coral_fetched(int64_t index, const void *obj) {
    return in_place(index, obj, NULL, NULL, false);
}
int64_t coral_fetched_at(
    int64_t index, const int64_t *first, const void *obj, const int64_t *size) {
    return in_place(index, obj, first, size, false);
}
void coral_items_read(void) {
    if (coral.library) {
        CALLED(coral_put_items());
        coral_forget_items();
    }
}

void coral_keep_at(const int64_t *first, const void *obj, const int64_t *size) {
    CALLED(get(obj, first, size, true));
}
void coral_put_changed_at(const int64_t *first, const void *obj, const int64_t *size) {
    CALLED(put(obj, first, size, true));
}
