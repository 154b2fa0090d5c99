/* Conversion as in intrinsic assignment (F2018 10.2.1.3), of packed elements: copies that go on
 * after their statement cannot leave it to the compiler. Numbers go through the widest type that
 * the kinds of both sides need, some hundred at a time. */
#include "mem.h"
#include "convert.h"

#include <string.h>

enum { BATCH = 256 };

static bool is_number(const coral_array *a) {
    return a->type == CORAL_INTEGER || a->type == CORAL_REAL || a->type == CORAL_COMPLEX;
}

bool coral_convertible(const coral_array *to, const coral_array *from) {
    if (is_number(to) && is_number(from))
        return true;
    if (to->type != from->type)
        return false;
    switch (to->type) {
    case CORAL_LOGICAL:
        return true;
    case CORAL_CHARACTER:
        return to->kind == from->kind;
    default:
        return to->size == from->size;
    }
}

bool coral_same_type(const coral_array *to, const coral_array *from) {
    return to->size == from->size && (to->type == from->type && to->kind == from->kind);
}

/* A batch between memory: integers by an integer, others by their real and imaginary parts. */
#define LOAD(CASE, T)                  \
    case CASE:                         \
        for (int64_t i = 0; i < n; i++) { \
            T v;                       \
            memcpy(&v, from + (size_t)i * size, sizeof v);
#define STORE(CASE, T, value)          \
    case CASE:                         \
        for (int64_t i = 0; i < n; i++) { \
            T v = (T)(value);          \
            memcpy(to + (size_t)i * size, &v, sizeof v); \
        }                              \
        return;
#define ONE(CASE, T) LOAD(CASE, T) re[i] = v; im[i] = 0; } return;
#define TWO(CASE, T)                                                   \
    case CASE:                                                         \
        for (int64_t i = 0; i < n; i++) {                              \
            T v[2];                                                    \
            memcpy(v, from + (size_t)i * size, sizeof v);              \
            re[i] = v[0];                                              \
            im[i] = v[1];                                              \
        }                                                              \
        return;
#define PAIR(CASE, T)                                                  \
    case CASE:                                                         \
        for (int64_t i = 0; i < n; i++) {                              \
            T v[2] = {(T)re[i], (T)im[i]};                             \
            memcpy(to + (size_t)i * size, v, sizeof v);                \
        }                                                              \
        return;

#define CONVERTERS(name, W, I, MORE_REALS, MORE_PAIRS, STORE_REALS, STORE_PAIRS, \
                   MORE_INTEGERS, STORE_INTEGERS) \
    static void load_integers_##name(I *k, const char *from, int64_t n, size_t size, int kind) { \
        switch (kind) {                                                                          \
            LOAD(1, int8_t) k[i] = v; } return;                                                  \
            LOAD(2, int16_t) k[i] = v; } return;                                                 \
            LOAD(4, int32_t) k[i] = v; } return;                                                 \
            LOAD(8, int64_t) k[i] = v; } return;                                                 \
            MORE_INTEGERS                                                                        \
        }                                                                                        \
    }                                                                                            \
    static void store_integers_##name(char *to, const I *k, int64_t n, size_t size, int kind) {  \
        switch (kind) {                                                                          \
            STORE(1, int8_t, k[i])                                                               \
            STORE(2, int16_t, k[i])                                                              \
            STORE(4, int32_t, k[i])                                                              \
            STORE(8, int64_t, k[i])                                                              \
            STORE_INTEGERS                                                                       \
        }                                                                                        \
    }                                                                                            \
    static void load_##name(W *re, W *im, const char *from, int64_t n, size_t size, \
        int class, int kind) { \
        switch (class * 100 + kind) {                                                            \
            ONE(CORAL_REAL * 100 + 4, float)                                                     \
            ONE(CORAL_REAL * 100 + 8, double)                                                    \
            ONE(CORAL_REAL * 100 + 10, long double)                                              \
            TWO(CORAL_COMPLEX * 100 + 4, float)                                                  \
            TWO(CORAL_COMPLEX * 100 + 8, double)                                                 \
            TWO(CORAL_COMPLEX * 100 + 10, long double)                                           \
            MORE_REALS MORE_PAIRS                                                                \
        }                                                                                        \
    }                                                                                            \
    static void store_##name(char *to, const W *re, const W *im, int64_t n, size_t size, \
        int class, int kind) { \
        switch (class * 100 + kind) {                                                            \
            STORE(CORAL_REAL * 100 + 4, float, re[i])                                            \
            STORE(CORAL_REAL * 100 + 8, double, re[i])                                           \
            STORE(CORAL_REAL * 100 + 10, long double, re[i])                                     \
            PAIR(CORAL_COMPLEX * 100 + 4, float)                                                 \
            PAIR(CORAL_COMPLEX * 100 + 8, double)                                                \
            PAIR(CORAL_COMPLEX * 100 + 10, long double)                                          \
            STORE_REALS STORE_PAIRS                                                              \
        }                                                                                        \
    }                                                                                            \
    static void numbers_##name(char *to, const coral_array *t, const char *from, \
        const coral_array *f, int64_t n) { \
        W re[BATCH], im[BATCH];                                                                  \
        I k[BATCH];                                                                              \
        if (f->type == CORAL_INTEGER)                                                            \
            load_integers_##name(k, from, n, f->size, f->kind);                                  \
        else                                                                                     \
            load_##name(re, im, from, n, f->size, f->type, f->kind);                             \
        if (t->type == CORAL_INTEGER) {                                                          \
            for (int64_t i = 0; f->type != CORAL_INTEGER && i < n; i++)                          \
                k[i] = (I)re[i];                                                                 \
            store_integers_##name(to, k, n, t->size, t->kind);                                   \
            return;                                                                              \
        }                                                                                        \
        for (int64_t i = 0; f->type == CORAL_INTEGER && i < n; i++) {                            \
            re[i] = (W)k[i];                                                                     \
            im[i] = 0;                                                                           \
        }                                                                                        \
        store_##name(to, re, im, n, t->size, t->type, t->kind);                                  \
    }

