/* coral_view: makes the pointer by which generated code reaches a coarray on all images.
 *
 * The pointer has one more dimension than the coarray, the image, whose stride is the distance
 * of two images' slots. Its descriptor is written by hand, in the back end's own form. */
#include "sync.h"
#include "../core/string_arg.h"
#include "view.h"

#include <string.h>

/* A view as the translator declares it: gen, 2*corank cobounds, the pointer. */
static void *pointer_of(int64_t *view, int corank) { return view + 1 + 2 * corank; }

typedef struct { int64_t stride, lower, upper; } gfc_dim;

/* gfortran's array descriptor (libgfortran.h). Strides count in units of span bytes. */
typedef struct {
    char *base_addr;
    size_t offset;
    struct {
        size_t elem_len;
        int32_t version;
        int8_t rank, type;
        int16_t attribute;
    } dtype;
    int64_t span;
    gfc_dim dim[];
} gfc_array;

/* An allocatable array has no gaps. gfortran 12 to 16 leave the span undefined where an assignment
 * allocates it with the result of a function of the library. */
void coral_complete_span(void *descriptor) {
    gfc_array *a = descriptor;
    a->span = (int64_t)a->dtype.elem_len;
}

void coral_hold(void *place, void (*address)(void)) {
    *(void (**)(void))place = address;
}

/* flang's is the C descriptor, for derived types with an addendum behind the dimensions. */
typedef struct {
    char *base_addr;
    size_t elem_len;
    int32_t version;
    uint8_t rank, type, attribute, extra;
    struct { int64_t lower, extent, sm; } dim[];
} flang_array;

static const int8_t gfortran_types[] = {[CORAL_INTEGER] = 1,
    [CORAL_LOGICAL] = 2,
    [CORAL_REAL] = 3,
    [CORAL_COMPLEX] = 4,
    [CORAL_CHARACTER] = 6,
    [CORAL_OTHER] = 5};

static int64_t gcd(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a < 0 ? -a : a;
}

/* The unit of strides is the element, as the compiler likes best; where elements do not divide the
 * distance of images, the largest unit that does. */
static int64_t unit_of(const coral_array *a) {
    int64_t unit = a->size > 0 ? (int64_t)a->size : 1;
    bool whole = coral.stride % (uint64_t)unit == 0;
    for (int d = 0; whole && d < a->rank; d++)
        whole = a->dim[d].step % unit == 0;
    if (whole)
        return unit;
    unit = gcd(unit, (int64_t)coral.stride);
    for (int d = 0; d < a->rank; d++)
        unit = gcd(unit, a->dim[d].step);
    return unit;
}

static void write_gfortran(
    gfc_array *p, const coral_array *a, const int64_t *lower, const coral_team *t) {
    int64_t unit = unit_of(a), offset = 0;
    p->base_addr = coral_team_base(t, a->addr);
    p->dtype.elem_len = a->size;
    p->dtype.version = 0;
    p->dtype.rank = (int8_t)(a->rank + 1);
    p->dtype.type = gfortran_types[a->type];
    p->dtype.attribute = 0;
    p->span = unit;
    for (int d = 0; d < a->rank; d++) {
        p->dim[d] = (gfc_dim){a->dim[d].step / unit, lower[d], lower[d] + a->dim[d].extent - 1};
        offset -= p->dim[d].stride * lower[d];
    }
    int64_t image = coral_team_stride(t) / unit;
    p->dim[a->rank] = (gfc_dim){image, 1, t->n};
    p->offset = (size_t)(offset - image);
}

