/* co_sum, co_min, co_max, co_reduce, co_broadcast as generated code calls them. */
#include "coll.h"
#include "../types/layouts.h"
#include "../core/string_arg.h"

#include <string.h>

void *__real_malloc(size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

enum { STAGE = 256 << 10 };

typedef struct reduction {
    coral_team *t;
    const coral_call *call;
    const coral_array *a;
    int64_t count;
    coral_op *op;
    void *context;
    int result; /* member that gets the outcome; -1: all */
} reduction;

static void max_words(
    void *out, const void *low, const void *high, size_t n, size_t size, void *context) {
    (void)size, (void)context;
    for (size_t i = 0; i < n; i++) {
        int64_t a = ((const int64_t *)low)[i], b = ((const int64_t *)high)[i];
        ((int64_t *)out)[i] = a > b ? a : b;
    }
}

void coral_or_bytes(
    void *out, const void *low, const void *high, size_t n, size_t size, void *context) {
    (void)size, (void)context;
    for (size_t i = 0; i < n; i++)
        ((char *)out)[i] = ((const char *)low)[i] | ((const char *)high)[i];
}

int coral_agree(coral_team *t, const coral_call *call, int64_t bytes) {
    int64_t words[2] = {bytes, -bytes};
    coral_call parts = *call;
    parts.brings |= CORAL_BRINGS_PARTS;
    int err = 0;
    if (UNLIKELY(coral.library)) {
        coral_array a = {.addr = (char *)words, .size = sizeof words[0], .rank = 1};
        a.dim[0].extent = 2;
        a.dim[0].step = sizeof words[0];
        err = coral_library_reduce(&parts, &a, -1, max_words, NULL);
    } else
        err = coral_allreduce(
            t, &parts, words, sizeof words, 2, sizeof words[0], max_words, NULL);
    if (err == 0 && words[0] != -words[1]) {
        coral_message(call, CORAL_R0401, "images bring from %lld to %lld bytes",
            (long long)-words[1], (long long)words[0]);
        coral_error_terminate(1);
    }
    return err;
}

/* Two halves of at least STAGE bytes on every member, at one offset. */
static int need_stage(coral_team *t, const coral_call *call, size_t half) {
    if (half < STAGE)
        half = STAGE;
    half = (half + 63) & ~(size_t)63;
    if (t->stage != 0 && t->stage_size >= half)
        return 0;
    char *p = coral_heap_alloc(call, 2 * half);
    if (p == NULL)
        return CORAL_STAT_MEMORY;
    t->stage = (uint64_t)(p - coral.base);
    t->stage_size = half;
    return 0;
}

static char *stage(const coral_team *t, int member, int half) {
    return coral_slot(coral_member_rank(t, member)) + t->stage + (half ? t->stage_size : 0);
}

/* Combines elements [lo, hi) of the members' chunks, in the members' order, into the own stage.
 * Nobody else reads or writes that part of it before the next barrier. */
static void combine_part(const reduction *r, int half, size_t lo, size_t hi, char *acc) {
    size_t size = r->a->size, n = hi - lo;
    if (n == 0)
        return;
    memcpy(acc, stage(r->t, 0, half) + lo * size, n * size);
    for (int m = 1; m < r->t->n; m++)
        r->op(acc, acc, stage(r->t, m, half) + lo * size, n, size, r->context);
    memcpy(stage(r->t, r->t->me, half) + lo * size, acc, n * size);
}

/* Each member shows its chunk, combines one part of it for all, and gathers the parts. The halves
 * alternate: who fills a half knows by the barrier between that all have read what it held. */
static int reduce_large(const reduction *r) {
    coral_team *t = r->t;
    size_t size = r->a->size;
    int err = coral_agree(t, r->call, (int64_t)size * r->count);
    if (err == 0)
        err = need_stage(t, r->call, size);
    if (err)
        return err;
    int64_t chunk = (int64_t)(t->stage_size / size);
    char *acc = __real_malloc(((size_t)chunk / (size_t)t->n + 1) * size);
    if (acc == NULL)
        return coral_error(r->call, CORAL_STAT_MEMORY, CORAL_R0302, "no memory for a collective");
    int half = 0;
    for (int64_t at = 0; at < r->count && err == 0; at += chunk, half ^= 1) {
        int64_t n = r->count - at < chunk ? r->count - at : chunk;
        coral_pack(r->a, at, n, stage(t, t->me, half));
        if ((err = coral_barrier(t, r->call)) != 0)
            break;
        combine_part(r, half, (size_t)(n * t->me / t->n), (size_t)(n * (t->me + 1) / t->n), acc);
        if ((err = coral_barrier(t, r->call)) != 0)
            break;
        for (int m = 0; m < t->n && (r->result < 0 || r->result == t->me); m++) {
            int64_t lo = n * m / t->n, hi = n * (m + 1) / t->n;
            if (hi > lo)
                coral_unpack(r->a, at + lo, hi - lo, stage(t, m, half) + (size_t)lo * size);
        }
    }
    __real_free(acc);
    return err;
}

static int reduce_small(const reduction *r) {
    _Alignas(16) char buf[CORAL_SLOT_PAYLOAD];
    size_t bytes = (size_t)r->count * r->a->size;
    coral_pack(r->a, 0, r->count, buf);
    int err =
        coral_allreduce(r->t, r->call, buf, bytes, (size_t)r->count, r->a->size, r->op, r->context);
    if (err == 0 && (r->result < 0 || r->result == r->t->me))
        coral_unpack(r->a, 0, r->count, buf);
    return err;
}

static bool member_of(const coral_call *call, int32_t image, int *member) {
    *member = image - 1;
    if (LIKELY(image >= 1 && image <= coral.team->n))
        return true;
    coral_error(
        call, CORAL_STAT_ERROR, CORAL_R0403, "there is no image %d among %d", image, coral.team->n);
    return false;
}

/* Generated text has found that an operand of a collective is not there. */
void coral_no_operand(const void *what, const void *problem, const int32_t *line,
    const void *file) {
    char name[64];
    size_t length = string_length(what) < sizeof name ? string_length(what) : sizeof name - 1;
    memcpy(name, string_address(what), length);
    name[length] = 0;
    coral_call call = {.what = name,
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    coral_error(&call, CORAL_STAT_ERROR, CORAL_R0406, "%.*s", (int)string_length(problem),
        string_address(problem));
}

/* An operand may be no memory at all: generated text asks for names with ALLOCATABLE or POINTER,
 * and this is for dummy arguments of which one of these became the actual argument. */
static bool is_there(const coral_call *call, const coral_array *a) {
    if (LIKELY(a->addr != NULL) || coral_array_count(a) == 0)
        return true;
    coral_error(call, CORAL_STAT_ERROR, CORAL_R0406,
        "the argument is not allocated, or not associated");
    return false;
}

int coral_team_reduce(
    const coral_call *call, const coral_array *a, int result, coral_op *op, void *context) {
    reduction r = {coral.team, call, a, coral_array_count(a), op, context, result};
    if (UNLIKELY(coral.library))
        return coral_library_reduce(call, a, r.result, op, context);
    if (LIKELY((size_t)r.count * a->size <= CORAL_SLOT_PAYLOAD))
        return reduce_small(&r);
    return r.t->n > 1 ? reduce_large(&r) : 0;
}

static void reduce(coral_call *call, int which, const coral_array *a, const int32_t *result_image,
    coral_op *op, void *context) {
    int result = -1;
    if (!is_there(call, a))
        return;
    if (*result_image != INT32_MIN && !member_of(call, *result_image, &result))
        return;
    call->brings = coral_brings(which, coral_type_code(a), 0, result);
    if (LIKELY(coral_team_reduce(call, a, result, op, context) == 0))
        coral_ok(call);
}

static void intrinsic(
    coral_call *call, int which, const void *descriptor, const int32_t *result_image) {
    coral_array a;
    coral_array_from(&a, descriptor);
    coral_op *op = coral_op_for(which, &a);
    if (UNLIKELY(op == NULL)) {
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0402, "it is not defined for this type");
        return;
    }
    reduce(call, CORAL_CO_SUM + which, &a, result_image, op, NULL);
}

void coral_co_sum(const void *a, const int32_t *result_image, const int32_t *line, const void *file,
    int32_t *stat, const void *errmsg) {
    PLACE_BY_DESCRIPTOR("co_sum", CORAL_WAIT_COLL);
    intrinsic(&call, CORAL_OP_SUM, a, result_image);
}

void coral_co_min(const void *a, const int32_t *result_image, const int32_t *line, const void *file,
    int32_t *stat, const void *errmsg) {
    PLACE_BY_DESCRIPTOR("co_min", CORAL_WAIT_COLL);
    intrinsic(&call, CORAL_OP_MIN, a, result_image);
}

void coral_co_max(const void *a, const int32_t *result_image, const int32_t *line, const void *file,
    int32_t *stat, const void *errmsg) {
    PLACE_BY_DESCRIPTOR("co_max", CORAL_WAIT_COLL);
    intrinsic(&call, CORAL_OP_MAX, a, result_image);
}

static int broadcast_large(
    coral_team *t, const coral_call *call, const coral_array *a, int64_t count, int source) {
    int err = coral_agree(t, call, (int64_t)a->size * count);
    if (err == 0)
        err = need_stage(t, call, a->size);
    int half = 0;
    int64_t chunk = err ? 0 : (int64_t)(t->stage_size / a->size);
    for (int64_t at = 0; at < count && err == 0; at += chunk, half ^= 1) {
        int64_t n = count - at < chunk ? count - at : chunk;
        if (t->me == source)
            coral_pack(a, at, n, stage(t, source, half));
        err = coral_barrier(t, call);
        if (err == 0 && t->me != source)
            coral_unpack(a, at, n, stage(t, source, half));
    }
    /* What follows may fill the half that slow members still read. */
    return err ? err : coral_barrier(t, call);
}

/* Small: everybody but the source brings zeros, and all bytes are or-ed. */
static int broadcast_small(
    coral_team *t, const coral_call *call, const coral_array *a, int64_t count, int source) {
    char buf[CORAL_SLOT_PAYLOAD] = {0};
    size_t bytes = (size_t)count * a->size;
    if (t->me == source)
        coral_pack(a, 0, count, buf);
    int err = coral_allreduce(t, call, buf, bytes, bytes, 1, coral_or_bytes, NULL);
    if (err == 0 && t->me != source)
        coral_unpack(a, 0, count, buf);
    return err;
}

int coral_team_broadcast(const coral_call *call, const coral_array *a, int source) {
    int64_t count = coral_array_count(a);
    if (UNLIKELY(coral.library))
        return coral_library_broadcast(call, a, source);
    if ((size_t)count * a->size <= CORAL_SLOT_PAYLOAD)
        return broadcast_small(coral.team, call, a, count, source);
    return coral.team->n > 1 ? broadcast_large(coral.team, call, a, count, source) : 0;
}

void coral_co_broadcast(const void *descriptor, const int32_t *source_image, const int32_t *line,
    const void *file, int32_t *stat, const void *errmsg) {
    PLACE_BY_DESCRIPTOR("co_broadcast", CORAL_WAIT_COLL);
    int source;
    coral_array a;
    coral_array_from(&a, descriptor);
    if (!is_there(&call, &a) || !member_of(&call, *source_image, &source))
        return;
    call.brings = coral_brings(CORAL_CO_BROADCAST, coral_type_code(&a), 0, source);
    if (coral_team_broadcast(&call, &a, source) == 0)
        coral_ok(&call);
}

/* Objects with all that their components hold: how many bytes that is packed, then these. */
static int broadcast_objects(
    const coral_call *call, const coral_layout *l, char *first, int64_t n, int source, bool known) {
    bool here = coral.team->me == source;
    coral_packed b = {.call = call, .known = known};
    for (int64_t i = 0; here && i < n; i++)
        coral_pack_object(&b, l, first + i * l->size);
    int64_t bytes = (int64_t)b.used;
    coral_array a = {.addr = (char *)&bytes, .size = sizeof bytes, .type = CORAL_OTHER};
    int err = coral_team_broadcast(call, &a, source);
    if (err == 0 && !here) {
        b.room = (size_t)bytes + 1;
        b.bytes = __real_malloc(b.room);
        if (b.bytes == NULL)
            coral_fatal(CORAL_R0302,
                "no memory for the %lld bytes of an object that comes from another image",
                (long long)bytes);
    }
    a = (coral_array){.addr = b.bytes,
        .size = 1,
        .rank = 1,
        .type = CORAL_OTHER,
        .dim = {{.extent = bytes, .step = 1}}};
    if (err == 0 && bytes > 0)
        err = coral_team_broadcast(call, &a, source);
    const char *from = b.bytes;
    for (int64_t i = 0; err == 0 && !here && i < n; i++)
        from = coral_unpack_object(l, first + i * l->size, from);
    coral_packed_free(&b);
    return err;
}

static void broadcast_by(coral_call *call, const coral_layout *l, char *first, int64_t n,
    int32_t source_image, bool known) {
    int source;
    coral_array a = {.type = CORAL_OTHER};
    if (!member_of(call, source_image, &source))
        return;
    call->brings = coral_brings(CORAL_CO_BROADCAST, coral_type_code(&a), 0, source);
    if (broadcast_objects(call, l, coral_real(first), n, source, known) == 0)
        coral_ok(call);
}

/* An object of the type with the key. */
void coral_co_broadcast_object(const char *key, const int64_t *object, const int32_t *source_image,
    const int32_t *known, const int32_t *line, const void *file, int32_t *stat,
    const void *errmsg) {
    PLACE_BY_DESCRIPTOR("co_broadcast", CORAL_WAIT_COLL);
    const coral_layout *l = coral_layout_of(key);
    if (l == NULL)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0312,
            "nothing is known of the objects of type %.*s: its module was compiled without "
            "coarrays",
            (int)strcspn(key, ";"), key);
    else
        broadcast_by(&call, l, (char *)*object, 1, *source_image, *known != 0);
}

