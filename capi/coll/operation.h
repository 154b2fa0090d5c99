/* The operations of reductions, element by element, and the types that C has no short names for.
 * Who includes it wants its loops as vectors: #pragma GCC optimize("O3"). */
#ifndef CORAL_OPERATION_H
#define CORAL_OPERATION_H

#include "coll.h"

#include <complex.h>

typedef __int128 int128;
typedef long double real10;
typedef __float128 real16;
typedef float _Complex complex4;
typedef double _Complex complex8;
typedef long double _Complex complex10;
typedef _Complex float __attribute__((mode(TC))) complex16;

/* A coral_op with this name: expression is what becomes of a[i] and b[i], a being of the lower
 * images. */
#define OPERATION(name, T, expression) \
    static void name(void *out, const void *low, const void *high, size_t n, size_t size, \
                     void *context) { \
        (void)size, (void)context;     \
        T *o = out;                    \
        const T *a = low, *b = high;   \
        for (size_t i = 0; i < n; i++) \
            o[i] = (T)(expression);    \
    }

#endif