static void write_flang(flang_array *p, const coral_array *a, const int64_t *lower,
    const flang_array *obj, const coral_team *t) {
    enum { POINTER = 1, STRUCT = 42 };
    /* Assumed-type objects always bring an addendum. Without one the descriptor keeps what the
     * compiler has initialised it with: a view of the declared type. */
    bool addendum = obj != NULL && obj->type == STRUCT && (obj->extra & 1);
    p->base_addr = coral_team_base(t, a->addr);
    p->elem_len = a->size;
    p->rank = (uint8_t)(a->rank + 1);
    p->attribute = POINTER;
    if (obj != NULL) {
        p->version = obj->version;
        p->type = obj->type;
        p->extra = addendum;
    }
    for (int d = 0; d < a->rank; d++) {
        p->dim[d].lower = lower[d];
        p->dim[d].extent = a->dim[d].extent;
        p->dim[d].sm = a->dim[d].step;
    }
    p->dim[a->rank].lower = 1;
    p->dim[a->rank].extent = t->n;
    p->dim[a->rank].sm = coral_team_stride(t);
    if (addendum) /* derived type and lengths of its parameters, two words */
        memcpy(&p->dim[a->rank + 1], &obj->dim[a->rank], 2 * sizeof(int64_t));
}

/* Of images nothing is in the descriptor of a pointer to one object. A scalar's is its address,
 * with flang a descriptor, too. */
void coral_point(void *pointer, const coral_array *a, const int64_t *lower) {
    if (coral_backend == CORAL_BACKEND_FLANG) {
        /* version, type and so on are as the compiler has initialised them */
        flang_array *p = pointer;
        p->base_addr = a->addr;
        p->elem_len = a->size;
        p->rank = (uint8_t)a->rank;
        for (int d = 0; d < a->rank; d++) {
            p->dim[d].lower = lower[d];
            p->dim[d].extent = a->dim[d].extent;
            p->dim[d].sm = a->dim[d].step;
        }
        return;
    }
    if (a->rank == 0) {
        *(char **)pointer = a->addr;
        return;
    }
    gfc_array *p = pointer;
    int64_t unit = unit_of(a), offset = 0;
    *p = (gfc_array){.base_addr = a->addr,
        .dtype = {.elem_len = a->size, .rank = (int8_t)a->rank, .type = gfortran_types[a->type]},
        .span = unit};
    for (int d = 0; d < a->rank; d++) {
        p->dim[d] = (gfc_dim){a->dim[d].step / unit, lower[d], lower[d] + a->dim[d].extent - 1};
        offset -= p->dim[d].stride * lower[d];
    }
    p->offset = (size_t)offset;
}

/* --- descriptors for calls ---------------------------------------------------------- */

uint64_t coral_likeness(const void *descriptor) {
    uint64_t like;
    memcpy(&like, (const char *)descriptor + offsetof(flang_array, version), sizeof like);
    return like;
}

bool coral_describable(const coral_array *a) {
    for (int d = 0; d < a->rank; d++)
        if (a->size == 0 || a->dim[d].step % (int64_t)a->size != 0)
            return false;
    return true;
}

void coral_describe(void *descriptor, const coral_array *a, uint64_t like) {
    if (coral_backend == CORAL_BACKEND_FLANG) {
        flang_array *p = descriptor;
        memcpy((char *)p + offsetof(flang_array, version), &like, sizeof like);
        *p = (flang_array){.base_addr = a->addr,
            .elem_len = a->size,
            .version = p->version,
            .rank = (uint8_t)a->rank,
            .type = p->type};
        for (int d = 0; d < a->rank; d++) {
            p->dim[d].lower = 1;
            p->dim[d].extent = a->dim[d].extent;
            p->dim[d].sm = a->dim[d].step;
        }
        return;
    }
    gfc_array *p = descriptor;
    int64_t offset = 0;
    *p = (gfc_array){.base_addr = a->addr,
        .dtype = {.elem_len = a->size, .rank = (int8_t)a->rank, .type = gfortran_types[a->type]},
        .span = (int64_t)a->size};
    for (int d = 0; d < a->rank; d++) {
        int64_t stride = a->size ? a->dim[d].step / (int64_t)a->size : 1;
        p->dim[d] = (gfc_dim){stride, 1, a->dim[d].extent};
        offset -= stride;
    }
    p->offset = (size_t)offset;
}

