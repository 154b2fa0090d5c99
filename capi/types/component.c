/* Allocatable and pointer components of objects on other images.
 *
 * Generated code copies the component's descriptor, or the address of a scalar one, from the other
 * image's object by a pointer assignment. The address in it is one of that image. As all images see
 * the slots at one stride, the same place is here a fixed distance away, which depends on the two
 * images alone.
 *
 * This file is linked into programs that refer to such components, and only those have a local
 * heap. */
#include "../core/foreign.h"
#include "layouts.h"
#include "../core/string_arg.h"

#include <string.h>

const char coral_has_components = 1;

/* Of what. WITHIN: NULL if this image cannot reach it; WANTED: it may be null, but if it is not,
 * this image refers to what it points to; LENGTH: only a length is set, it is null; UNLIMITED: of
 * class(*), told to those procedures only that ask for it. */
enum {
    MAYBE = CORAL_PART_MAYBE,
    POLYMORPHIC = CORAL_PART_POLYMORPHIC,
    WITHIN = 4,
    WANTED = CORAL_PART_WANTED,
    LENGTH = 16,
    UNLIMITED = 32,
    RANK_SHIFT = CORAL_PART_RANK
};

/* gfortran's descriptor: words before the dimensions, and of each. */
enum { WITHOUT_DIMENSIONS = 5, DIMENSION = 3 };

/* gfortran: a class container has its type's table behind the descriptor. */
static void **type_table(void **descriptor, int rank) {
    return descriptor + (rank == 0 ? 1 : WITHOUT_DIMENSIONS + DIMENSION * rank);
}

/* flang: the derived type stands behind the dimensions. What is copied from a pointer or
 * allocatable of one declared type has that of this image already; a polymorphic one has that of
 * the other image: which may lie where this one's program lies, as the kernel chooses each image's
 * place at random. */
static void **flang_type(void **descriptor, bool polymorphic) {
    enum { RANK = 20, EXTRA = 23 }; /* byte offsets */
    extern const char __executable_start[], _end[];
    const uint8_t *d = (const uint8_t *)descriptor;
    if (!(d[EXTRA] & 1))
        return NULL;
    void **type = descriptor + 3 + 3 * d[RANK];
    bool own = (const char *)*type >= __executable_start && (const char *)*type < _end;
    return own && !polymorphic ? NULL : type;
}

static void move_by(void **p, int64_t distance) {
    if (*p)
        *p = (char *)*p + distance;
}

/* What an array's descriptor spans, from its first element on: gfortran's own, with the size of a
 * polymorphic element in its type's table, behind a hash; and flang's, which always knows. */
static void extent_of(void **d, int what, int64_t *size, int64_t *below, int64_t *above) {
    enum { TABLE_SIZE = 1, ELEMENT = 2, SPAN = 4, FLANG_LENGTH = 1 };
    int rank = what >> RANK_SHIFT;
    const int64_t *word = (const int64_t *)d,
                  *dim = word + (coral_backend == CORAL_BACKEND_FLANG ? 3 : 5);
    if (coral_backend == CORAL_BACKEND_FLANG)
        *size = word[FLANG_LENGTH];
    else if (what & POLYMORPHIC)
        *size = ((const int64_t *)*type_table(d, rank))[TABLE_SIZE];
    else if (rank > 0)
        *size = word[ELEMENT];
    *below = *above = 0;
    for (int i = 0; i < rank; i++, dim += 3) {
        bool flang = coral_backend == CORAL_BACKEND_FLANG;
        int64_t extent = flang ? dim[1] : dim[2] - dim[1] + 1,
                step = flang ? dim[2] : dim[0] * word[SPAN];
        if (extent <= 0)
            *size = 0;
        else if (step < 0)
            *below -= (extent - 1) * step;
        else
            *above += (extent - 1) * step;
    }
}

/* Memory that images do not share. For an inquiry it matters only that the address is there. */
static void point_outside(const coral_call *call, void **d, int rank, int what, int64_t size) {
    int64_t below, above;
    if ((what & (MAYBE | WITHIN | WANTED)) == MAYBE)
        return;
    extent_of(d, what, &size, &below, &above);
    if (size == 0)
        return;
    char *here = coral_foreign(
        what & WITHIN ? NULL : call, rank, (char *)*d - below, (size_t)(below + above + size));
    *d = here ? here + below : NULL;
}

