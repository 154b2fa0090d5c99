/* The bare exchange of a cache line between two processors, as fast as they can: the limit that
 * events, barriers and sums of two images are measured against. The loops look at the line without
 * anything between two looks, or with a pause: which is faster depends on the processor. */
#ifndef BENCH_LINE_H
#define BENCH_LINE_H

#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>

/* Two lines apart: the adjacent-line prefetcher must not couple them. */
struct line {
	alignas(128) atomic_uint_fast64_t value;
};

/* One's own flag and the other's, and how often they have been changed. Each process has an
 * exchange of its own. */
struct exchange {
	struct line *mine, *other;
	uint64_t turn;
};

static inline void set(struct line *l, uint64_t value) {
	atomic_store_explicit(&l->value, value, memory_order_release);
}

/* The values only grow; the other may already be one ahead. */
static inline void await(struct line *l, uint64_t value, int pausing) {
	while (atomic_load_explicit(&l->value, memory_order_acquire) < value)
		if (pausing)
			__builtin_ia32_pause();
}

/* There and back: who is not first answers. Inlined with a constant pausing, so that the loops have
 * nothing to decide. */
static inline __attribute__((always_inline)) void bounce(
    struct exchange *x, int first, int rounds, int pausing) {
	for (int i = 0; i < rounds; i++) {
		x->turn++;
		if (first) {
			set(x->mine, x->turn);
			await(x->other, x->turn, pausing);
		} else {
			await(x->other, x->turn, pausing);
			set(x->mine, x->turn);
		}
	}
}

/* Each waits for the other. */
static inline __attribute__((always_inline)) void meet(
    struct exchange *x, int rounds, int pausing) {
	for (int i = 0; i < rounds; i++) {
		x->turn++;
		set(x->mine, x->turn);
		await(x->other, x->turn, pausing);
	}
}

#endif
