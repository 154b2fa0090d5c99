/* NAS Parallel Benchmark CG (Conjugate Gradient) with MPI: parts of sums are exchanged by
 * MPI_Sendrecv. It stands beside ../cg.c.
 *
 *     mpicc -O3 cg.c -o cg -lm && mpirun -n 4 ./cg A
 */
#include <mpi.h>

#include "../cg.h"

static double parts[MAX_ROWS], theirs[MAX_ROWS];

static double now(void) { return MPI_Wtime(); }
static void meet(void) { MPI_Barrier(MPI_COMM_WORLD); }

static double reduced(double value, MPI_Op op)
{
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
    return value;
}
static double sum_of_all(double value) { return reduced(value, MPI_SUM); }
static double largest_of_all(double value) { return reduced(value, MPI_MAX); }

static int place(int lo) { return piece(row * columns_of_grid + lo) - block.first_row; }

/* Every piece goes to all images of the column of the grid whose range it is of; requests are
 * numbered as pieces and images. */
static void gather(double *q)
{
    static MPI_Request requests[2 * 256];
    static MPI_Status statuses[2 * 256];
    int n = 0;
    for (int g = column * rows_of_grid; g < (column + 1) * rows_of_grid; g++)
        MPI_Irecv(q + piece(g) - block.first_column, piece(g + 1) - piece(g), MPI_DOUBLE, g, 1,
            MPI_COMM_WORLD, &requests[n++]);
    for (int r = 0; r < rows_of_grid; r++)
        MPI_Isend(parts + place(column), piece(me + 1) - piece(me), MPI_DOUBLE,
            r * columns_of_grid + me / rows_of_grid, 1, MPI_COMM_WORLD, &requests[n++]);
    MPI_Waitall(n, requests, statuses);
}

static void exchange(double *q)
{
    int lo = 0;
    for (int half = columns_of_grid / 2; half > 0; half /= 2) {
        const int k = me ^ half;
        lo += column & half;
        const int at = place(lo), n = place(lo + half) - at, other = place(lo ^ half),
                  m = place((lo ^ half) + half) - other;
        MPI_Sendrecv(parts + other, m, MPI_DOUBLE, k, 0, theirs, n, MPI_DOUBLE, k, 0,
            MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        double *to = is_last(half) ? q : parts + at;
        for (int i = 0; i < n; i++)
            to[i] = parts[at + i] + theirs[i];
    }
    if (rows_of_grid > 1)
        gather(q);
    else if (columns_of_grid == 1)
        memcpy(q, parts, (size_t)block.columns * sizeof *q);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &images);
    w = parts;
    read_arguments(argc, argv);
    int result = conjugate_gradients(argc > 1 ? argv[1] : "S");
    MPI_Finalize();
    return result;
}
