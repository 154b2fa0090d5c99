/* MPI_Bcast and MPI_Allreduce of the MPI library that is installed, beside Coral's asynchronous
   collectives. Roots take turns: a process can begin a broadcast as its root only when it has the
   one before. Prints `bench mpi case=NAMEBYTESxPROCESSES ns=VALUE` for each repetition. */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;
static double *values, *sums;

static void broadcast(int i, int n) {
	MPI_Bcast(values, n, MPI_DOUBLE, i % size, MPI_COMM_WORLD);
}

static void allreduce(int i, int n) {
	(void)i;
	MPI_Allreduce(values, sums, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static double batch(void (*once)(int, int), int n, int count) {
	MPI_Barrier(MPI_COMM_WORLD);
	double start = MPI_Wtime();
	for (int i = 0; i < count; i++)
		once(i, n);
	return MPI_Wtime() - start;
}

static void measure(const char *name, void (*once)(int, int), int bytes, int repetitions) {
	int n = bytes / 8, count, next = 4;
	double took;
	/* As many as fit into a twentieth of a second, once they have been at it for a fiftieth. */
	do {
		count = next;
		took = batch(once, n, count);
		next = took < 0.02 ? 4 * count : count;
		MPI_Bcast(&next, 1, MPI_INT, 0, MPI_COMM_WORLD);
	} while (next != count);
	count = took > 0 ? (int)(0.05 * count / took) : 20000;
	count = count < 4 ? 4 : count > 20000 ? 20000 : count;
	MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
	for (int r = 0; r < repetitions; r++) {
		double t = batch(once, n, count) / count;
		if (rank == 0)
			printf("bench mpi case=%s%dx%d ns=%.1f\n", name, bytes, size, t * 1e9);
	}
}

int main(int argc, char **argv) {
	const int sizes[] = {8, 1 << 20};
	MPI_Init(&argc, &argv);
	int repetitions = argc > 1 ? atoi(argv[1]) : 5;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	values = malloc(1 << 20);
	sums = malloc(1 << 20);
	memset(values, 0, 1 << 20);
	for (int s = 0; s < 2; s++) {
		measure("broadcast", broadcast, sizes[s], repetitions);
		measure("allreduce", allreduce, sizes[s], repetitions);
	}
	MPI_Finalize();
	return 0;
}