CONVERTERS(usual, long double, int64_t, , , , , , )
#if defined(__SIZEOF_FLOAT128__)
typedef __float128 real16;
#else
typedef long double real16;
#endif
CONVERTERS(wide, real16, __int128, ONE(CORAL_REAL * 100 + 16, real16),
           TWO(CORAL_COMPLEX * 100 + 16, real16), STORE(CORAL_REAL * 100 + 16, real16, re[i]),
           PAIR(CORAL_COMPLEX * 100 + 16, real16), LOAD(16, __int128) k[i] = v;
}
return;, STORE(16, __int128, k[i]))

static void logicals(char *to, size_t to_size, const char *from, size_t from_size, int64_t n) {
    for (int64_t i = 0; i < n; i++, to += to_size, from += from_size) {
        bool is = false;
        for (size_t b = 0; b < from_size; b++)
            is |= from[b] != 0;
        memset(to, 0, to_size);
        to[0] = is; /* little-endian, as all machines with these back ends */
    }
}

static void characters(
    char *to, size_t to_size, const char *from, size_t from_size, size_t kind, int64_t n) {
    size_t both = to_size < from_size ? to_size : from_size;
    for (int64_t i = 0; i < n; i++, to += to_size, from += from_size) {
        memcpy(to, from, both);
        for (size_t b = both; b < to_size; b++)
            to[b] = b % kind == 0 ? ' ' : 0;
    }
}

void coral_convert(
    char *to, const coral_array *t, const char *from, const coral_array *f, int64_t n) {
    if (t->type == CORAL_LOGICAL) {
        logicals(to, t->size, from, f->size, n);
        return;
    }
    if (t->type == CORAL_CHARACTER) {
        characters(to, t->size, from, f->size, (size_t)t->kind, n);
        return;
    }
    bool wide = t->kind > 10 || f->kind > 10;
    for (int64_t at = 0; at < n; at += BATCH) {
        int64_t some = n - at < BATCH ? n - at : BATCH;
        char *out = to + (size_t)at * t->size;
        const char *in = from + (size_t)at * f->size;
        if (wide)
            numbers_wide(out, t, in, f, some);
        else
            numbers_usual(out, t, in, f, some);
    }
}
