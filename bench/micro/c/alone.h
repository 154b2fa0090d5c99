/* What the programs have in common that use a communication library without Coral, beside Coral's
   operations by the same library: two processes over the link between them, the same sizes and
   numbers of turns as net.f90 and mpinet.c. MPI starts them, and exchanges their addresses. They
   print `bench net case=NAME/BYTES ns=VALUE` for each repetition. */

#ifndef ALONE_H
#define ALONE_H

#include "link.h"

/* An operation on n bytes of the other process, complete when it returns. */
typedef void operation(int n);

/* A program defines it: a message of the library's own from process 0 to process 1, which serves
   operations of process 0 while it waits. */
static void word(int mine);

/* Advances what the library has under way; where MPI's own calls do that, nothing. */
static void advance(void);

/* Both go on when both are here, and serve each other until then: what one has sent last may need
   the other's library, and its own. */
static inline void meet(void) {
	MPI_Request met;
	int all = 0;
	MPI_Ibarrier(MPI_COMM_WORLD, &met);
	while (!all) {
		advance();
		MPI_Test(&met, &all, MPI_STATUS_IGNORE);
	}
}

/* Process 0 works on process 1, as in net.f90. */
static inline double onesided(operation *once, int n, int count) {
	double start;
	meet();
	start = MPI_Wtime();
	if (rank == 0) {
		for (int i = 0; i < count; i++)
			once(n);
		start = (MPI_Wtime() - start) / count;
	}
	word(rank == 0);
	return start;
}

/* So many bytes, all alike. */
static inline char *filled(size_t n, int with) {
	char *p = malloc(n);
	if (p == NULL)
		MPI_Abort(MPI_COMM_WORLD, 1);
	return memset(p, with, n);
}

/* The other process's part of what both have of themselves. */
static inline void exchange(const void *own, void *theirs, int n) {
	MPI_Sendrecv(own, n, MPI_BYTE, 1 - rank, 0, theirs, n, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD,
		MPI_STATUS_IGNORE);
}

_Noreturn static inline void fail(const char *what, const char *why) {
	fprintf(stderr, "%s: %s\n", what, why);
	MPI_Abort(MPI_COMM_WORLD, 1);
	exit(1);
}

/* What a library has; NULL: it does not have that. */
typedef struct {
	one_way *send, *send8; /* a message, or eight at once */
	one_way *flag;         /* a put, and behind it one to a word that the other process polls */
	one_way *vector;       /* elements with a stride on both sides, and a flag */
	operation *get, *get_vector, *add, *accumulate;
	void (*barrier)(void);
} library;

/* What is measured at all sizes. */
static inline void measure(const library *l, int n) {
	if (l->send != NULL)
		print("send", n, pingpong(l->send, n, turns(n)));
	if (l->send8 != NULL && n <= EIGHT)
		print("isend8", n, pingpong(l->send8, n, turns((long)VARIABLES * n)));
	if (l->vector != NULL && n <= LONGEST_STRIDED)
		print("vector", n, pingpong(l->vector, n, turns((long)STRIDE * n)));
	if (l->get != NULL)
		print("rmaget", n, onesided(l->get, n, turns(n)));
	if (l->get_vector != NULL && n <= LONGEST_STRIDED)
		print("vectorget", n, onesided(l->get_vector, n, turns((long)STRIDE * n)));
}

/* What is measured at two sizes, or has none. */
static inline void measure_short(const library *l) {
	for (int n = 8; n <= 8 << 10; n <<= 10) {
		if (l->flag != NULL)
			print("flag", n, pingpong(l->flag, n, turns(n)));
		if (l->accumulate != NULL)
			print("accumulate", n, onesided(l->accumulate, n, turns(n)));
	}
	if (l->add != NULL)
		print("add", 8, onesided(l->add, 8, turns(8)));
	if (l->barrier != NULL)
		print("barrier", 0, barriers(l->barrier, turns(8)));
}

/* `PROGRAM [repetitions [longest [budget]]]`. warm in net.f90 says why long messages come first. */
static inline void measure_all(const library *l, int argc, char **argv) {
	int repetitions = argc > 1 ? atoi(argv[1]) : 3;
	long longest = argc > 2 ? atol(argv[2]) : LONGEST;
	one_way *warm = l->send != NULL ? l->send : l->flag;
	if (argc > 3)
		budget = atol(argv[3]);
	pingpong(warm, (int)(longest < 8 << 20 ? longest : 8 << 20), 20);
	pingpong(warm, 8, 2000);
	for (int k = 0; k < repetitions; k++) {
		for (int n = 8; n <= longest && n <= LONGEST; n *= 4)
			measure(l, n);
		measure_short(l);
	}
}

#endif
