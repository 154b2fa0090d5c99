/* What reaches other images' memory for mpi.c, under its lock: MPI's windows (window.c) or ARMCI
 * (armci.c). Functions that give an int give MPI's codes. */
#ifndef CORAL_WINDOW_H
#define CORAL_WINDOW_H

#include "coral_link.h"

#include <mpi.h>

/* The library that does it, before the MPI's name; "": the MPI. */
extern const char window_library[];
/* Whether it is for every program, unless the user says otherwise, where network adapters write
 * memory. */
extern const bool window_wanted;
/* Whether parts of the slot can be known. If not, window_attach and window_reach give nothing. */
extern const bool window_parts;

/* Before MPI starts: by what the user wants. */
void window_prepare(void);
/* The same, for one who wants windows of MPI. */
void window_components(void);

/* All images together. *why: what is missing, although MPI knows of no error; NULL: nothing. */
int window_open(MPI_Comm comm, int known, void *slot, size_t n, const char **why);
void window_close(void);

bool window_attach(void *memory, size_t n, void **chunk, void *name, size_t *name_size);
void window_detach(void *chunk);
coral_link_result window_reach(int rank, const void *name, size_t n, void **key);
void window_forget(void *key);

/* Says what the next put or get is about, of which there may be several parts: memory belongs to
 * key's offset. */
void window_aim(const void *memory, const void *key, uint64_t offset);
/* As MPI_Isend and MPI_Irecv; tag and comm mean nothing. */
int window_put(void *memory, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
    MPI_Request *request);
int window_get(void *memory, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
    MPI_Request *request);

/* Memory of all puts and gets with rank may be reused whose MPI_Request has ended. */
int window_settle(int rank);

/* Blocks until all puts to rank are complete there. */
int window_flush(int rank);

#endif
