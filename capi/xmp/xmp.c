/* XcalableMP's procedures: who and how many, synchronisation, atomics, time, allocation. Images
 * count from 0, nodes from 1. */
#include "xmp.h"
#include "../core/fault.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

#pragma GCC visibility push(default)

int xmpc_this_image(void) { return coral_me - 1; }
int xmpc_num_images(void) { return coral_num; }
int xmp_node_num(void) { return coral_me; }
int xmp_num_nodes(void) { return coral_num; }
int xmp_all_node_num(void) { return coral_self; }
int xmp_all_num_nodes(void) { return coral.n; }
int xmpc_node_num(void) { return coral_me - 1; }
int xmpc_all_node_num(void) { return coral_self - 1; }
void xmp_exit(int code) { exit(coral_exit_code(code, false)); }

static double seconds(struct timespec t) { return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec; }
double xmp_wtime(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return seconds(t);
}
double xmp_wtick(void) {
    struct timespec t;
    clock_getres(CLOCK_MONOTONIC, &t);
    return seconds(t);
}

void coral_xmp_barrier(int line, const char *file) {
    XMP("barrier", CORAL_WAIT_SYNC_ALL);
    coral_sync(&call);
}

void coral_xmp_sync_all(int *stat, int line, const char *file) {
    XMP("sync_all", CORAL_WAIT_SYNC_ALL, .stat = stat);
    coral_sync(&call);
}

/* Programs wait in loops around it for what another image puts: with fewer cores than images the
 * processor is given up. */
void coral_xmp_sync_memory(int *stat, int line, const char *file) {
    static _Thread_local unsigned times;
    XMP("sync_memory", CORAL_WAIT_NONE, .stat = stat);
    fence();
    if (UNLIKELY(coral.library)) {
        coral_library_sync_memory(&call);
        coral_look();
    } else {
        coral_ok(&call);
    }
    coral_check_ending();
    if (coral.crowded && ++times % 8 == 0)
        sched_yield();
}

static bool is_size(const coral_call *call, int n) {
    if (n < 0)
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0204,
            "the number of images is %d: there cannot be fewer than 0", n);
    return n >= 0;
}

/* Of a directive in Fortran, which makes a section of so many elements. */
int coral_xmp_set_size(int n, int line, const char *file) {
    XMP("sync_images", CORAL_WAIT_NONE);
    return is_size(&call, n) ? n : 0;
}

void coral_xmp_sync_images(int n, const int *images, int *stat, int line, const char *file) {
    XMP("sync_images", CORAL_WAIT_IMAGES, .stat = stat);
    if (!is_size(&call, n))
        return;
    if (images == NULL && n > 0) {
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0204,
            "the second argument is no array of %d image%s, but a null pointer", n,
            n == 1 ? "" : "s");
        return;
    }
    int64_t few[64] = {0}, *list = n > 64 ? malloc((size_t)n * sizeof *list) : few;
    if (list == NULL) {
        coral_error(&call, CORAL_STAT_MEMORY, CORAL_R0302, "no memory for a set of %d images", n);
        return;
    }
    for (int i = 0; i < n; i++)
        list[i] = (int64_t)images[i] + 1;
    coral_sync_images(&call, list, n);
    if (list != few)
        free(list);
}

void coral_xmp_sync_image(int image, int *stat, int line, const char *file) {
    XMP("sync_image", CORAL_WAIT_IMAGES, .stat = stat);
    int64_t one = (int64_t)image + 1;
    coral_sync_images(&call, &one, 1);
}

void coral_xmp_sync_images_all(int *stat, int line, const char *file) {
    XMP("sync_images_all", CORAL_WAIT_IMAGES, .stat = stat);
    coral_sync_images_everyone(&call);
}

void coral_xmp_lock(void *lock, int line, const char *file) {
    int64_t addr = (int64_t)lock;
    coral_lock_(&addr, &line, file, NULL, NULL, NULL, strlen(file), 0);
}

void coral_xmp_unlock(void *lock, int line, const char *file) {
    int64_t addr = (int64_t)lock;
    coral_unlock_(&addr, &line, file, NULL, NULL, strlen(file), 0);
}

long coral_xmp_checked(long image, int line, const char *file) {
    XMP("image index", CORAL_WAIT_NONE);
    if (image < 1 || image > coral_num)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0203,
            "there is no image %ld (%ld where the program counts from 0) among %d", image,
            image - 1, coral_num);
    return image;
}

/* The same for a subscript; an extent of -1 is not known. */
long coral_xmp_subscript(long subscript, long extent, int dim, int line, const char *file) {
    XMP("subscript", CORAL_WAIT_NONE);
    if (extent >= 0 && (subscript < 0 || subscript >= extent))
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0309,
            "the subscript of dimension %d is %ld, there are %ld elements, from 0", dim, subscript,
            extent);
    return subscript;
}

void coral_xmp_check_section(
    long first, long n, long step, long extent, int dim, int line, const char *file) {
    XMP("section", CORAL_WAIT_NONE);
    if (n < 0)
        coral_error(
            &call, CORAL_STAT_ERROR, CORAL_R0309, "the length of dimension %d is %ld", dim, n);
    if (step == 0)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0309, "the step of dimension %d is 0", dim);
    const long last = first + (n - 1) * step, bad = first < 0 || first >= extent ? first : last;
    if (n > 0 && extent >= 0 && (bad < 0 || bad >= extent))
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0309,
            "the subscript of dimension %d is %ld, there are %ld elements, from 0", dim, bad,
            extent);
}

/* The blocks that xmp_free has freed last and that are not allocated again, for programs that are
 * checked. */
enum { FREED = 256 };
static struct {
    const char *from, *to;
} freed[FREED];
static int freed_count;