/* The object of which something is a component: whose it is. */
static int owner_of(const char *object) {
    if (coral_in_window(object))
        return coral_rank_of(object);
    int rank = coral_foreign_rank(object);
    return rank < 0 ? coral.rank : rank;
}

/* Keeps for generated code where an image of the current team has its slot (coral_bases). */
static void note_base(int rank, int64_t base) {
    const coral_team *t = coral.team;
    int distance = rank - t->first;
    if (t->window != NULL || t->step == 0 || distance % t->step != 0)
        return;
    int k = distance / t->step + 1;
    if (k >= 1 && k <= t->n && k < CORAL_BASES)
        coral_bases[k] = base;
}

/* The type that a descriptor has from another image, as this image has it. */
static void type_here(void **d, int what, int rank) {
    int64_t code = (int64_t)coral.base - (int64_t)coral_status_of(rank)->base;
    if (coral_backend == CORAL_BACKEND_FLANG) {
        void **type = flang_type(d, what & POLYMORPHIC);
        if (type)
            move_by(type, code);
    } else if (what & POLYMORPHIC)
        move_by(type_table(d, what >> RANK_SHIFT), code);
}

static void component(
    const coral_call *call, void **d, const char *parent, int what, int64_t size) {
    int rank = owner_of(coral_real(parent));
    if (*d == NULL) {
        if (!(what & MAYBE))
            coral_error(call, CORAL_STAT_ERROR, CORAL_R0307,
                "the component is not allocated, or points to nothing, on image %d", rank + 1);
        return;
    }
    if (rank == coral.rank) {
        note_base(rank, (int64_t)coral.base);
        return;
    }
    int64_t base = (int64_t)coral_status_of(rank)->base;
    type_here(d, what, rank);
    uint64_t offset = (uint64_t)*d - (uint64_t)base;
    if (LIKELY(offset < coral.stride - coral.guard)) {
        *d = coral_slot(rank) + offset;
        note_base(rank, base);
    } else
        point_outside(call, d, rank, what, size);
}

/* A descriptor that was copied with the whole object: also where it has nothing, its type is to be
 * this image's. */
void coral_component_in(
    const coral_call *call, void **d, const char *parent, int what, int64_t size) {
    int rank = owner_of(coral_real(parent));
    if (*d == NULL && rank != coral.rank)
        type_here(d, what, rank);
    component(call, d, parent, what, size);
}

/* gfortran keeps a pointer's deferred character length in a component of its own, behind it. */
static void set_length(void **d, int what, int64_t length) {
    if (what & LENGTH && coral_backend == CORAL_BACKEND_GFORTRAN)
        *(int64_t *)(d + WITHOUT_DIMENSIONS + DIMENSION * (what >> RANK_SHIFT)) = length;
}

/* Makes the copied descriptor at *descriptor, of a component of the object at *parent, point to
 * memory as this image sees it. */
