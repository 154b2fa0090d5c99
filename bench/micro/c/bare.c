/* What the machine itself can do: the limits that `coral bench micro` measures against.

     bare meet               two pinned processes that each wait for the other's flag, beside a
   cache line there and back between them bare barrier N          a barrier of N processes that
   yield while they wait

   Every repetition prints one line, `bench NAME case=CASE ns=VALUE`, for meet with looking=VALUE
   and pausing=VALUE of the round trip. */

#define _GNU_SOURCE
#include "line.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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

enum { rounds = 5000 };

static double since(double start) {
	return (now() - start) / rounds;
}

/* All in turn, the round trip before and after. */
static void meetings(int me, int repetitions) {
	struct exchange x = {&shared->flag[me], &shared->flag[1 - me], 0};
	for (int r = 0; r < repetitions; r++) {
		meet(&x, 1, 1);
		double start = now();
		bounce(&x, me == 0, rounds, 0);
		double looking = since(start);
		meet(&x, 1, 1);
		start = now();
		meet(&x, rounds, 1);
		double ns = since(start);
		meet(&x, 1, 1);
		start = now();
		bounce(&x, me == 0, rounds, 1);
		if (me == 0)
			printf("bench bare case=meet ns=%.2f looking=%.2f pausing=%.2f\n", ns, looking,
			    since(start));
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
		fprintf(stderr, "usage: bare meet | barrier N [repetitions]\n");
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
		meetings(me, repetitions);
	}
	if (me != 0)
		_exit(0);
	while (wait(NULL) > 0)
		;
	return 0;
}
