/* Atomic subroutines. Their only promise is atomicity of the one variable; order comes from
 * image control statements (F2018 16.5). Stronger here: sequentially consistent, as all words,
 * where images are mapped; between hosts an image may refer to its own words before others see what
 * it has defined elsewhere, but what it defines is seen in order. */
#include "../net/net.h"

#include <sched.h>

enum { OP_LOAD, OP_STORE, OP_ADD, OP_AND, OP_OR, OP_XOR, OP_CAS }; /* conduit.AtomicOp */

static void finish(const void *p, int32_t *stat) {
    if (stat)
        *stat = coral_has_failed(coral_rank_of(p)) ? coral_stat_failed_image : 0;
}

/* A program that waits in a loop around atomic_ref must let the other images run when
 * there are fewer cores: after some looks that showed nothing new the processor is given up.
 * Where memory is not mapped coral_look does that. */
static void looked(const void *p, uint64_t value) {
    static _Thread_local struct { const void *p; uint64_t value; unsigned times; } last;
    if (LIKELY(!coral.crowded || coral.library))
        return;
    if (last.p != p || last.value != value) {
        last.p = p;
        last.value = value;
        last.times = 0;
    } else if (++last.times % 8 == 0) {
        coral_check_ending();
        sched_yield();
    }
}

#define ADDRESS(T) ((T *)coral_real((void *)*addr))

HOT uint64_t by_message(int op, void *p, int width, uint64_t operand, uint64_t compare) {
    coral_caller = __builtin_return_address(0);
    uint64_t old = coral_library_atomic(op, p, width, operand, compare);
    coral_caller = NULL;
    return old;
}

/* Of another image, by the library. An own word is looked at after what has come for it. */
HOT bool by_library(const void *p) {
    if (LIKELY(!coral.library))
        return false;
    if (coral_rank_of(p) != coral.rank)
        return true;
    coral_look();
    return false;
}
#define BY_LIBRARY(p) (UNLIKELY(coral.library) && coral_rank_of(p) != coral.rank)
#define ASKS_LIBRARY(p) (UNLIKELY(coral.library) && by_library(p))

#define ATOMICS(T, U, suffix)                                                                      \
    void coral_atomic_define_##suffix##_(const int64_t *addr, const T *value, int32_t *stat) {     \
        T *p = ADDRESS(T);                                                                         \
        if (BY_LIBRARY(p))                                                                         \
            coral_library_define(p, sizeof(T), (U)*value);                                         \
        else                                                                                       \
            __atomic_store_n(p, *value, __ATOMIC_SEQ_CST);                                         \
        finish(p, stat);                                                                           \
    }                                                                                              \
    void coral_atomic_ref_##suffix##_(T *value, const int64_t *addr, int32_t *stat) {              \
        T *p = ADDRESS(T);                                                                         \
        *value = ASKS_LIBRARY(p) ? (T)by_message(OP_LOAD, p, sizeof(T), 0, 0) \
                                 : __atomic_load_n(p, __ATOMIC_SEQ_CST); \
        looked(p, (U)*value);                                                                      \
        finish(p, stat);                                                                           \
    }                                                                                              \
    void coral_atomic_cas_##suffix##_(const int64_t *addr, T *old, const T *compare, const T *new, \
                                         int32_t *stat) { \
        T *p = ADDRESS(T), was = *compare;                                                         \
        if (ASKS_LIBRARY(p))                                                                       \
            was = (T)by_message(OP_CAS, p, sizeof(T), (U)*new, (U)*compare);             \
        else                                                                                       \
            __atomic_compare_exchange_n(p, &was, *new, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        *old = was;                                                                                \
        looked(p, (U)was);                                                                         \
        finish(p, stat);                                                                           \
    }                                                                                              \
    UPDATE(T, U, suffix, add, OP_ADD)                                                              \
    UPDATE(T, U, suffix, and, OP_AND)                                                              \
    UPDATE(T, U, suffix, or, OP_OR)                                                                \
    UPDATE(T, U, suffix, xor, OP_XOR)

/* An update that does not ask for the old value does not look for what others have sent. */
#define UPDATE(T, U, suffix, name, op)                                                           \
    void coral_atomic_fetch_##name##_##suffix##_(const int64_t *addr, const T *value, T *old, \
                                                       int32_t *stat) { \
        T *p = ADDRESS(T);                                                                       \
        *old = ASKS_LIBRARY(p) ? (T)by_message(op, p, sizeof(T), (U)*value, 0) \
                                : __atomic_fetch_##name(p, *value, __ATOMIC_SEQ_CST); \
        finish(p, stat);                                                                         \
    }                                                                                            \
    void coral_atomic_##name##_##suffix##_(const int64_t *addr, const T *value, int32_t *stat) { \
        T *p = ADDRESS(T);                                                                       \
        if (BY_LIBRARY(p))                                                                       \
            by_message(op, p, sizeof(T), (U)*value, 0);                                \
        else                                                                                     \
            __atomic_fetch_##name(p, *value, __ATOMIC_SEQ_CST);                                  \
        finish(p, stat);                                                                         \
    }

ATOMICS(int32_t, uint32_t, i4)
ATOMICS(int64_t, uint64_t, i8)

/* Logicals are words too. */
#define SAME(to) __attribute__((alias(#to)))
void coral_atomic_define_l4_(const int64_t *addr, const int32_t *value, int32_t *stat)
    SAME(coral_atomic_define_i4_);
void coral_atomic_define_l8_(const int64_t *addr, const int64_t *value, int32_t *stat)
    SAME(coral_atomic_define_i8_);
void coral_atomic_ref_l4_(int32_t *value, const int64_t *addr, int32_t *stat)
    SAME(coral_atomic_ref_i4_);
void coral_atomic_ref_l8_(int64_t *value, const int64_t *addr, int32_t *stat)
    SAME(coral_atomic_ref_i8_);
void coral_atomic_cas_l4_(const int64_t *addr, int32_t *old, const int32_t *compare,
    const int32_t *new, int32_t *stat) SAME(coral_atomic_cas_i4_);
void coral_atomic_cas_l8_(const int64_t *addr, int64_t *old, const int64_t *compare,
    const int64_t *new, int32_t *stat) SAME(coral_atomic_cas_i8_);
