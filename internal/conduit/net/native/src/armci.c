/* Puts and gets by ARMCI, for mpi.c, which sends the messages.
 *
 * ARMCI reaches only memory that it has allocated itself, all images together. ARMCI-MPI asks MPI
 * for it (ARMCI_USE_WIN_ALLOCATE=0): MPI_Alloc_mem, which a program may define by itself, as the
 * profiling interface allows (MPI-3.1 14.2). The definition here gives it the image's slot, so that
 * coarrays lie in memory that ARMCI knows. Parts of a slot cannot be known: that would be an
 * allocation of all images each time, and Coral makes parts known image by image.
 *
 * ARMCI_Acc and ARMCI_Rmw are atomic among themselves alone. An image changes its own words, and
 * those of its machine, by the processor, so neither of them is used. */
#include "window.h"

#include <armci.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 30 }; /* ARMCI counts bytes by an int */

const char window_library[] = "ARMCI over ";
const bool window_wanted = true, window_parts = false;

static char *own;
static bool allocating;
static char **bases; /* of all images' slots; NULL: there are none */
static struct {
    const char *memory;
    uint64_t offset;
} aim;

/* Local memory is used as it is: with windows of the unified model nothing is copied before. */
void window_prepare(void) {
    const char *wanted = getenv("CORAL_MEMORY");
    if (wanted == NULL || strcmp(wanted, "messages") != 0)
        window_components();
    setenv("ARMCI_USE_WIN_ALLOCATE", "0", 1);
    setenv("ARMCI_DEBUG_ALLOC", "0", 1); /* it would fill the slot */
    setenv("ARMCI_SHR_BUF_METHOD", "NOGUARD", 0);
}

__attribute__((visibility("default"))) int MPI_Alloc_mem(
    MPI_Aint size, MPI_Info info, void *memory) {
    if (!allocating)
        return PMPI_Alloc_mem(size, info, memory);
    *(void **)memory = own;
    return MPI_SUCCESS;
}

__attribute__((visibility("default"))) int MPI_Free_mem(void *memory) {
    return own != NULL && memory == own ? MPI_SUCCESS : PMPI_Free_mem(memory);
}

/* A window of some bytes tells what all are like. */
static int unified(MPI_Comm comm, bool *is) {
    static int word;
    MPI_Win window;
    int *model, there = 0, code = MPI_Win_create(&word, sizeof word, 1, MPI_INFO_NULL, comm,
                                &window);
    if (code != MPI_SUCCESS)
        return code;
    code = MPI_Win_get_attr(window, MPI_WIN_MODEL, &model, &there);
    *is = there && *model == MPI_WIN_UNIFIED;
    MPI_Win_free(&window);
    return code;
}

int window_open(MPI_Comm comm, int known, void *slot, size_t n, const char **why) {
    *why = NULL;
    if (known == CORAL_LINK_NOTHING)
        return MPI_SUCCESS;
    bool is = false;
    int size, rank, code = unified(comm, &is);
    if (code != MPI_SUCCESS)
        return code;
    if (!is) {
        *why = "its windows are copies of the memory (MPI_WIN_SEPARATE)";
        return MPI_SUCCESS;
    }
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    if (ARMCI_Init_thread_comm(MPI_THREAD_SERIALIZED, comm) != 0 ||
        (bases = calloc((size_t)size, sizeof *bases)) == NULL) {
        *why = "ARMCI does not start";
        return MPI_SUCCESS;
    }
    own = slot;
    allocating = true;
    code = ARMCI_Malloc((void **)bases, (armci_size_t)n);
    allocating = false;
    if (code != 0 || bases[rank] != own)
        *why = "this ARMCI does not ask MPI for its memory";
    return MPI_SUCCESS;
}

void window_close(void) {
    if (bases == NULL)
        return;
    ARMCI_AllFence();
    ARMCI_Free(own);
    ARMCI_Finalize();
}

bool window_attach(void *memory, size_t n, void **chunk, void *name, size_t *name_size) {
    (void)memory, (void)n, (void)chunk, (void)name, (void)name_size;
    return false;
}

void window_detach(void *chunk) { (void)chunk; }

coral_link_result window_reach(int rank, const void *name, size_t n, void **key) {
    (void)rank, (void)name, (void)n, (void)key;
    return CORAL_LINK_AGAIN;
}

void window_forget(void *key) { (void)key; }

void window_aim(const void *memory, const void *key, uint64_t offset) {
    (void)key;
    aim.memory = memory;
    aim.offset = offset;
}

/* Handles are not kept: those of ARMCI-MPI say no more than the target. */
static int move(bool put, char *memory, int count, MPI_Datatype type, int rank) {
    int each;
    MPI_Type_size(type, &each);
    char *there = bases[rank] + aim.offset + (memory - aim.memory);
    size_t n = (size_t)count * (size_t)each;
    for (size_t at = 0; at < n; at += PIECE) {
        int part = (int)(n - at < PIECE ? n - at : PIECE);
        armci_hdl_t handle;
        ARMCI_INIT_HANDLE(&handle);
        int code = put ? ARMCI_NbPut(memory + at, there + at, part, rank, &handle)
                       : ARMCI_NbGet(there + at, memory + at, part, rank, &handle);
        if (code != 0)
            return MPI_ERR_OTHER;
    }
    return MPI_SUCCESS;
}

int window_put(void *memory, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
    MPI_Request *request) {
    (void)tag, (void)comm;
    *request = MPI_REQUEST_NULL;
    return move(true, memory, count, type, rank);
}

int window_get(void *memory, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
    MPI_Request *request) {
    (void)tag, (void)comm;
    *request = MPI_REQUEST_NULL;
    return move(false, memory, count, type, rank);
}

int window_settle(int rank) { return ARMCI_WaitProc(rank) == 0 ? MPI_SUCCESS : MPI_ERR_OTHER; }

int window_flush(int rank) {
    ARMCI_Fence(rank);
    return MPI_SUCCESS;
}
