/* Finish blocks of CAF 2.0, and what a program does for the progress of others. */
#include "../coll/coll.h"
#include "caf2.h"
#include "../async/async.h"
#include "../core/place.h"

CORAL_NEEDS_ASYNC;

void coral_caf_finish_(
    const coral_team_value *team, const int32_t *line, const char *file, size_t file_len) {
    STATEMENT("finish", CORAL_WAIT_COLL);
    coral_caf_flush();
    const coral_team *t = team ? coral_caf_member_of(&call, team) : coral.team;
    if (t)
        coral_report(&call, coralgo_async_enter(t->id));
}

/* What this image has put by assignment is not yet sent where memory is not shared. */
void coral_caf_end_finish_(const int32_t *line, const char *file, size_t file_len) {
    STATEMENT("end finish", CORAL_WAIT_FINISH);
    coral_caf_fence(&call);
    coral_caf_flush();
    coral_current(&call);
    coral_report(&call, coralgo_async_leave());
}

/* upward says what may begin in front of the statement: nothing does here. */
void coral_caf_cofence_(const int32_t *downward, const int32_t *upward, const int32_t *line,
    const char *file, size_t file_len) {
    (void)upward;
    STATEMENT("cofence", CORAL_WAIT_FENCE);
    if (UNLIKELY(coral.shipped))
        coral_must_not_wait(&call);
    coral_check_ending();
    coral_current(&call);
    coral_report(&call, coralgo_async_fence(downward ? *downward : 0));
}

void coral_caf_advance_async_(const int32_t *line, const char *file, size_t file_len) {
    STATEMENT("advance_async", CORAL_WAIT_NONE);
    coral_check_ending();
    coral_async_look(&call);
}