static void note_allocated(const char *p, size_t size) {
    for (int i = 0; i < FREED; i++)
        if (freed[i].from < p + size && p < freed[i].to)
            freed[i].to = freed[i].from;
}

static void note_freed(const char *p) {
    const int at = freed_count++ % FREED;
    freed[at].from = p;
    freed[at].to = p + ((const coral_header *)(p - CORAL_HEADER_SIZE))->size;
}

/* What a coindexed object lies in must be allocated. */
void coral_xmp_live(const volatile void *object, int line, const char *file) {
    XMP("coindexed object", CORAL_WAIT_NONE);
    const char *p = (const char *)object;
    for (int i = 0; i < FREED; i++)
        if (p >= freed[i].from && p < freed[i].to)
            coral_error(&call, CORAL_STAT_ERROR, CORAL_R0301,
                "the coarray was freed by xmp_free, and is used after that");
    if ((uintptr_t)p < CORAL_NULL_REACH)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0301,
            "the pointer is null: the coarray was freed, or is not allocated yet");
}

/* A collective allocation: the same size everywhere. NULL: no memory on some image. */
void *coral_xmp_alloc(unsigned long size, int line, const char *file) {
    int stat = 0;
    char why[512] = "";
    XMP("xmp_malloc", CORAL_WAIT_ALLOC, .stat = &stat, .errmsg = why, .errmsg_len = sizeof why);
    void *p = coral_heap_alloc(&call, size ? size : 1);
    if (stat != 0 && stat != CORAL_STAT_MEMORY) {
        call.stat = NULL;
        why[coral_trimmed(why, sizeof why - 1)] = 0;
        coral_error(&call, stat, CORAL_R0305, "%s", why);
    }
    if (p == NULL)
        return NULL;
    coral_gen++;
    note_allocated(p, size);
    coral_sync(&call);
    return p;
}

void coral_xmp_free(void *p, int line, const char *file) {
    XMP("xmp_free", CORAL_WAIT_ALLOC);
    if (p == NULL)
        return;
    if (!coral_in_heap(p)) {
        coral_error(
            &call, CORAL_STAT_ERROR, CORAL_R0304, "the address is none that xmp_malloc has given");
        return;
    }
    coral_sync(&call);
    note_freed(p);
    coral_heap_free(&call, p);
}

/* --- atomics: objects of 4 or 8 bytes
 * ------------------------------------------------------------- */

static bool wide(unsigned long size, const char *what) {
    coral_call call = {.what = what};
    if (size != 4 && size != 8)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0402,
            "the object has %lu bytes, atomic ones have 4 or 8", size);
    return size == 8;
}

#define UPDATE(op)                                                             \
    void coral_xmp_atomic_##op(void *object, long value, unsigned long size) { \
        int64_t addr = (int64_t)object, v8 = value;                            \
        int32_t v4 = (int32_t)value;                                           \
        if (wide(size, "xmp_atomic_" #op))                                     \
            coral_atomic_##op##_i8_(&addr, &v8, NULL);                         \
        else                                                                   \
            coral_atomic_##op##_i4_(&addr, &v4, NULL);                         \
    }
#define FETCH(op)                                                                    \
    long coral_xmp_atomic_fetch_##op(void *object, long value, unsigned long size) { \
        int64_t addr = (int64_t)object, v8 = value, o8;                              \
        int32_t v4 = (int32_t)value, o4;                                             \
        if (wide(size, "xmp_atomic_fetch_" #op)) {                                   \
            coral_atomic_fetch_##op##_i8_(&addr, &v8, &o8, NULL);                    \
            return o8;                                                               \
        }                                                                            \
        coral_atomic_fetch_##op##_i4_(&addr, &v4, &o4, NULL);                        \
        return o4;                                                                   \
    }
#define DECLARE(T, s, op)                                                       \
    void coral_atomic_##op##_##s##_(const int64_t *, const T *, int32_t *);     \
    void coral_atomic_fetch_##op##_##s##_(const int64_t *, const T *, T *, int32_t *);
#define DECLARE_ALL(T, s)                                                      \
    DECLARE(T, s, add) DECLARE(T, s, and) DECLARE(T, s, or) DECLARE(T, s, xor) \
    void coral_atomic_define_##s##_(const int64_t *, const T *, int32_t *);    \
    void coral_atomic_ref_##s##_(T *, const int64_t *, int32_t *);             \
    void coral_atomic_cas_##s##_(const int64_t *, T *, const T *, const T *, int32_t *);
DECLARE_ALL(int32_t, i4)
DECLARE_ALL(int64_t, i8)
UPDATE(define)
UPDATE(add)
UPDATE(and)
UPDATE(or)
UPDATE(xor)
FETCH(add)
FETCH(and)
FETCH(or)
FETCH(xor)

void coral_xmp_atomic_ref(void *value, void *object, unsigned long size) {
    int64_t addr = (int64_t)object;
    if (wide(size, "xmp_atomic_ref"))
        coral_atomic_ref_i8_(value, &addr, NULL);
    else
        coral_atomic_ref_i4_(value, &addr, NULL);
}

long coral_xmp_atomic_cas(void *object, long compare, long value, unsigned long size) {
    int64_t addr = (int64_t)object, c8 = compare, v8 = value, o8;
    int32_t c4 = (int32_t)compare, v4 = (int32_t)value, o4;
    if (wide(size, "xmp_atomic_cas")) {
        coral_atomic_cas_i8_(&addr, &o8, &c8, &v8, NULL);
        return o8;
    }
    coral_atomic_cas_i4_(&addr, &o4, &c4, &v4, NULL);
    return o4;
}

#pragma GCC visibility pop
