/* How the processes of a job of GASNet find each other, and how they end, which differs by its
 * conduit: gasnetudp.c, gasnetmpi.c. */
#ifndef CORAL_JOB_H
#define CORAL_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Before GASNet starts. false: why not is in text. */
bool coral_job_open(char *text, size_t room);

/* When GASNet has started and has made this process one of size: its rank there, own, need not be
 * that of its image. */
bool coral_job_meet(uint32_t own, int size, int *rank, char *text, size_t room);

/* The rank in the job of an image's rank. */
bool coral_job_rank(int rank, uint32_t *job);

/* When all images have come here. Until it returns others may need progress. */
void coral_job_close(bool (*progress)(void));

/* Ends all processes; may return before this one has ended. */
void coral_job_abort(int code);

/* coral_job_abort ends this process alone. */
bool coral_job_ends_each(void);

#endif