void coral_set_lower(void *descriptor, int rank, const int64_t *lower) {
    if (coral_backend == CORAL_BACKEND_FLANG) {
        flang_array *p = descriptor;
        for (int d = 0; d < rank; d++)
            p->dim[d].lower = lower[d];
        return;
    }
    gfc_array *p = descriptor;
    int64_t offset = 0;
    for (int d = 0; d < rank; d++) {
        gfc_dim *g = &p->dim[d];
        *g = (gfc_dim){g->stride, lower[d], lower[d] + g->upper - g->lower};
        offset -= g->stride * lower[d];
    }
    p->offset = (size_t)offset;
}

/* --- views in between --------------------------------------------------------------- */

struct coral_kept_view {
    char *at;
    size_t bytes;
    char was[8 * (1 + 2 * CORAL_MAX_CORANK) + CORAL_DESCRIPTOR];
};

void *__real_realloc(void *, size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

static coral_views_state *keeping; /* the innermost */
static int kept_by;                /* a lock: threads may make views at the same time */

void coral_views_keep(coral_views_state *s) {
    *s = (coral_views_state){.gen = coral_gen, .outer = keeping};
    s->frame = __builtin_frame_address(0);
    keeping = s;
}

static void put_back(coral_views_state *s) {
    keeping = s->outer;
    while (s->n > 0) { /* the first state of a view that two threads made comes last */
        struct coral_kept_view *v = &s->list[--s->n];
        memcpy(v->at, v->was, v->bytes);
    }
}

void coral_views_back(coral_views_state *s) {
    put_back(s);
    __real_free(s->list);
    coral_gen = s->gen;
}

/* States of teams that have been left, with their lists, for the next ones. */
static coral_views_state *unused;

void coral_views_enter(void) {
    coral_views_state *s = unused;
    if (s != NULL)
        unused = s->outer;
    else if ((s = __real_realloc(NULL, sizeof *s)) != NULL)
        *s = (coral_views_state){0};
    else
        coral_fatal(CORAL_R0302, "no memory for the views of a team");
    s->gen = coral_gen;
    s->outer = keeping;
    keeping = s;
}

void coral_views_leave(void) {
    coral_views_state *s = keeping;
    put_back(s);
    s->outer = unused;
    unused = s;
}

static bool in_static_data(const char *p) {
    for (int i = 0; i < CORAL_RANGES && coral_data[i].from; i++)
        if (p >= coral_data[i].from && p < coral_data[i].to)
            return true;
    return false;
}

/* Variables of procedures that were called since are gone when all is put back. */
static bool remains(const coral_views_state *s, const char *at) {
    enum { DEEP = 64 << 20 };
    if (s->frame == NULL)
        return in_static_data(at);
    return at >= s->frame || at <= s->frame - DEEP;
}

/* Keeps a view that is about to be made. What was made since the state began has been kept then. */
static void keep_view(int64_t *view, int rank, int corank) {
    coral_views_state *s = keeping;
    char *at = (char *)view;
    if (view[0] > s->gen || !remains(s, at))
        return;
    while (__atomic_exchange_n(&kept_by, 1, __ATOMIC_ACQUIRE))
        ;
    if (s->n == s->room) {
        s->room = 2 * s->room + 8;
        s->list = __real_realloc(s->list, (size_t)s->room * sizeof *s->list);
        if (s->list == NULL)
            coral_fatal(CORAL_R0302, "no memory for %d views", s->room);
    }
    struct coral_kept_view *v = &s->list[s->n++];
    v->at = at;
    v->bytes =
        (size_t)(8 * (1 + 2 * corank)) + sizeof(gfc_array) + (size_t)(rank + 1) * sizeof(gfc_dim);
    memcpy(v->was, at, v->bytes);
    __atomic_store_n(&kept_by, 0, __ATOMIC_RELEASE);
}

static bool without_elements(const coral_array *a) {
    for (int i = 0; i < a->rank; i++)
        if (a->dim[i].extent == 0)
            return true;
    return false;
}

/* An assignment does not allocate a coarray (F2018 10.2.1.2), though the back end does so, in
 * memory that may even lie between those of images. */
static bool coarray_memory(const coral_array *a) {
    const char *p = coral_real(a->addr);
    if (coral_in_heap(p))
        return true;
    for (int i = 0; i < CORAL_RANGES && coral_data[i].from; i++)
        if (p >= coral_data[i].from && p <= coral_data[i].to)
            return true;
    return false;
}

/* Cobounds of an allocated coarray stand in its header. The object may also be a part of one, at
 * any address, of which there are none. */
static void copy_cobounds(int64_t *view, const coral_array *a, int corank) {
    const char *p = a->addr - CORAL_HEADER_SIZE;
    if ((uintptr_t)p % _Alignof(coral_header) != 0 || !coral_in_heap(p))
        return;
    const coral_header *h = (const coral_header *)p;
    if (h->magic != CORAL_HEADER_MAGIC || h->corank != corank)
        return;
    for (int i = 0; i < corank; i++) {
        view[1 + 2 * i] = h->lower[i];
        view[2 + 2 * i] = h->upper[i];
    }
}

/* The generation comes last, as another thread may make the same view at the same time, with the
 * same content, and a third begin to use it. corank is ~corank where generated code has more to do
 * before, and stores the generation itself. */
static void make_view(int64_t *view, coral_array *a, const int64_t *lower, int corank,
    const coral_call *call, const void *obj, const coral_team *t) {
    /* the last extent of an assumed-size array: checks of subscripts must let all pass */
    enum { NOBODY_KNOWS = 1 << 30 };
    bool more = corank < 0;
    if (more)
        corank = ~corank;
    if (a->rank > 0 && a->dim[a->rank - 1].extent < 0)
        a->dim[a->rank - 1].extent = (int64_t)NOBODY_KNOWS << 10;
    if (a->addr == NULL)
        coral_error(
            call, CORAL_STAT_ERROR, CORAL_R0301, "the coarray is not allocated on this image");
    if (without_elements(a)) {
        /* It may be anywhere, in a temporary of the back end among others, and nothing of it is
         * ever referred to: its view lies where the slot begins. */
        if (!coral_in_window(coral_real(a->addr)))
            a->addr = coral.base;
    } else if (!coarray_memory(a)) {
        coral_error(
            call, CORAL_STAT_ERROR, CORAL_R0306, "the coarray is not in memory that images share");
    }
    if (UNLIKELY(coral_memory_each))
        coral_library_static(a);
    if (UNLIKELY(keeping != NULL))
        keep_view(view, a->rank, corank);
    if (coral_backend == CORAL_BACKEND_FLANG)
        write_flang(pointer_of(view, corank), a, lower, obj, t);
    else
        write_gfortran(pointer_of(view, corank), a, lower, t);
    copy_cobounds(view, a, corank);
    if (!more)
        __atomic_store_n(&view[0], coral_gen, __ATOMIC_RELEASE);
}

void coral_view(const int64_t *view_addr, const void *obj, const void *lower, const int32_t *corank,
    const int32_t *line, const void *file) {
    coral_call call = {.what = "image selector",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    coral_array a;
    coral_array_from(&a, obj);
    make_view((int64_t *)*view_addr, &a, lower, *corank, &call, obj, coral.team);
}

int64_t coral_step_of_(const void *array, const int32_t *dim) {
    if (coral_backend == CORAL_BACKEND_FLANG)
        return ((const flang_array *)array)->dim[*dim - 1].sm;
    const gfc_array *a = array;
    return a->dim[*dim - 1].stride * a->span;
}

/* gfortran keeps the length of a component of deferred length behind it; view is the view's first
 * component. */
void coral_view_length(
    int64_t *view, const int32_t *rank, const int32_t *corank, const int64_t *length) {
    if (coral_backend == CORAL_BACKEND_GFORTRAN)
        *(int64_t *)&((gfc_array *)pointer_of(view, *corank))->dim[*rank + 1] = *length;
}

/* For pure procedures: the view itself, by its first component. */
void coral_view_by(int64_t *view, const void *obj, const void *lower, const int32_t *corank,
    const int32_t *line, const void *file) {
    int64_t address = (int64_t)view;
    coral_view(&address, obj, lower, corank, line, file);
}

static const int64_t ones[15] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

/* One of the cobounds of an allocated coarray as its memory has them: lower1, upper1, lower2, ..,
 * lowerN, which stand behind the generation of a view. place counts from 1. By address, since
 * gfortran 12 passes a scalar that is CLASS(*) wrongly where TYPE(*) is wanted. */
int64_t coral_cobound_now(const int64_t *addr, const int32_t *corank, const int32_t *place,
    const int32_t *line, const void *file) {
    const int64_t size = 1, none[1] = {0};
    const int32_t rank = 0;
    int64_t view[128] = {0}, at = (int64_t)view;
    coral_view_at(&at, addr, &size, &rank, none, none, ones, corank, line, file);
    return view[*place];
}

/* 0: the cosubscripts are those of no image (F2018 16.9.97). */
int32_t coral_image_index_now(const void *obj, const int32_t *corank, const int64_t *sub,
    const int32_t *line, const void *file) {
    int64_t view[128] = {0}, index = 1, factor = 1;
    const int64_t *bounds = view + 1;
    coral_view_by(view, obj, ones, corank, line, file);
    for (int d = 0; d < *corank; d++) {
        if (sub[d] < bounds[2 * d])
            return 0;
        index += (sub[d] - bounds[2 * d]) * factor;
        if (d + 1 == *corank)
            break;
        if (sub[d] > bounds[2 * d + 1])
            return 0;
        factor *= bounds[2 * d + 1] - bounds[2 * d] + 1;
    }
    return index <= coral_num ? (int32_t)index : 0;
}

void coral_view_initial_by(int64_t *view, const void *obj, const void *lower, const int32_t *corank,
    const int32_t *line, const void *file) {
    int64_t address = (int64_t)view;
    coral_view_initial(&address, obj, lower, corank, line, file);
}

void coral_view_initial(const int64_t *view_addr, const void *obj, const void *lower,
    const int32_t *corank, const int32_t *line, const void *file) {
    coral_call call = {.what = "image selector",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    coral_array a;
    coral_array_from(&a, obj);
    make_view((int64_t *)*view_addr, &a, lower, *corank, &call, obj, &coral.initial);
}

/* LOC, for pure procedures. Both back ends pass an argument that is CLASS(*) and of any rank as
 * something that begins with the address of the object: gfortran as a class container with an array
 * descriptor, flang as a descriptor. */
int64_t coral_address_(const int64_t *object) { return *object; }

/* The same for objects that cannot be passed as type(*): of types with type-bound procedures. */
void coral_view_at(const int64_t *view_addr, const int64_t *addr, const int64_t *size,
    const int32_t *rank, const int64_t *extents, const int64_t *steps, const int64_t *lower,
    const int32_t *corank, const int32_t *line, const void *file) {
    coral_call call = {.what = "image selector",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    coral_array a = coral_array_at(*addr, *size, *rank, extents, steps);
    make_view((int64_t *)*view_addr, &a, lower, *corank, &call, NULL, coral.team);
}

void coral_view_initial_at(const int64_t *view_addr, const int64_t *addr, const int64_t *size,
    const int32_t *rank, const int64_t *extents, const int64_t *steps, const int64_t *lower,
    const int32_t *corank, const int32_t *line, const void *file) {
    coral_call call = {.what = "image selector",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    coral_array a = coral_array_at(*addr, *size, *rank, extents, steps);
    make_view((int64_t *)*view_addr, &a, lower, *corank, &call, NULL, &coral.initial);
}

/* --- checks of -check -------------------------------------------------------------- */

static coral_call selector(const int32_t *line, const char *file, size_t file_len) {
    return (coral_call){
        .what = "image selector", .line = *line, .file = file, .file_len = file_len};
}

void coral_check_image_(
    const int32_t *image, const int32_t *line, const char *file, size_t file_len) {
    if (LIKELY(*image >= 1 && *image <= coral.team->n))
        return;
    coral_call call = selector(line, file, file_len);
    coral_index_error(&call, *image);
}

void coral_check_cobounds_(const int64_t *cobounds, const int32_t *corank, const int32_t *line,
    const char *file, size_t file_len) {
    for (int i = 0; i + 1 < *corank; i++) {
        if (LIKELY(cobounds[2 * i + 1] >= cobounds[2 * i]))
            continue;
        coral_call call = {.what = "cobounds", .line = *line, .file = file, .file_len = file_len};
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0310,
            "the upper cobound %lld of codimension %d is below the lower cobound %lld",
            (long long)cobounds[2 * i + 1], i + 1, (long long)cobounds[2 * i]);
    }
}

int32_t coral_checked_image_(
    const int32_t *image, const int32_t *line, const char *file, size_t file_len) {
    coral_check_image_(image, line, file, file_len);
    return *image;
}

void coral_check_cosubscript_(const int64_t *sub, const int64_t *low, const int64_t *high,
    const int32_t *dim, const char *name, const int32_t *line, const char *file, size_t name_len,
    size_t file_len) {
    if (LIKELY(*sub >= *low && *sub <= *high))
        return;
    coral_call call = selector(line, file, file_len);
    coral_error(&call, CORAL_STAT_ERROR, CORAL_R0313,
        "cosubscript %d of '%.*s' is %lld, its cobounds are %lld and %lld", *dim, (int)name_len,
        name, (long long)*sub, (long long)*low, (long long)*high);
}

void coral_check_section_(const int64_t *first, const int64_t *last, const int64_t *step,
    const int64_t *low, const int64_t *high, const int32_t *dim, const char *name,
    const int32_t *line, const char *file, size_t name_len, size_t file_len) {
    int64_t reach = *step == 0 ? -1 : (*last - *first) / *step, end = *first + reach * *step;
    if (*step != 0 && (*step > 0 ? *last < *first : *last > *first))
        return; /* no element */
    int64_t bad = *first < *low || *first > *high ? *first : end;
    if (LIKELY(*step != 0 && bad >= *low && bad <= *high))
        return;
    coral_call call = {
        .what = "coindexed object", .line = *line, .file = file, .file_len = file_len};
    if (*step == 0)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0309,
            "the stride of dimension %d of '%.*s' is zero", *dim, (int)name_len, name);
    coral_error(&call, CORAL_STAT_ERROR, CORAL_R0309,
        "the subscript of dimension %d of '%.*s' is %lld, its bounds are %lld and %lld", *dim,
        (int)name_len, name, (long long)bad, (long long)*low, (long long)*high);
}

void coral_check_shape_(const int32_t *rank, const int64_t *left, const int64_t *right,
    const int32_t *line, const char *file, size_t file_len) {
    for (int d = 0; d < *rank; d++)
        if (left[d] != right[d]) {
            coral_call call = {
                .what = "assignment", .line = *line, .file = file, .file_len = file_len};
            coral_error(&call, CORAL_STAT_ERROR, CORAL_R0404,
                "dimension %d has %lld elements on the left, %lld on the right", d + 1,
                (long long)left[d], (long long)right[d]);
        }
}

void coral_check_length_(const int64_t *left, const int64_t *right, const int32_t *line,
    const char *file, size_t file_len) {
    if (LIKELY(*left == *right))
        return;
    coral_call call = {.what = "assignment", .line = *line, .file = file, .file_len = file_len};
    coral_error(&call, CORAL_STAT_ERROR, CORAL_R0404,
        "the character has the length %lld on the other image, the value has %lld",
        (long long)*left, (long long)*right);
}
