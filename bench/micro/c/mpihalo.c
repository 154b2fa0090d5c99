/* Halo exchange of MPI processes that outnumber the processors, beside crowdteams.f90's. Prints
   `bench mpi case=haloN ns=VALUE` for each repetition: one exchange with both neighbours of a ring
   and the update of the row between. */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 1000 };
static double row[CELLS + 2], next[CELLS + 2];

static double exchanges(int count, int left, int right) {
	MPI_Barrier(MPI_COMM_WORLD);
	double start = MPI_Wtime();
	for (int i = 0; i < count; i++) {
		MPI_Sendrecv(&row[CELLS], 1, MPI_DOUBLE, right, 0, &row[0], 1, MPI_DOUBLE, left, 0,
		    MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Sendrecv(&row[1], 1, MPI_DOUBLE, left, 1, &row[CELLS + 1], 1, MPI_DOUBLE, right, 1,
		    MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		for (int k = 1; k <= CELLS; k++)
			next[k] = 0.25 * row[k - 1] + 0.5 * row[k] + 0.25 * row[k + 1];
		for (int k = 1; k <= CELLS; k++)
			row[k] = next[k];
	}
	return (MPI_Wtime() - start) / count;
}

int main(int argc, char **argv) {
	int rank, size;
	MPI_Init(&argc, &argv);
	int repetitions = argc > 1 ? atoi(argv[1]) : 5;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	int left = (rank + size - 1) % size, right = (rank + 1) % size;
	for (int k = 0; k < CELLS + 2; k++)
		row[k] = rank;
	double one = exchanges(100, left, right);
	int count = (int)(0.2 / one) + 10;
	MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
	for (int r = 0; r < repetitions; r++) {
		double t = exchanges(count, left, right);
		if (rank == 0)
			printf("bench mpi case=halo%d ns=%.1f\n", size, t * 1e9);
	}
	MPI_Finalize();
	return 0;
}