/* Objects of a dynamic type. */
void coral_co_broadcast_objects(const coral_layout *l, char *first, const int64_t *count,
    const int32_t *source_image, const int32_t *known, const int32_t *line, const void *file,
    int32_t *stat, const void *errmsg) {
    PLACE_BY_DESCRIPTOR("co_broadcast", CORAL_WAIT_COLL);
    broadcast_by(&call, l, first, *count, *source_image, *known != 0);
}

/* A user's function called by its Fortran interface: arguments by reference, the result by value.
 */
#define BY_FUNCTION(name, T)                                                 \
    static void name(void *out, const void *low, const void *high, size_t n, size_t size, \
                     void *context) { \
        (void)size;                                                          \
        T (*f)(const T *, const T *) = (T (*)(const T *, const T *))context; \
        for (size_t i = 0; i < n; i++)                                       \
            ((T *)out)[i] = f(&((const T *)low)[i], &((const T *)high)[i]);  \
    }
BY_FUNCTION(call1, int8_t)
BY_FUNCTION(call2, int16_t)
BY_FUNCTION(call4, int32_t)
BY_FUNCTION(call8, int64_t)
BY_FUNCTION(call16, __int128)
BY_FUNCTION(call_real4, float)
BY_FUNCTION(call_real8, double)
BY_FUNCTION(call_real10, long double)
BY_FUNCTION(call_real16, __float128)
BY_FUNCTION(call_complex4, float _Complex)
BY_FUNCTION(call_complex8, double _Complex)

