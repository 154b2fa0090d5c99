/* GASNet's conduit mpi: MPI's launcher starts the processes, and MPI gives the ranks. GASNet has no
 * end that returns, so MPI is ended here. */
#include "job.h"

#include <mpi.h>
#include <stdio.h>

bool coral_job_open(char *text, size_t room) {
    int begun, level = MPI_THREAD_SINGLE;
    MPI_Initialized(&begun);
    if (begun)
        MPI_Query_thread(&level);
    else
        MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
    if (level >= MPI_THREAD_SERIALIZED)
        return true;
    snprintf(text, room, "this MPI gives threads no access (MPI_THREAD_SERIALIZED)");
    return false;
}

bool coral_job_meet(uint32_t own, int size, int *rank, char *text, size_t room) {
    int ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (*rank == (int)own && ranks == size)
        return true;
    snprintf(text, room, "GASNet took this process for rank %u of %d, MPI for rank %d of %d", own,
        size, *rank, ranks);
    return false;
}

bool coral_job_rank(int rank, uint32_t *job) {
    *job = (uint32_t)rank;
    return true;
}

void coral_job_close(bool (*progress)(void)) {
    (void)progress;
    MPI_Finalize();
}

void coral_job_abort(int code) { MPI_Abort(MPI_COMM_WORLD, code); }

bool coral_job_ends_each(void) { return false; }
