/* What a copy costs whose address is computed from an image's number, beside the same copy of an
   array of the program: what no put or get of a short section can do without. The address is the
   array's, plus a shift, plus the image's number times a step, which the call behind the copy may
   have changed; nothing is tested, and nothing called but memmove. The arrays begin where those of
   sections.f90 do: 64 bytes aligned, and 32 behind that.

     baresections [repetitions]

   Prints `bench put|get case=SHAPE/BYTES local=NS other=NS` per copy. */

#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { length = 1024, side = 1000, page = 4096, turns = 16, sweeps = 8192 };

static double x_memory[3 * length] __attribute__((aligned(page)));
static double a_memory[3 * length] __attribute__((aligned(page)));
#define x (x_memory + 0xb80 / sizeof(double))
#define a (a_memory + 0x2a0 / sizeof(double))

static double x2_memory[side * side + page] __attribute__((aligned(page)));
static double a2_memory[side * side + page] __attribute__((aligned(page)));
#define x2 (x2_memory + 0xb80 / sizeof(double))
#define a2 (a2_memory + 0x2a0 / sizeof(double))

long m, stride; /* elements and stride of the shape being measured */
int partner;

/* Where the images' memory is. */
typedef struct place {
	long shift, step;
} place;
place line, plane;

__attribute__((noinline)) static void opaque(double *p) {
	__asm__ volatile("" ::"r"(p) : "memory");
}

static inline double *there(double *p, const place *at) {
	return (double *)((char *)p + at->shift + partner * at->step);
}

static inline void contiguous(double *to, const double *from) {
	memmove(to, from, (size_t)m * sizeof *to);
}
static inline void scatter(double *to, const double *from) {
	for (long i = 0, n = m, s = stride; i < n; i++)
		to[i * s] = from[i];
}
static inline void gather(double *to, const double *from) {
	for (long i = 0, n = m, s = stride; i < n; i++)
		to[i] = from[i * s];
}
/* to(1:2*m:2, 1:3*m:3) = from(2:2*m:2, 1:3*m:3) */
static inline void grid(double *to, const double *from) {
	for (long j = 0, n = m; j < n; j++)
		for (long i = 0; i < n; i++)
			to[3 * j * side + 2 * i] = from[3 * j * side + 2 * i + 1];
}

#define KERNEL(name, copy, to, from)                        \
	__attribute__((noinline)) static void name(int count) { \
		for (int i = 0; i < count; i++) {                   \
			copy(to, from);                                 \
			opaque(a);                                      \
			opaque(a2);                                     \
		}                                                   \
	}
KERNEL(put_contiguous_local, contiguous, x, a)
KERNEL(put_contiguous_other, contiguous, there(x, &line), a)
KERNEL(get_contiguous_local, contiguous, a, x)
KERNEL(get_contiguous_other, contiguous, a, there(x, &line))
KERNEL(put_strided_local, scatter, x, a)
KERNEL(put_strided_other, scatter, there(x, &line), a)
KERNEL(get_strided_local, gather, a, x)
KERNEL(get_strided_other, gather, a, there(x, &line))
KERNEL(put_grid_local, grid, x2, a2)
KERNEL(put_grid_other, grid, there(x2, &plane), a2)
KERNEL(get_grid_local, grid, a2, x2)
KERNEL(get_grid_other, grid, a2, there(x2, &plane))

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static double time_of(void (*kernel)(int), int count) {
	double start = now();
	kernel(count);
	return (now() - start) / (count * turns);
}

static void measure(
    const char *name, const char *shape, long elements, void (*local)(int), void (*other)(int),
    int repetitions) {
	int count = sweeps / turns / (elements > length ? elements / length : 1);
	local(1);
	other(1);
	for (int r = 0; r < repetitions; r++) {
		double t_local = 0, t_other = 0;
		for (int turn = 0; turn < turns; turn++) {
			t_local += time_of(local, count);
			t_other += time_of(other, count);
		}
		printf("bench %s case=%s/%ld local=%.3f other=%.3f\n", name, shape, 8 * elements, t_local,
		    t_other);
	}
}

/* The processor that image 1 of the other programs has. */
static void pin(void) {
	cpu_set_t allowed, one;
	CPU_ZERO(&one);
	if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
		return;
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &allowed)) {
			CPU_SET(cpu, &one);
			sched_setaffinity(0, sizeof one, &one);
			return;
		}
}

/* Memory of three images, an odd number of pages each: the same place in a page as the array has
   that begins in own. */
static place beside(const double *own, long pages) {
	long step = pages * page;
	void *memory = mmap(NULL, 3 * step, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED) {
		perror("baresections: mmap");
		exit(1);
	}
	return (place){(intptr_t)memory - (intptr_t)own - step, step};
}

int main(int argc, char **argv) {
	int repetitions = argc > 1 ? atoi(argv[1]) : 9;
	pin();
	partner = 2;
	line = beside(x_memory, 21);
	plane = beside(x2_memory, 1959);
	for (long i = 0; i < length; i++)
		x[i] = a[i] = there(x, &line)[i] = 1;
	for (long i = 0; i < side * side; i++)
		x2[i] = a2[i] = there(x2, &plane)[i] = 1;
	for (m = 8; m <= 64; m *= 8) {
		measure("put", "contiguous", m, put_contiguous_local, put_contiguous_other, repetitions);
		measure("get", "contiguous", m, get_contiguous_local, get_contiguous_other, repetitions);
		for (stride = 2; stride <= 8; stride *= 4) {
			const char *shape = stride == 2 ? "stride2" : "stride8";
			measure("put", shape, m, put_strided_local, put_strided_other, repetitions);
			measure("get", shape, m, get_strided_local, get_strided_other, repetitions);
		}
	}
	const long grids[] = {8, 32, 128, 333}; /* elements a side */
	for (int i = 0; i < 4; i++) {
		m = grids[i];
		measure("put", "grid", m * m, put_grid_local, put_grid_other, repetitions);
		measure("get", "grid", m * m, get_grid_local, get_grid_other, repetitions);
	}
	return 0;
}