coral_op *coral_op_by_function(const coral_array *a) {
    switch ((int)a->type * 100 + a->kind) {
    case CORAL_INTEGER * 100 + 1: case CORAL_LOGICAL * 100 + 1: return call1;
    case CORAL_INTEGER * 100 + 2: case CORAL_LOGICAL * 100 + 2: return call2;
    case CORAL_INTEGER * 100 + 4: case CORAL_LOGICAL * 100 + 4: return call4;
    case CORAL_INTEGER * 100 + 8: case CORAL_LOGICAL * 100 + 8: return call8;
    case CORAL_INTEGER * 100 + 16: case CORAL_LOGICAL * 100 + 16: return call16;
    case CORAL_REAL * 100 + 4: return call_real4;
    case CORAL_REAL * 100 + 8: return call_real8;
    case CORAL_REAL * 100 + 10: return call_real10;
    case CORAL_REAL * 100 + 16: return call_real16;
    case CORAL_COMPLEX * 100 + 4: return call_complex4;
    case CORAL_COMPLEX * 100 + 8: return call_complex8;
    }
    return NULL;
}

void coral_co_reduce(const void *descriptor, void (*op)(void), const int32_t *result_image,
    const int32_t *line, const void *file, int32_t *stat, const void *errmsg) {
    PLACE_BY_DESCRIPTOR("co_reduce", CORAL_WAIT_COLL);
    coral_array a;
    coral_array_from(&a, descriptor);
    coral_op *caller = coral_op_by_function(&a);
    if (caller == NULL) {
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0402,
            "functions of this type cannot be called by the runtime");
        return;
    }
    reduce(&call, CORAL_CO_REDUCE, &a, result_image, caller, (void *)op);
}

