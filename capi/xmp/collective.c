/* bcast and reduction of XcalableMP, over the executing nodes. */
#ifndef __clang__ /* it does not know the pragma */
#pragma GCC optimize("O3")
#endif
#include "xmp.h"
#include "collective.h"
#include "../coll/operation.h"

enum { SIGNED = 1, UNSIGNED, REAL, COMPLEX, QUAD, QUAD_COMPLEX };

#define ARITHMETIC(T)                               \
    OPERATION(sum_##T, T, a[i] + b[i])               \
    OPERATION(product_##T, T, a[i] * b[i])           \
    OPERATION(max_##T, T, b[i] > a[i] ? b[i] : a[i]) \
    OPERATION(min_##T, T, b[i] < a[i] ? b[i] : a[i]) \
    OPERATION(land_##T, T, a[i] && b[i])             \
    OPERATION(lor_##T, T, a[i] || b[i])
#define LOGICAL(T)                           \
    OPERATION(eqv_##T, T, !a[i] == !b[i])    \
    OPERATION(neqv_##T, T, !a[i] != !b[i])
#define BITS(T)                        \
    OPERATION(and_##T, T, a[i] & b[i]) \
    OPERATION(or_##T, T, a[i] | b[i])  \
    OPERATION(xor_##T, T, a[i] ^ b[i])
#define COMPLEX_NUMBER(T)              \
    OPERATION(sum_##T, T, a[i] + b[i]) \
    OPERATION(product_##T, T, a[i] * b[i])

/* clang-format off: it takes what has no semicolons for one declaration */
ARITHMETIC(int8_t) ARITHMETIC(int16_t) ARITHMETIC(int32_t) ARITHMETIC(int64_t) ARITHMETIC(int128)
ARITHMETIC(uint8_t) ARITHMETIC(uint16_t) ARITHMETIC(uint32_t) ARITHMETIC(uint64_t)
ARITHMETIC(float) ARITHMETIC(double) ARITHMETIC(real10) ARITHMETIC(real16)
BITS(int8_t) BITS(int16_t) BITS(int32_t) BITS(int64_t) BITS(int128)
BITS(uint8_t) BITS(uint16_t) BITS(uint32_t) BITS(uint64_t)
LOGICAL(int8_t) LOGICAL(int16_t) LOGICAL(int32_t) LOGICAL(int64_t) LOGICAL(int128)
COMPLEX_NUMBER(complex4) COMPLEX_NUMBER(complex8) COMPLEX_NUMBER(complex10)
COMPLEX_NUMBER(complex16)
/* clang-format on */

#define REALS(T) {sum_##T, product_##T, max_##T, min_##T, NULL, NULL, NULL, land_##T, lor_##T}
#define INTEGERS(T) \
    { sum_##T, product_##T, max_##T, min_##T, and_##T, or_##T, xor_##T, land_##T, lor_##T }
#define SIGNED_INTEGERS(T)                                                                   \
    {                                                                                        \
        sum_##T, product_##T, max_##T, min_##T, and_##T, or_##T, xor_##T, land_##T, lor_##T, \
            eqv_##T, neqv_##T                                                                \
    } /* Fortran's logicals, too */
/* Of real and complex numbers the kind is Fortran's: two of them have 16 bytes. */
static const struct {
    int class, kind;
    coral_op *op[CORAL_XMP_OPS];
} table[] = {
    {SIGNED, 1, SIGNED_INTEGERS(int8_t)},
    {SIGNED, 2, SIGNED_INTEGERS(int16_t)},
    {SIGNED, 4, SIGNED_INTEGERS(int32_t)},
    {SIGNED, 8, SIGNED_INTEGERS(int64_t)},
    {SIGNED, 16, SIGNED_INTEGERS(int128)},
    {UNSIGNED, 1, INTEGERS(uint8_t)},
    {UNSIGNED, 2, INTEGERS(uint16_t)},
    {UNSIGNED, 4, INTEGERS(uint32_t)},
    {UNSIGNED, 8, INTEGERS(uint64_t)},
    {REAL, 4, REALS(float)},
    {REAL, 8, REALS(double)},
    {REAL, 10, REALS(real10)},
    {REAL, 16, REALS(real16)},
    {COMPLEX, 4, {sum_complex4, product_complex4}},
    {COMPLEX, 8, {sum_complex8, product_complex8}},
    {COMPLEX, 10, {sum_complex10, product_complex10}},
    {COMPLEX, 16, {sum_complex16, product_complex16}},
};

static coral_op *operation(int class, int kind, int op) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (table[i].class == class && table[i].kind == kind)
            return table[i].op[op];
    return NULL;
}

/* The kind of a type of C: long double has that of real10. */
static int kind_of(int class, size_t size) {
    const size_t part = class == COMPLEX ? size / 2 : size;
    return class >= REAL && part == sizeof(real10) ? 10 : (int)part;
}

void coral_xmp_set_type(coral_array *a, int class) {
    static const coral_class types[] = {[0] = CORAL_OTHER,
        [SIGNED] = CORAL_INTEGER,
        [UNSIGNED] = CORAL_INTEGER,
        [REAL] = CORAL_REAL,
        [COMPLEX] = CORAL_COMPLEX,
        [QUAD] = CORAL_REAL,
        [QUAD_COMPLEX] = CORAL_COMPLEX};
    a->type = types[class];
    a->kind = class >= QUAD ? 16 : kind_of(class, a->size);
}

void coral_xmp_set_operand(coral_array *a, int class, int op) {
    coral_xmp_set_type(a, class);
    if (class == UNSIGNED && (op == CORAL_XMP_MAX || op == CORAL_XMP_MIN))
        a->kind = -a->kind;
}

coral_op *coral_xmp_operation(int class, size_t size, int op) {
    return operation(class, kind_of(class, size), op);
}

coral_op *coral_xmp_operation_on(const coral_array *a, int op) {
    static const int classes[] = {[CORAL_INTEGER] = SIGNED,
        [CORAL_LOGICAL] = SIGNED,
        [CORAL_REAL] = REAL,
        [CORAL_COMPLEX] = COMPLEX};
    const int which = op == CORAL_XMP_SUM ? CORAL_OP_SUM
        : op == CORAL_XMP_MIN             ? CORAL_OP_MIN
        : op == CORAL_XMP_MAX             ? CORAL_OP_MAX
                                : -1;
    if (which >= 0) /* those of co_sum and its kind have more types */
        return coral_op_for(which, a);
    return operation(
        (size_t)a->type < sizeof classes / sizeof classes[0] ? classes[a->type] : 0, a->kind, op);
}

bool coral_xmp_is_operation(const coral_call *call, const coral_array *a, coral_op *combine) {
    if (combine == NULL)
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0402,
            "the operation is not defined for this type of %zu bytes", a->size);
    return combine != NULL;
}

bool coral_xmp_is_node(const coral_call *call, int root) {
    const bool is = root >= 1 && root <= coral.team->n;
    if (!is)
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0403, "node %d does not exist: there are %d",
            root, coral.team->n);
    return is;
}

typedef struct { coral_op *combine; size_t size; } truth;

static void truth_of(char *elements, size_t bytes, void *context) {
    const truth *t = context;
    t->combine(elements, elements, elements, bytes / t->size, t->size, NULL);
}

void coral_xmp_truth(const coral_array *a, int op, coral_op *combine) {
    truth t = {combine, a->size};
    if (coral.team->n == 1 && (op == CORAL_XMP_LAND || op == CORAL_XMP_LOR))
        coral_runs(a, truth_of, &t);
}

static void reduce(coral_call *call, const coral_array *a, int op, coral_op *combine) {
    if (!coral_xmp_is_operation(call, a, combine))
        return;
    coral_xmp_truth(a, op, combine);
    call->brings = coral_brings(CORAL_REDUCTION, coral_type_code_c(a), op, -1);
    coral_team_reduce(call, a, -1, combine, NULL);
}

static void broadcast(coral_call *call, const coral_array *a, int root) {
    if (!coral_xmp_is_node(call, root))
        return;
    call->brings = coral_brings(CORAL_BCAST, coral_type_code_c(a), 0, root - 1);
    coral_team_broadcast(call, a, root - 1);
}

#pragma GCC visibility push(default)

void coral_xmp_reduce(void *p, unsigned long size, int rank, const long *n, const long *steps,
    int class, int op, int line, const char *file) {
    XMP("reduction", CORAL_WAIT_COLL);
    coral_array a = coral_xmp_array(p, size, rank, n, steps);
    coral_xmp_set_operand(&a, class, op);
    reduce(&call, &a, op, coral_xmp_operation(class, size, op));
}

/* The same of a variable of Fortran. */
void coral_xmp_reduction(const void *descriptor, int op, int line, const char *file) {
    XMP("reduction", CORAL_WAIT_COLL);
    coral_array a;
    coral_array_from(&a, descriptor);
    reduce(&call, &a, op, coral_xmp_operation_on(&a, op));
}

void coral_xmp_bcast(void *p, unsigned long size, int rank, const long *n, const long *steps,
    int class, int root, int line, const char *file) {
    XMP("bcast", CORAL_WAIT_COLL);
    coral_array a = coral_xmp_array(p, size, rank, n, steps);
    coral_xmp_set_type(&a, class);
    broadcast(&call, &a, root);
}

/* The same of a variable of Fortran. */
void coral_xmp_broadcast(const void *descriptor, int root, int line, const char *file) {
    XMP("bcast", CORAL_WAIT_COLL);
    coral_array a;
    coral_array_from(&a, descriptor);
    broadcast(&call, &a, root);
}

#pragma GCC visibility pop
