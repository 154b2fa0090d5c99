/* One window for all of an image's memory (RS), or one without memory, to which chunks are attached
 * one by one (RA, CA): windows cost ten barriers each, and libraries have room for some thousands.
 * Access is passive, from the start to the end.
 *
 * Data are in the target's memory after a flush, but the target must see them there: that takes the
 * unified model of memory (MPI-3.1 11.4), and a message behind the flush, whose locks order loads
 * after it as they order stores. A flush blocks, in the library, which meanwhile serves other
 * images: two that flush each other's memory both end. */
#include "window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char window_library[] = "";
const bool window_wanted = false, window_parts = true;

static MPI_Win window = MPI_WIN_NULL;
static struct {
    const char *memory;
    MPI_Aint place;
} aim;

void window_prepare(void) {
    const char *wanted = getenv("CORAL_MEMORY");
    if (wanted != NULL && *wanted != 0 && strcmp(wanted, "auto") != 0 &&
        strcmp(wanted, "messages") != 0)
        window_components();
}

int window_open(MPI_Comm comm, int known, void *slot, size_t n, const char **why) {
    *why = NULL;
    if (known == CORAL_LINK_NOTHING)
        return MPI_SUCCESS;
    int code = known == CORAL_LINK_SLOT
        ? MPI_Win_create(slot, (MPI_Aint)n, 1, MPI_INFO_NULL, comm, &window)
        : MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &window);
    if (code != MPI_SUCCESS)
        return code;
    MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
    int *model, there = 0;
    code = MPI_Win_get_attr(window, MPI_WIN_MODEL, &model, &there);
    if (code == MPI_SUCCESS && (!there || *model != MPI_WIN_UNIFIED)) {
        *why = "its windows are copies of the memory (MPI_WIN_SEPARATE)";
        return MPI_SUCCESS;
    }
    /* nobody ever locks it for himself */
    return code == MPI_SUCCESS ? MPI_Win_lock_all(MPI_MODE_NOCHECK, window) : code;
}

void window_close(void) {
    if (window == MPI_WIN_NULL)
        return;
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
}

/* A chunk's name is its address. */
bool window_attach(void *memory, size_t n, void **chunk, void *name, size_t *name_size) {
    MPI_Aint address;
    if (MPI_Win_attach(window, memory, (MPI_Aint)n) != MPI_SUCCESS)
        return false;
    MPI_Get_address(memory, &address);
    memcpy(name, &address, sizeof address);
    *name_size = sizeof address;
    *chunk = memory;
    return true;
}

void window_detach(void *chunk) { MPI_Win_detach(window, chunk); }

coral_link_result window_reach(int rank, const void *name, size_t n, void **key) {
    (void)rank;
    MPI_Aint *address = malloc(sizeof *address);
    if (address == NULL || n != sizeof *address) {
        free(address);
        return CORAL_LINK_AGAIN;
    }
    memcpy(address, name, n);
    *key = address;
    return CORAL_LINK_DONE;
}

void window_forget(void *key) { free(key); }

void window_aim(const void *memory, const void *key, uint64_t offset) {
    aim.memory = memory;
    aim.place = (MPI_Aint)offset;
    if (key != NULL)
        aim.place = MPI_Aint_add(*(const MPI_Aint *)key, (MPI_Aint)offset);
}

static MPI_Aint place_of(const void *memory) {
    return MPI_Aint_add(aim.place, (const char *)memory - aim.memory);
}

int window_put(void *memory, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
    MPI_Request *request) {
    (void)tag, (void)comm;
    return MPI_Rput(memory, count, type, rank, place_of(memory), count, type, window, request);
}

int window_get(void *memory, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
    MPI_Request *request) {
    (void)tag, (void)comm;
    return MPI_Rget(memory, count, type, rank, place_of(memory), count, type, window, request);
}

int window_settle(int rank) {
    (void)rank;
    return MPI_SUCCESS;
}

int window_flush(int rank) { return MPI_Win_flush(rank, window); }
