/* How images synchronise, and the teams in which they do. */
#ifndef CORAL_SYNC_H
#define CORAL_SYNC_H

#include "../net/net.h"

#pragma GCC visibility push(hidden)

/* syncimages.c: with the images of a list, or all of the current team, as a statement of a language
 * that names itself in the call. */
void coral_sync_images(const coral_call *call, const int64_t *images, int64_t n);
void coral_sync_images_everyone(const coral_call *call);

/* barrier.c */
void coral_team_init(coral_team *t);
int coral_barrier(coral_team *t, const coral_call *call);
int coral_rounds(int n);
/* An image enters the central counter: the last to come compares what all execute. */
HOT void coral_show_kind(const coral_call *call) {
    uint32_t *kind = &coral_status_of(coral.rank)->kind;
    if (UNLIKELY(*kind != call->wait))
        __atomic_store_n(
            kind, call->wait, __ATOMIC_RELAXED); /* the addition to the counter releases it */
}
void coral_compare_kinds(const coral_team *t, const coral_call *call);
/* Whether an image has come to this one by SYNC IMAGES more often than this one to it. */
bool coral_is_ahead(int rank);
void coral_compare_counts(
    const coral_team *t, const coral_call *call, bool collective, uint64_t number);
/* where another image waits, in such a statement (0: in any), if it says so before long */
bool coral_place_of(char *out, size_t room, int rank, uint32_t kind);
/* The first member that is missing for good, because it has stopped (then *stat says so) or failed;
 * -1: none. One that has failed by FAIL IMAGE, after it had arrived, had also done all its part. */
int coral_missing(coral_team *t, bool collective, uint64_t number, int *stat);

/* sync.c: a barrier by either path, as sync all of the current team and sync team */
int coral_sync(const coral_call *call);
int coral_sync_members(const coral_call *call, coral_team *t);

/* team.c */
void coral_note_allocated(void *p); /* a coarray, by the current team */
void coral_note_freed(void *p); /* before it is, in its team */
/* How many coarrays this image has deallocated, and whether one of the last of them, behind such a
 * number, has held a place in the slot of an image. */
extern uint16_t coral_freed_count;
HOT uint16_t coral_frees(void) { return coral_freed_count; }
bool coral_freed_since(uint16_t before, int rank, int64_t offset);
coral_team *coral_team_of_allocation(const void *p); /* the team that has allocated a coarray */
/* where the object at an own address is on the team's first image */
char *coral_team_base(const coral_team *t, char *own);
int64_t coral_team_stride(const coral_team *t);        /* and how far from there to the next */
/* makes its window, if it needs one; false: errno */
bool coral_team_window(coral_team *t);
coral_team *coral_team_by_id(int id);
coral_team *coral_team_by_control(uint64_t control); /* NULL: this image knows none */
void coral_team_enter(coral_team *t);                  /* makes it the current one; no more */
/* of the current team; NULL: reported */
coral_team *coral_team_split(const coral_call *call, int64_t number, int64_t key);
/* sets coral_step and coral_shift for the current team */
void coral_team_steps(void);
/* Makes a team the current one until coral_team_return, without a barrier: its window is kept. */
void coral_team_within(coral_team *t);
void coral_team_return(void);

/* event.c: adds to a counter in some slot (coral_located); to a failed image it is an error */
void coral_post(const coral_call *call, coral_event *e);

#pragma GCC visibility pop

#endif
