/* The operations of co_sum, co_min and co_max, for every type: out = low op high, element by
 * element. */
#ifndef __clang__ /* it does not know the pragma */
#pragma GCC optimize("O3")
#endif
#include "coll.h"
#include "operation.h"

#include <string.h>

#define ARITHMETIC(T, S)                       \
    OPERATION(sum_##T, T, (S)a[i] + (S)b[i]) \
    OPERATION(min_##T, T, b[i] < a[i] ? b[i] : a[i]) \
    OPERATION(max_##T, T, b[i] > a[i] ? b[i] : a[i])

/* Integers are summed without sign: overflow wraps. */
ARITHMETIC(int8_t, uint8_t)
ARITHMETIC(int16_t, uint16_t)
ARITHMETIC(int32_t, uint32_t)
ARITHMETIC(int64_t, uint64_t)
ARITHMETIC(int128, unsigned __int128)
ARITHMETIC(float, float)
ARITHMETIC(double, double)
ARITHMETIC(real10, real10)
ARITHMETIC(real16, real16)
OPERATION(sum_complex4, complex4, a[i] + b[i])
OPERATION(sum_complex8, complex8, a[i] + b[i])
OPERATION(sum_complex10, complex10, a[i] + b[i])
OPERATION(sum_complex16, complex16, a[i] + b[i])

/* Characters of one length compare as their codes do. */
static int compare1(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }

static int compare4(const void *a, const void *b, size_t size) {
    for (size_t i = 0; i < size; i += 4) {
        uint32_t x, y;
        memcpy(&x, (const char *)a + i, 4);
        memcpy(&y, (const char *)b + i, 4);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

#define CHARACTERS(name, compare, relation)                             \
    static void name(void *out, const void *low, const void *high, size_t n, size_t size, \
                     void *context) { \
        (void)context;                                                  \
        char *o = out;                                                  \
        const char *a = low, *b = high;                                 \
        for (size_t i = 0; i < n; i++, o += size, a += size, b += size) \
            memmove(o, compare(b, a, size) relation 0 ? b : a, size);   \
    }
CHARACTERS(min_char1, compare1, <)
CHARACTERS(max_char1, compare1, >)
CHARACTERS(min_char4, compare4, <)
CHARACTERS(max_char4, compare4, >)

#define ROW(class, kind, T) {class, kind, {sum_##T, min_##T, max_##T}}
static const struct {
    coral_class class;
    int kind;
    coral_op *op[3];
} table[] = {
    ROW(CORAL_INTEGER, 1, int8_t),
    ROW(CORAL_INTEGER, 2, int16_t),
    ROW(CORAL_INTEGER, 4, int32_t),
    ROW(CORAL_INTEGER, 8, int64_t),
    ROW(CORAL_INTEGER, 16, int128),
    ROW(CORAL_REAL, 4, float),
    ROW(CORAL_REAL, 8, double),
    ROW(CORAL_REAL, 10, real10),
    ROW(CORAL_REAL, 16, real16),
    {CORAL_COMPLEX, 4, {sum_complex4}},
    {CORAL_COMPLEX, 8, {sum_complex8}},
    {CORAL_COMPLEX, 10, {sum_complex10}},
    {CORAL_COMPLEX, 16, {sum_complex16}},
    {CORAL_CHARACTER, 1, {NULL, min_char1, max_char1}},
    {CORAL_CHARACTER, 4, {NULL, min_char4, max_char4}},
};

coral_op *coral_op_for(int which, const coral_array *a) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (table[i].class == a->type && table[i].kind == a->kind)
            return table[i].op[which];
    return NULL;
}