/* A subroutine (a, b, r) may get arguments of any type; r is no other argument's memory. Lengths
 * follow, for characters of assumed length. */
void coral_op_by_subroutine(
    void *out, const void *low, const void *high, size_t n, size_t size, void *context) {
    typedef void operation(const void *, const void *, void *, size_t, size_t, size_t);
    operation *f = (operation *)context;
    _Alignas(16) char few[256];
    char *r = size <= sizeof few ? few : __real_malloc(size);
    if (r == NULL)
        coral_fatal(CORAL_R0302, "no memory for an element of %zu bytes", size);
    for (size_t i = 0; i < n; i++) {
        f((const char *)low + i * size, (const char *)high + i * size, r, size, size, size);
        memcpy((char *)out + i * size, r, size);
    }
    if (r != few)
        __real_free(r);
}

void coral_co_reduce_by(const void *descriptor, void (*op)(const void *, const void *, void *),
    const int32_t *result_image, const int32_t *line, const void *file, int32_t *stat,
    const void *errmsg) {
    PLACE_BY_DESCRIPTOR("co_reduce", CORAL_WAIT_COLL);
    coral_array a;
    coral_array_from(&a, descriptor);
    reduce(&call, CORAL_CO_REDUCE, &a, result_image, coral_op_by_subroutine, (void *)op);
}

/* The same for objects that cannot be passed as type(*): of types with type-bound procedures. */
void coral_co_reduce_at(const int64_t *addr, const int64_t *size, const int32_t *rank,
    const int64_t *extents, const int64_t *steps, void (*op)(const void *, const void *, void *),
    const int32_t *result_image, const int32_t *line, const void *file, int32_t *stat,
    const void *errmsg) {
    PLACE_BY_DESCRIPTOR("co_reduce", CORAL_WAIT_COLL);
    coral_array a = coral_array_at(*addr, *size, *rank, extents, steps);
    reduce(&call, CORAL_CO_REDUCE, &a, result_image, coral_op_by_subroutine, (void *)op);
}