void coral_component(const int64_t *descriptor, const int64_t *parent, const int32_t *what,
    const int32_t *line, const void *file) {
    coral_call call = {.what = "image selector",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    component(&call, (void **)*descriptor, (const char *)*parent, *what, 0);
}

/* The same for a scalar, of whose size gfortran's pointer does not tell. With LENGTH bytes are an
 * array's characters. */
void coral_component_scalar(const int64_t *descriptor, const int64_t *parent, const int32_t *what,
    const int64_t *bytes, const int32_t *line, const void *file) {
    coral_call call = {.what = "image selector",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    set_length((void **)*descriptor, *what, *bytes);
    component(&call, (void **)*descriptor, (const char *)*parent, *what, *bytes);
}

/* Polymorphic arrays with gfortran, which looks into the table of the type when a pointer is
 * assigned to one, and that address is another image's. So the descriptor is copied from where it
 * stands in the object. Where that is, LOC of the component tells in a sample of the object
 * (layouts.c).
 *
 * The pointer to a sample stands behind that to the component. A container of class(*) has a
 * length, too. */
static void **behind_class(void **descriptor, int what) {
    return type_table(descriptor, what >> RANK_SHIFT) + 1 + (what & UNLIMITED ? 1 : 0);
}

void coral_part_sample(const int64_t *descriptor, const int32_t *what, const int64_t *bytes) {
    *behind_class((void **)*descriptor, *what) = coral_sample((size_t)*bytes);
}

/* Makes a pointer of the component at *place of the sample, for the object at *parent. */
void coral_component_at(const int64_t *descriptor, const int64_t *parent, const int64_t *place,
    const int32_t *what, const int32_t *line, const void *file) {
    coral_call call = {.what = "image selector",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    void **d = (void **)*descriptor, **end = behind_class(d, *what);
    int64_t first = *(const int64_t *)*end;
    memcpy(d, (const char *)*parent + (first - *place), (size_t)((char *)end - (char *)d));
    coral_component_in(&call, d, (const char *)*parent, *what, 0);
}

/* The procedure of this image that a procedure pointer in another image's object means. */
void *coral_procedure_in(const coral_call *call, void *code, const char *parent) {
    int rank = owner_of(coral_real(parent));
    if (code == NULL || rank == coral.rank)
        return code;
    char *base = (char *)coral_status_of(rank)->base; /* the program lies around it */
    if ((uint64_t)((char *)code - (base - coral.guard)) >= coral.guard + coral.static_size) {
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0308,
            "a procedure pointer of image %d points to an internal procedure, or into a shared "
            "library",
            rank + 1);
        return NULL;
    }
    return (char *)code - base + coral.base;
}

void *coral_procedure(void *code, const int64_t *parent, const int32_t *line, const void *file) {
    coral_call call = {.what = "image selector",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    return coral_procedure_in(&call, code, (const char *)*parent);
}

/* A loop refers to a component for which coral_component, in front of the loop, has left nothing.
 */
void coral_no_component(const int32_t *image, const int32_t *line, const void *file) {
    coral_call call = {.what = "image selector",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    if (*image < 1 || *image > coral.team->n)
        coral_index_error(&call, *image);
    coral_error(&call, CORAL_STAT_ERROR, CORAL_R0307,
        "the component is not allocated, or points to nothing or to memory that images do not "
        "share, on image %d",
        *image);
}

/* With OpenMP several threads may refer to one object of another image. */
extern int omp_in_parallel(void) __attribute__((weak));

static void bring(char *from, const char *to) {
    coral_array a = {.addr = from, .size = (size_t)(to - from), .type = CORAL_OTHER};
    if (to > from)
        coral_library_move(&a, false);
}

/* Whether the types of all objects in an object are known. */
static bool is_known(const coral_layout *l) {
    bool all = l != NULL;
    for (int i = 0; all && i < l->n; i++)
        if (l->part[i].kind == CORAL_OWN)
            all = is_known(coral_layout_of(l->part[i].key));
    return all;
}

/* Brings the descriptors in an object, those that are neighbours together, and the lengths that
 * gfortran has beside them. */
static void bring_descriptors(const coral_layout *l, char *object) {
    int64_t from = 0, to = 0;
    for (int i = 0; i < l->n; i++) {
        const coral_part *p = &l->part[i];
        if (p->kind == CORAL_OWN)
            for (int64_t k = 0; k < p->count; k++)
                bring_descriptors(
                    coral_part_layout(p), object + p->offset + k * coral_part_layout(p)->size);
        if (p->kind != CORAL_HELD && p->kind != CORAL_POINTED)
            continue;
        if (p->offset != to) {
            bring(object + from, object + to);
            from = p->offset;
        }
        to = p->offset + p->bytes;
        if (p->length >= 0)
            bring(object + p->length, object + p->length + (int64_t)sizeof(int64_t));
    }
    bring(object + from, object + to);
}

/* Brings what leads to what the components of another image's object hold or point to. The object
 * comes as a whole, unless another thread may have defined a component here and not have sent it
 * yet: only what no statement defines is brought then. */
void coral_get_descriptors(const char *key, const int64_t *object, const int64_t *size) {
    char *at = (char *)*object;
    if (!coral.library || !coral_in_window(at) || coral_rank_of(at) == coral.rank)
        return;
    const coral_layout *l =
        omp_in_parallel != NULL && omp_in_parallel() ? coral_layout_of(key) : NULL;
    if (is_known(l))
        bring_descriptors(l, at);
    else
        bring(at, at + *size);
}
