/* RandomAccess by MPI with buckets, beside randomaccess_fine.f90: each process gathers 2,048
   updates and exchanges them by MPI_Alltoallv; the owner does them.

     randomaccess_bucket log [updates]     2**log words in each process; updates of each */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BUCKET 2048

static uint64_t random_of(uint64_t x) {
	x ^= x << 13;
	x ^= x >> 7;
	return x ^ x << 17;
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	int rank, size, log = argc > 1 ? atoi(argv[1]) : 17;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	uint64_t words = (uint64_t)1 << log, updates = argc > 2 ? (uint64_t)atoll(argv[2]) : 4 * words;
	uint64_t *table = malloc(words * 8), stable[512];
	uint64_t mine[BUCKET], out[BUCKET], *in = malloc((size_t)size * BUCKET * 8);
	int *count = calloc((size_t)size, sizeof(int)), *at = calloc((size_t)size, sizeof(int));
	int *incount = calloc((size_t)size, sizeof(int)), *inat = calloc((size_t)size, sizeof(int));
	for (uint64_t i = 0; i < words; i++)
		table[i] = (uint64_t)rank + 1;
	for (uint64_t i = 0; i < 512; i++)
		stable[i] = i * 18014398509481951u;
	uint64_t x = (uint64_t)(rank + 1) * 88172645463325252u;
	MPI_Barrier(MPI_COMM_WORLD);
	double start = MPI_Wtime();
	for (uint64_t done = 0; done < updates; done += BUCKET) {
		for (int k = 0; k < size; k++)
			count[k] = 0;
		for (int i = 0; i < BUCKET; i++) {
			mine[i] = x = random_of(x);
			count[x >> log & (uint64_t)(size - 1)]++;
		}
		MPI_Alltoall(count, 1, MPI_INT, incount, 1, MPI_INT, MPI_COMM_WORLD);
		for (int k = 1; k < size; k++) {
			at[k] = at[k - 1] + count[k - 1];
			inat[k] = inat[k - 1] + incount[k - 1];
		}
		int total = inat[size - 1] + incount[size - 1];
		for (int i = 0; i < BUCKET; i++)
			out[at[mine[i] >> log & (uint64_t)(size - 1)]++] = mine[i];
		for (int k = 0; k < size; k++)
			at[k] -= count[k];
		MPI_Alltoallv(out, count, at, MPI_UINT64_T, in, incount, inat, MPI_UINT64_T,
		              MPI_COMM_WORLD);
		for (int i = 0; i < total; i++)
			table[in[i] & (words - 1)] ^= stable[in[i] >> 55];
	}
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank == 0)
		printf("bench randomaccess case=bucket mups=%.6f\n",
		       (double)updates / (MPI_Wtime() - start) / 1e6);
	MPI_Finalize();
	return 0;
}
