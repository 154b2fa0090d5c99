/* NAS Parallel Benchmark IS (Integer Sort) with MPI: keys are exchanged by MPI_Alltoallv, as in the
 * original. It stands beside ../is.c.
 *
 *     mpicc -O3 is.c -o is && mpirun -n 4 ./is A
 */
#include <mpi.h>

#include "../is.h"

static double now(void) { return MPI_Wtime(); }
static void meet(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void sum_of_all(long *values, int n) {
    MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
}
static void largest_of_all(double *values, int n) {
    MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
}

static void exchange(const int *own, const long *from, long *have, long *below)
{
    static int theirs[MAX_IMAGES], source[MAX_IMAGES], place[MAX_IMAGES], inbox[MAX_KEYS];
    MPI_Alltoall(own, 1, MPI_INT, theirs, 1, MPI_INT, MPI_COMM_WORLD);
    *have = 0;
    for (int k = 0; k < images; k++) {
        source[k] = (int)from[k];
        place[k] = (int)*have;
        *have += theirs[k];
    }
    MPI_Alltoallv(sorted, own, source, MPI_INT, inbox, theirs, place, MPI_INT, MPI_COMM_WORLD);
    long before = 0;
    MPI_Exscan(have, &before, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    *below = me > 0 ? before : 0;
    received = inbox;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &images);
    read_arguments(argc, argv);
    int result = integer_sort(argc > 1 ? argv[1] : "S");
    MPI_Finalize();
    return result;
}
