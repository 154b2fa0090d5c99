/* What the three methods of memory of the Omni XcalableMP paper (3.2.1) cost with the windows of an
 * MPI: one for all memory, made at the start (RS); one for each allocation (RA, and CA, in which
 * each static coarray has one besides); and what finding the window of an address costs in a sorted
 * table of chunks (3.3.1). On two hosts or more, all microseconds:
 *
 *   mpicc.mpich -O2 -o methods bench/memory/methods.c
 *   test/cluster/cluster up; test/cluster/cluster mpich 2 $PWD/methods; test/cluster/cluster down
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

enum { ROUNDS = 20, LOOKUPS = 1 << 20, CHUNKS = 4096, PAGE = 4096 };

static int me;
static uint64_t begins[CHUNKS];

static void *memory(size_t n) {
    return mmap(
        NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

static MPI_Win window(void *m, size_t n) {
    MPI_Win w;
    MPI_Win_create(m, (MPI_Aint)n, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    return w;
}

/* The shortest of some rounds: others use the machine. */
static void shortest(double *least, double took) {
    if (*least == 0 || took < *least)
        *least = took;
}

static void allocation(size_t n) {
    char *m = memory(n);
    for (size_t i = 0; i < n; i += PAGE)
        m[i] = 1;
    double create = 0, release = 0, attach = 0, barrier = 0;
    MPI_Win any;
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double t0 = MPI_Wtime();
        MPI_Win w = window(m, n);
        double t1 = MPI_Wtime();
        MPI_Win_free(&w);
        double t2 = MPI_Wtime();
        MPI_Barrier(MPI_COMM_WORLD);
        double t3 = MPI_Wtime();
        shortest(&create, t1 - t0);
        shortest(&release, t2 - t1);
        shortest(&barrier, t3 - t2);
    }
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &any);
    for (int i = 0; i < ROUNDS; i++) {
        double t0 = MPI_Wtime();
        MPI_Win_attach(any, m, (MPI_Aint)n);
        shortest(&attach, MPI_Wtime() - t0);
        MPI_Win_detach(any, m);
    }
    MPI_Win_free(&any);
    if (me == 0)
        printf("allocation of %8zu bytes: its window made in %.1f, freed in %.1f; attached to a "
               "dynamic one in %.2f; a barrier takes %.1f\n",
            n, 1e6 * create, 1e6 * release, 1e6 * attach, 1e6 * barrier);
    munmap(m, n);
}

static int found(uint64_t address, int chunks) {
    int low = 0, high = chunks;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (begins[middle] <= address)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void lookup(int chunks) {
    uint64_t random = 1;
    unsigned sum = 0;
    for (int i = 0; i < chunks; i++)
        begins[i] = (uint64_t)i * PAGE;
    double t0 = MPI_Wtime();
    for (int i = 0; i < LOOKUPS; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        sum += (unsigned)found((random >> 33) % ((uint64_t)chunks * PAGE), chunks);
    }
    double took = MPI_Wtime() - t0;
    if (me == 0)
        printf(
            "lookup among %4d chunks: %.3f%s\n", chunks, 1e6 * took / LOOKUPS, sum == 0 ? " " : "");
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    for (size_t n = 1 << 10; n <= 16 << 20; n <<= 7)
        allocation(n);
    size_t slot = (size_t)8 << 30;
    void *m = memory(slot);
    double pool = 0;
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double t0 = MPI_Wtime();
        MPI_Win w = window(m, slot);
        shortest(&pool, MPI_Wtime() - t0);
        MPI_Win_free(&w);
    }
    if (me == 0)
        printf("one window for a slot of 8 GiB, sparse: %.1f, once\n", 1e6 * pool);
    for (int chunks = 1; chunks <= CHUNKS; chunks *= 16)
        lookup(chunks);
    fflush(stdout);
    /* The last, since libraries differ in how they fail. */
    static MPI_Win windows[CHUNKS];
    int made = 0;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    while (made < CHUNKS &&
        MPI_Win_create((char *)m + (size_t)made * PAGE, PAGE, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
            &windows[made]) == MPI_SUCCESS) {
        made++;
        if (me == 0 && made % 512 == 0) {
            printf("%d windows at once\n", made);
            fflush(stdout);
        }
    }
    if (me == 0 && made < CHUNKS)
        printf("there can be no more windows than %d\n", made);
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Abort(MPI_COMM_WORLD, 0); /* thousands of windows are not freed one by one */
}
