/* Allocatable and pointer components of objects on other images.
 *
 * Generated code copies the component's descriptor, or the address of a scalar one, from the other image's object by a
 * pointer assignment. The address in it is one of that image. As all images see the slots at one stride, the
 * same place is here a fixed distance away, which depends on the two images alone.
 *
 * This file is linked into programs that refer to such components, and only those have a local heap. */
#include "internal.h"
#include "string_arg.h"

const char coral_has_components = 1;

enum { MAYBE = 1, POLYMORPHIC = 2, SHARED = 4, RANK_SHIFT = 8 }; /* of what */

/* gfortran: a class container has its type's table behind the descriptor. */
static void **type_table(void **descriptor, int rank) {
    enum { WITHOUT_DIMENSIONS = 5, DIMENSION = 3 };
    return descriptor + (rank == 0 ? 1 : WITHOUT_DIMENSIONS + DIMENSION * rank);
}

/* flang: the derived type stands behind the dimensions. What is copied from a pointer or allocatable of one declared type has that of this image
 * already; a polymorphic one has that of the other image. */
static void **flang_type(void **descriptor) {
    enum { RANK = 20, EXTRA = 23 }; /* byte offsets */
    extern const char __executable_start[], _end[];
    const uint8_t *d = (const uint8_t *)descriptor;
    if (!(d[EXTRA] & 1))
        return NULL;
    void **type = descriptor + 3 + 3 * d[RANK];
    bool own = (const char *)*type >= __executable_start && (const char *)*type < _end;
    return own ? NULL : type;
}

static void move_by(void **p, int64_t distance) {
    if (*p)
        *p = (char *)*p + distance;
}

/* Makes the copied descriptor at *descriptor, of a component of the object at *parent, point to memory as this image sees it. */
void coral_component(const int64_t *descriptor, const int64_t *parent, const int32_t *what, const int32_t *line, const void *file) {
    void **d = (void **)*descriptor;
    const char *object = coral_real((const char *)*parent);
    bool shared = coral_in_window(object);
    int rank = shared ? coral_rank_of(object) : coral.rank;
    if (*d == NULL) {
        if (*what & MAYBE)
            return;
        coral_call call = {.what = "image selector", .line = *line, .file = string_address(file), .file_len = string_length(file)};
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0307, "the component is not allocated, or points to nothing, on image %d", rank + 1);
        return;
    }
    if (rank == coral.rank)
        return;
    int64_t base = (int64_t)coral_status_of(rank)->base;
    *d = (char *)*d + ((int64_t)coral_slot(rank) - base);
    int64_t code = (int64_t)coral.base - base;
    if (coral_backend == CORAL_BACKEND_FLANG) {
        void **type = flang_type(d);
        if (type)
            move_by(type, code);
    } else if (*what & POLYMORPHIC)
        move_by(type_table(d, *what >> RANK_SHIFT), code);
    if (coral_in_window(*d))
        return;
    if (*what & SHARED) {
        *d = NULL;
    } else if (!(*what & MAYBE)) {
        coral_call call = {.what = "image selector", .line = *line, .file = string_address(file), .file_len = string_length(file)};
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0308, "the component of image %d points to memory that images do not share", rank + 1);
    }
}

/* A loop refers to a component for which coral_component, in front of the loop, has left nothing. */
void coral_no_component(const int32_t *image, const int32_t *line, const void *file) {
    coral_call call = {.what = "image selector", .line = *line, .file = string_address(file), .file_len = string_length(file)};
    if (*image < 1 || *image > coral.team->n)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0203, "the image index is %d, there are %d images", *image, coral.team->n);
    coral_error(&call, CORAL_STAT_ERROR, CORAL_R0307, "the component is not allocated, or points to nothing or to memory that images do not share, on image %d",
                *image);
}

/* Transfers of what such pointers point to: their descriptors are the back end's own, with right addresses (compare copy.c). */
static void move(const void *obj, bool put) {
    coral_array a;
    if (!coral.library)
        return;
    coral_array_from(&a, obj);
    if (coral_in_window(a.addr) && coral_rank_of(a.addr) != coral.rank)
        coral_library_move(&a, put);
}

void coral_get_part(const void *obj) { move(obj, false); }
void coral_put_part(const void *obj) { move(obj, true); }
