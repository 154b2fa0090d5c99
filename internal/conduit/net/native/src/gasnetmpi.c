/* GASNet's conduit mpi: MPI's launcher starts the processes, and MPI gives the ranks. GASNet has no
 * end that returns, so MPI is ended here. */
#include "job.h"
#include "pmi.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

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

/* MPICH above UCX can stand in MPI_Finalize for ever (way_out in mpi.c), and warns of the receives
 * that GASNet leaves. NULL: MPI_Finalize will do. */
static const coral_pmi *way_out(void) {
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int n;
    MPI_Get_library_version(text, &n);
    return strstr(text, "ch4:ucx") != NULL ? coral_wire_taken() : NULL;
}

void coral_job_close(bool (*progress)(void)) {
    const coral_pmi *launcher = way_out();
    if (launcher == NULL) {
        MPI_Finalize();
        return;
    }
    coral_fence(launcher, progress);
    launcher->close();
}

void coral_job_abort(int code) { MPI_Abort(MPI_COMM_WORLD, code); }

bool coral_job_ends_each(void) { return false; }
