/* Teams of CAF 2.0: with team, team_split, team_barrier. Entering a team is local: neither it nor
 * leaving synchronises, and what is allocated inside stays allocated. */
#include "../coll/coll.h"
#include "caf2.h"
#include "../core/place.h"
#include "../sync/view.h"

#include <errno.h>
#include <string.h>

coral_team *coral_caf_member_of(const coral_call *call, const coral_team_value *team) {
    if (UNLIKELY(team->address == 0))
        coral_error(
            call, CORAL_STAT_ERROR, CORAL_R0211, "the team is not defined, or is team_null");
    return (coral_team *)team->address;
}

static bool enter(const coral_call *call, coral_team *t) {
    if (!coral_team_window(t)) {
        coral_error(call, CORAL_STAT_MEMORY, CORAL_R0104,
            "the images of the team could not be mapped: %s", strerror(errno));
        return false;
    }
    coral_team_within(t);
    return true;
}

void coral_caf_leave(void) { coral_team_return(); }

bool coral_caf_enter(const coral_call *call, const int64_t *address) {
    if (address == NULL)
        return true;
    coral_team_value team = {.address = *address};
    coral_team *t = coral_caf_member_of(call, &team);
    return t && enter(call, t);
}

bool coral_caf_enter_collective(const coral_call *call, const int64_t *address) {
    coral_caf_fence(call);
    return coral_caf_enter(call, address);
}

void coral_caf_with_team_(
    const coral_team_value *team, const int32_t *line, const char *file, size_t file_len) {
    coral_call call = {.what = "with team", .line = *line, .file = file, .file_len = file_len};
    coral_team *t = coral_caf_member_of(&call, team);
    if (t)
        enter(&call, t);
}

void coral_caf_end_with_team_(void) { coral_caf_leave(); }

void coral_caf_team_barrier_(
    const coral_team_value *team, const int32_t *line, const char *file, size_t file_len) {
    STATEMENT("team_barrier", CORAL_WAIT_TEAM);
    if (team == NULL) {
        coral_sync(&call);
        return;
    }
    coral_team *t = coral_caf_member_of(&call, team);
    if (t)
        coral_sync_members(&call, t);
}

/* A negative colour takes part in the division all the same, and gets no team. */
void coral_caf_team_split_(const coral_team_value *parent, const int64_t *color, const int64_t *key,
    coral_team_value *new, int64_t *newrank, int64_t *ierr, const int32_t *line, const char *file,
    size_t file_len) {
    int32_t stat = 0;
    STATEMENT("team_split", CORAL_WAIT_SPLIT, .stat = ierr ? &stat : NULL);
    *new = (coral_team_value){-1, 0};
    coral_team *t = coral_caf_member_of(&call, parent);
    if (t && *color == INT64_MAX) {
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0211, "the colour %lld is too large",
            (long long)*color);
        t = NULL;
    }
    if (t && enter(&call, t)) {
        coral_team *made = coral_team_split(&call, *color < 0 ? INT64_MAX : *color + 1, *key);
        coral_caf_leave();
        if (made && *color >= 0)
            *new = (coral_team_value){(int64_t)made->number, (int64_t)made};
    }
    if (newrank)
        *newrank = new->address ? ((coral_team *)new->address)->me : -1;
    if (ierr)
        *ierr = stat;
}
