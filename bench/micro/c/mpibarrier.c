/* MPI_Barrier of the MPI library that is installed, beside Coral's `sync all`.
   Prints `bench mpi case=barrierN ns=VALUE` for each repetition. */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double barriers(int count) {
	double start = MPI_Wtime();
	for (int i = 0; i < count; i++)
		MPI_Barrier(MPI_COMM_WORLD);
	return (MPI_Wtime() - start) / count;
}

int main(int argc, char **argv) {
	int rank, size, count;
	MPI_Init(&argc, &argv);
	int repetitions = argc > 1 ? atoi(argv[1]) : 5;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);

	/* As many as fit into a tenth of a second, but at least two. */
	double one = barriers(3);
	count = one < 0.05 ? (int)(0.1 / one) + 2 : 2;
	MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
	for (int r = 0; r < repetitions; r++) {
		double t = barriers(count);
		if (rank == 0)
			printf("bench mpi case=barrier%d ns=%.1f\n", size, t * 1e9);
	}
	MPI_Finalize();
	return 0;
}
