/* What the programs have in common that measure the link between two processes beside Coral
   (mpinet.c, and by alone.h those of other libraries): the sizes and numbers of turns of net.f90,
   and the lines that they print, `bench net case=NAME/BYTES ns=VALUE` for each repetition. */

#ifndef LINK_H
#define LINK_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST (32 << 20)
#define EIGHT (2 << 20) /* the longest of eight variables */
#define VARIABLES 8
#define STRIDE 64                   /* elements of 8 bytes between two with a stride */
#define LONGEST_STRIDED (128 << 10) /* bytes of all elements */

/* One way of a turn: by the process whose turn it is, and by the other one. */
typedef void one_way(int n, int mine);

static int rank;
static long budget = 128 << 20; /* bytes of one measurement */

/* A program defines it: both processes go on when both are here. */
static void meet(void);

/* One way of so many turns there and back, after some that are not measured, as in net.f90. */
static inline double pingpong(one_way *once, int n, int count) {
	double start = 0;
	meet();
	for (int i = -(count / 4 < 8 ? 8 : count / 4); i < count; i++) {
		if (i == 0)
			start = MPI_Wtime();
		once(n, rank == 0);
		once(n, rank != 0);
	}
	return (MPI_Wtime() - start) / count / 2;
}

/* The same in net.f90. */
static inline int turns(long bytes) {
	long count = budget / bytes;
	return (int)(count < 8 ? 8 : count > 1000 ? 1000 : count);
}

static inline void print(const char *name, long bytes, double seconds) {
	if (rank == 0)
		printf("bench net case=%s/%ld ns=%.1f\n", name, bytes, seconds * 1e9);
}

static inline double barriers(void (*barrier)(void), int count) {
	double start;
	meet();
	start = MPI_Wtime();
	for (int i = 0; i < count; i++)
		barrier();
	return (MPI_Wtime() - start) / count;
}

#endif
