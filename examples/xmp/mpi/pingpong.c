/* Ping-pong of two processes by MPI_Send and MPI_Recv. It stands beside ../pingpong.c.
 *
 *     mpicc -O2 pingpong.c -o pingpong && mpirun -n 2 ./pingpong
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { MAX = 1 << 22, WORK = 1 << 26 };

static char loc_buf[MAX], rmt_buf[MAX];

/* As in ../pingpong.c, over memory that the two processes share. */
static double bare(int me)
{
    enum { TRIALS = 10, LOOP = 500 };
    volatile char *line, *own;
    MPI_Win window;
    MPI_Aint size;
    int unit;
    double least = 1;
    MPI_Win_allocate_shared(me == 0 ? 256 : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &window);
    MPI_Win_shared_query(window, 0, &size, &unit, &line);
    for (int trial = 0; trial < TRIALS; trial++) {
        line[128 * me] = 0;
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        for (int i = 1; i <= LOOP; i++) {
            const char v = (char)(i % 64 + 1);
            if (me == 0)
                line[128] = v;
            while (line[128 * me] != v)
                ;
            if (me == 1)
                line[0] = v;
        }
        double t = (MPI_Wtime() - start) / (2. * LOOP);
        least = t < least ? t : least;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&window);
    return 1e6 * least;
}

int main(int argc, char **argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    memset(loc_buf, '0', MAX);
    memset(rmt_buf, '1', MAX);
    double before = bare(me);
    if (me == 0)
        printf("   bytes  send: us one way    MB/s\n");
    for (int size = 1; size <= MAX; size *= 4) {
        int loop = WORK / size > 1000 ? 1000 : WORK / size;
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        for (int i = 0; i < loop; i++) {
            if (me == 0)
                MPI_Send(loc_buf, size, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(rmt_buf, size, MPI_CHAR, 1 - me, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (me == 1)
                MPI_Send(loc_buf, size, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        }
        double t = (MPI_Wtime() - start) / (2. * loop);
        if (me == 0)
            printf("%8d %17.2f %7.0f\n", size, 1e6 * t, 1e-6 * size / t);
    }
    double after = bare(me);
    if (me == 0)
        printf("bare line: %.3f us one way before, %.3f us after\n", before, after);
    MPI_Finalize();
    return 0;
}
