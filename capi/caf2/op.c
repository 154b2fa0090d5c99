/* The operators of CAF 2.0's reductions that the standard's collectives have not, for every type.
 */
#ifndef __clang__ /* it does not know the pragma */
#pragma GCC optimize("O3")
#endif
#include "../coll/coll.h"
#include "caf2.h"
#include "../coll/operation.h"

typedef unsigned __int128 uint128_t;

/* caf_sum .. caf_ieor, as package lower numbers them. */
enum { SUM = 1, PROD, MIN, MAX, LAND, LOR, IAND, IOR, IEOR, OPERATORS };

#define PRODUCT(T) OPERATION(prod_##T, T, a[i] * b[i])
#define BITS(T)                             \
    OPERATION(prod_##T, T, (T)1 * a[i] * b[i]) \
    OPERATION(iand_##T, T, a[i] & b[i])     \
    OPERATION(ior_##T, T, a[i] | b[i])      \
    OPERATION(ieor_##T, T, a[i] ^ b[i])
#define TRUTH(T)                             \
    OPERATION(land_##T, T, a[i] != 0 && b[i] != 0) \
    OPERATION(lor_##T, T, a[i] != 0 || b[i] != 0)

/* Without sign: overflow wraps. A product of 16 bits is one of 32, which has a sign: hence the
 * unsigned factor. */
OPERATION(prod_uint16_t, uint16_t, 1u * a[i] * b[i])
OPERATION(iand_uint16_t, uint16_t, a[i] & b[i])
OPERATION(ior_uint16_t, uint16_t, a[i] | b[i])
OPERATION(ieor_uint16_t, uint16_t, a[i] ^ b[i])
BITS(uint8_t)
BITS(uint32_t)
BITS(uint64_t)
BITS(uint128_t)
TRUTH(uint8_t)
TRUTH(uint16_t)
TRUTH(uint32_t)
TRUTH(uint64_t)
TRUTH(uint128_t)
PRODUCT(float)
PRODUCT(double)
PRODUCT(real10)
PRODUCT(real16)
PRODUCT(complex4)
PRODUCT(complex8)
PRODUCT(complex10)
PRODUCT(complex16)

/* In flang's descriptors logical expressions may look like integers: the front end has told them
 * apart. */
#define INTEGERS(kind, T) \
    {CORAL_INTEGER, kind, {[PROD] = prod_##T, [LAND] = land_##T, [LOR] = lor_##T, \
                           [IAND] = iand_##T, [IOR] = ior_##T, [IEOR] = ieor_##T}}
#define LOGICALS(kind, T) {CORAL_LOGICAL, kind, {[LAND] = land_##T, [LOR] = lor_##T}}
#define NUMBERS(class, kind, T) {class, kind, {[PROD] = prod_##T}}
static const struct {
    coral_class class;
    int kind;
    coral_op *op[OPERATORS];
} table[] = {
    INTEGERS(1, uint8_t),
    INTEGERS(2, uint16_t),
    INTEGERS(4, uint32_t),
    INTEGERS(8, uint64_t),
    INTEGERS(16, uint128_t),
    LOGICALS(1, uint8_t),
    LOGICALS(2, uint16_t),
    LOGICALS(4, uint32_t),
    LOGICALS(8, uint64_t),
    NUMBERS(CORAL_REAL, 4, float),
    NUMBERS(CORAL_REAL, 8, double),
    NUMBERS(CORAL_REAL, 10, real10),
    NUMBERS(CORAL_REAL, 16, real16),
    NUMBERS(CORAL_COMPLEX, 4, complex4),
    NUMBERS(CORAL_COMPLEX, 8, complex8),
    NUMBERS(CORAL_COMPLEX, 10, complex10),
    NUMBERS(CORAL_COMPLEX, 16, complex16),
};

coral_op *coral_caf_op(int op, const coral_array *a) {
    switch (op) {
    case SUM:
        return coral_op_for(CORAL_OP_SUM, a);
    case MIN:
        return coral_op_for(CORAL_OP_MIN, a);
    case MAX:
        return coral_op_for(CORAL_OP_MAX, a);
    }
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (table[i].class == a->type && table[i].kind == a->kind)
            return table[i].op[op];
    return NULL;
}
