/* What the machine itself can do: the limits that `coral bench micro` measures against.

     bare roundtrip          a cache line there and back between two pinned processes
     bare meet               two pinned processes that each wait for the other's flag
     bare barrier N          a barrier of N processes that yield while they wait

   Every repetition prints one line, `bench NAME case=CASE ns=VALUE`. */

#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Two lines apart: the adjacent-line prefetcher must not couple them. */
struct line {
	alignas(128) atomic_uint_fast64_t value;
};

struct shared {
	struct line flag[2];
	struct line arrived;
	struct line round;
};

static struct shared *shared;

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Pins this process to the nth of the processors that it may use. */
static void pin(int nth) {
	cpu_set_t allowed, one;
	if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
		return;
	nth %= CPU_COUNT(&allowed);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, &allowed) || nth-- > 0)
			continue;
		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		sched_setaffinity(0, sizeof one, &one);
		return;
	}
}

static void await(struct line *l, uint64_t value) {
	while (atomic_load_explicit(&l->value, memory_order_acquire) != value)
		__builtin_ia32_pause();
}

static void set(struct line *l, uint64_t value) {
	atomic_store_explicit(&l->value, value, memory_order_release);
}

enum { rounds = 5000 };

static void roundtrip(int me, int repetitions) {
	uint64_t turn = 0;
	for (int r = 0; r < repetitions; r++) {
		double start = now();
		for (int i = 0; i < rounds; i++) {
			turn++;
			if (me == 0) {
				set(&shared->flag[0], turn);
				await(&shared->flag[1], turn);
			} else {
				await(&shared->flag[0], turn);
				set(&shared->flag[1], turn);
			}
		}
		if (me == 0)
			printf("bench bare case=roundtrip ns=%.2f\n", (now() - start) / rounds);
	}
}

static void meet(int me, int repetitions) {
	uint64_t turn = 0;
	for (int r = 0; r < repetitions; r++) {
		double start = now();
		for (int i = 0; i < rounds; i++) {
			turn++;
			set(&shared->flag[me], turn);
			/* The other may already be one turn ahead. */
			while (atomic_load_explicit(&shared->flag[1 - me].value, memory_order_acquire) < turn)
				__builtin_ia32_pause();
		}
		if (me == 0)
			printf("bench bare case=meet ns=%.2f\n", (now() - start) / rounds);
	}
}

static void barrier(int n) {
	uint64_t turn = atomic_load_explicit(&shared->round.value, memory_order_acquire);
	if (atomic_fetch_add(&shared->arrived.value, 1) == (uint64_t)n - 1) {
		atomic_store_explicit(&shared->arrived.value, 0, memory_order_relaxed);
		set(&shared->round, turn + 1);
		return;
	}
	while (atomic_load_explicit(&shared->round.value, memory_order_acquire) == turn)
		sched_yield();
}

static void barriers(int me, int n, int repetitions) {
	int count = 40000 / n;
	for (int i = 0; i < 100; i++)
		barrier(n);
	for (int r = 0; r < repetitions; r++) {
		double start = now();
		for (int i = 0; i < count; i++)
			barrier(n);
		if (me == 0)
			printf("bench bare case=barrier%d ns=%.2f\n", n, (now() - start) / count);
	}
}

int main(int argc, char **argv) {
	if (argc < 2) {
		fprintf(stderr, "usage: bare roundtrip | meet | barrier N [repetitions]\n");
		return 2;
	}
	int many = strcmp(argv[1], "barrier") == 0;
	int n = many ? (argc > 2 ? atoi(argv[2]) : 16) : 2;
	int repetitions = argc > 2 + many ? atoi(argv[2 + many]) : 9;

	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED) {
		perror("bare: mmap");
		return 1;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	int me = 0;
	for (int k = 1; k < n; k++) {
		pid_t pid = fork();
		if (pid < 0) {
			perror("bare: fork");
			return 1;
		}
		if (pid == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL); /* or they would yield to each other for ever */
			me = k;
			break;
		}
	}
	if (many)
		barriers(me, n, repetitions);
	else {
		pin(me);
		if (strcmp(argv[1], "meet") == 0)
			meet(me, repetitions);
		else
			roundtrip(me, repetitions);
	}
	if (me != 0)
		_exit(0);
	while (wait(NULL) > 0)
		;
	return 0;
}
