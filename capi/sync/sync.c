/* sync all and sync memory as statements. */
#include "sync.h"
#include "../core/place.h"

int coral_sync(const coral_call *call) {
    return UNLIKELY(coral.library) ? coral_library_sync_all(call) : coral_barrier(coral.team, call);
}

int coral_sync_members(const coral_call *call, coral_team *t) {
    return UNLIKELY(coral.library) ? coral_library_sync_team(call, t) : coral_barrier(t, call);
}

void coral_sync_all_(CORAL_AT, CORAL_AT_LEN) {
    PLACE("sync all", CORAL_WAIT_SYNC_ALL);
    coral_sync(&call);
}

/* Ends a segment without waiting. Loads and stores of mapped memory need no more than a fence. */
void coral_sync_memory_(CORAL_AT, CORAL_AT_LEN) {
    PLACE("sync memory", CORAL_WAIT_NONE);
    fence();
    if (UNLIKELY(coral.library)) {
        coral_library_sync_memory(&call);
        coral_look();
    } else {
        coral_ok(&call);
    }
    coral_check_ending();
}
