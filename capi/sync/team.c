/* Teams as generated code uses them. Forming one is Go's (rt.FormTeam); entering and leaving is a
 * change of coral.team, of what generated code reads, and a barrier. */
#include "sync.h"
#include "../core/place.h"
#include "../core/string_arg.h"
#include "view.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

void *__real_malloc(size_t) __attribute__((weak));
void *__real_realloc(void *, size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

/* a bit for each CHANGE TEAM construct around, the innermost lowest: it failed */
static uint64_t not_changed;

/* --- windows ----------------------------------------------------------------------------------
 *
 * The members' slots lie at equal distances if their ranks are an arithmetic progression, and a
 * view needs no more. For other teams the slots are mapped a second time, in the team's order. Then
 * an object of this image has a second address there, of which the compiler knows nothing:
 * coral_lib is true in such teams, so that no loop runs that mixes both, and the runtime turns
 * addresses into real ones before it does anything with them. */

/* Maps count slots, from that of rank on, into the window at member's place. Slots of others that
 * are not to be seen stay anonymous memory. */
static bool map_run(char *window, int member, int rank, int count) {
    void *at = window + (uint64_t)member * coral.stride;
    uint64_t len = (uint64_t)count * coral.stride;
    return mmap(at, len, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED, coral.fd,
               (off_t)((uint64_t)rank * coral.stride)) != MAP_FAILED;
}

static bool fill_window(const coral_team *t, char *window) {
    if (coral.library)
        return map_run(window, t->me, coral.rank, 1);
    for (int m = 0, run; m < t->n; m += run) {
        for (run = 1; m + run < t->n && t->rank[m + run] == t->rank[m] + run; run++)
            ;
        if (!map_run(window, m, t->rank[m], run))
            return false;
    }
    return true;
}

static void drop_window(coral_team *t) {
    munmap(t->window, (uint64_t)t->n * coral.stride);
    t->window = NULL;
}

/* The teams that coral_team_return goes back to, the innermost last. */
static struct {
    coral_team **team;
    int depth, room;
} outer;

static bool is_outer(const coral_team *t) {
    for (int i = 0; i < outer.depth; i++)
        for (const coral_team *c = outer.team[i]; c; c = c->parent)
            if (c == t)
                return true;
    return false;
}

static bool in_use(const coral_team *t) {
    for (const coral_team *c = coral.team; c; c = c->parent)
        if (c == t)
            return true;
    return is_outer(t);
}

static char *reserve(uint64_t len) {
    char *p =
        mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

/* Addresses are finite too: windows of teams that are not current now go first. */
bool coral_team_window(coral_team *t) {
    if (t->rank == NULL || t->window)
        return true;
    uint64_t len = (uint64_t)t->n * coral.stride;
    char *window = reserve(len);
    if (window == NULL) {
        for (coral_team *o = coral_teams; o; o = o->next)
            if (o->window && !in_use(o))
                drop_window(o);
        window = reserve(len);
    }
    if (window == NULL)
        return false;
    madvise(window, len, MADV_DONTDUMP);
    t->window = window;
    if (!fill_window(t, window)) {
        drop_window(t);
        return false;
    }
    coral.windows = true;
    return true;
}

int64_t coral_place(int64_t addr) { return (int64_t)coral_real((const char *)addr); }

char *coral_team_base(const coral_team *t, char *own) {
    if (UNLIKELY(t->window != NULL))
        return t->window + (own - coral.base);
    return own + ((int64_t)t->first - coral.rank) * (int64_t)coral.stride;
}

int64_t coral_team_stride(const coral_team *t) {
    return (t->window ? 1 : t->step) * (int64_t)coral.stride;
}

void coral_team_steps(void) {
    coral_step = coral_team_stride(coral.team);
    coral_shift = coral_team_base(coral.team, coral.base) - coral.base - coral_step;
    coral_slots = (int64_t)coral.base + coral_shift;
    coral_span = 0;
    if (!coral.components)
        return;
    for (int k = 0; k < CORAL_BASES; k++)
        coral_bases[k] = INT64_MAX;
    if (coral.team->window == NULL)
        coral_span = (int64_t)(coral.stride - coral.guard);
}

/* --- form team -------------------------------------------------------------------------------- */

/* The runs of the team with a number: how many, from *run on; 0: there is no such team. */
static int runs_of(const coral_siblings *s, int64_t number, const coral_team_run **run) {
    int low = 0, high = s ? s->n : 0;
    while (low < high) {
        int middle = (low + high) / 2;
        if (s->run[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    int runs = 0;
    while (s && low + runs < s->n && s->run[low + runs].number == number)
        runs++;
    *run = s ? s->run + low : NULL;
    return runs;
}

static int images_in(const coral_team_run *run, int runs) {
    return run[runs - 1].from + run[runs - 1].count;
}

/* This image's part of a table of siblings: its own team. */
static void own_part(coral_team *t, int64_t number) {
    const coral_team_run *run;
    int runs = runs_of(t->siblings, number, &run);
    t->n = images_in(run, runs);
    t->first = run->first;
    t->step = run->step;
    int32_t *rank = NULL;
    if (runs > 1 && (t->rank = rank = __real_malloc((size_t)t->n * sizeof *rank)) == NULL)
        coral_fatal(CORAL_R0302, "no memory for a team of %d images", t->n);
    for (int r = 0; r < runs; r++)
        for (int m = 0; m < run[r].count; m++) {
            int32_t at = run[r].first + m * run[r].step;
            if (rank)
                rank[run[r].from + m] = at;
            if (at == coral.rank)
                t->me = run[r].from + m;
        }
}

static coral_team *known(int id) {
    for (coral_team *t = coral_teams; t; t = t->next)
        if (t->id == id)
            return t;
    return NULL;
}

static coral_team *new_team(const coral_formed *f, int64_t number, const coral_team_run *run) {
    coral_siblings *all = __real_malloc(sizeof *all + (size_t)f->runs * sizeof *run);
    coral_team *t = __real_malloc(sizeof *t);
    if (all == NULL || t == NULL)
        coral_fatal(CORAL_R0302, "no memory for a team of %d images", coral.team->n);
    all->n = f->runs;
    memcpy(all->run, run, (size_t)f->runs * sizeof *run);
    *t = (coral_team){.siblings = all,
        .control = f->control,
        .number = (uint64_t)number,
        .id = f->id,
        .parent = coral.team,
        .next = coral_teams};
    own_part(t, number);
    coral_team_init(t);
    coral_teams = t;
    return t;
}

/* Mapped: the barriers are C's. In a large team the first member sorts for all, behind one more
 * (rt.ShareForm). A member that has failed leaves the last one, and what is said of it, to Go. */
static coral_team *form_mapped(
    const coral_call *call, int64_t number, int64_t index, bool split, coral_team_run *run) {
    if (!coral_library_form_begin(call, number, index))
        return NULL;
    int stat = coral_barrier(coral.team, call);
    if (stat != 0 && stat != coral_stat_failed_image)
        return NULL;
    if (coral.team->n >= (int)CORAL_FORM_SHARED) {
        if (stat == 0 && coral.team->me == 0)
            coral_library_form_share(split);
        int again = coral_barrier(coral.team, call);
        if (again != 0 && again != coral_stat_failed_image)
            return NULL;
        stat = stat ? stat : again;
    }
    coral_formed f = {0};
    if (!coral_library_form_end(call, number, index, split, stat != 0, run, &f))
        return NULL;
    coral_team *t = known(f.id);
    if (t)
        return t;
    t = new_team(&f, number, run);
    if (stat == 0) /* every member's TeamControl is clear then */
        coral_barrier(coral.team, call);
    else
        coral_library_form_close(call, true);
    return t;
}

/* As FORM TEAM (with split as team_split of CAF 2.0) has made it; NULL: the error is reported. */
static coral_team *form(const coral_call *call, int64_t number, int64_t index, bool split) {
    size_t n = (size_t)coral.team->n;
    coral_team_run *run = __real_malloc(n * sizeof *run);
    if (run == NULL)
        coral_fatal(CORAL_R0302, "no memory for a team of %zu images", n);
    coral_formed f = {0};
    coral_team *t = NULL;
    if (!coral.library)
        t = form_mapped(call, number, index, split, run);
    else if (coral_library_form_team(call, number, index, split, run, &f)) {
        t = known(f.id);
        if (t == NULL) {
            t = new_team(&f, number, run);
            coral_library_form_close(call, f.failed);
        }
    }
    __real_free(run);
    return t;
}

coral_team *coral_team_split(const coral_call *call, int64_t number, int64_t key) {
    return form(call, number, key, true);
}

void coral_form_team_(const int64_t *number, coral_team_value *team, const int32_t *line,
    const char *file, const int64_t *new_index, int32_t *stat, char *errmsg, CORAL_AT_LEN) {
    PLACE("form team", CORAL_WAIT_FORM);
    if (new_index && *new_index < 1) {
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0210, "new_index=%lld is not positive",
            (long long)*new_index);
        return;
    }
    coral_team *t = form(&call, *number, new_index ? *new_index : 0, false);
    if (t)
        *team = (coral_team_value){*number, (int64_t)t};
}

/* --- change team, end team ----------------------------------------------------------------------
 */

static coral_team *defined(const coral_call *call, const coral_team_value *team) {
    if (UNLIKELY(team->address == 0))
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0219, "the team variable is not defined");
    return (coral_team *)team->address;
}

coral_team *coral_team_by_id(int id) {
    for (coral_team *t = coral_teams; t; t = t->next)
        if (t->id == id)
            return t;
    if (id != coral.initial.id)
        coral_fatal(CORAL_R0210, "internal fault: team %d is used before it is known here", id);
    return &coral.initial;
}

coral_team *coral_team_by_control(uint64_t control) {
    for (coral_team *t = coral_teams; t; t = t->next)
        if (t->control == control)
            return t;
    return coral.initial.control == control ? &coral.initial : NULL;
}

void coral_team_enter(coral_team *t) {
    coral.team = t;
    coral_me = t->me + 1;
    coral_num = t->n;
    coral_lib = coral.library || t->window;
    coral_team_steps();
    coral_gen++;
    coral_library_change_team(t->id);
}

void coral_team_within(coral_team *t) {
    if (outer.depth == outer.room) {
        outer.room = 2 * outer.room + 16;
        outer.team = __real_realloc(outer.team, (size_t)outer.room * sizeof *outer.team);
        if (outer.team == NULL)
            coral_fatal(CORAL_R0302, "no memory for %d nested teams", outer.room);
    }
    outer.team[outer.depth++] = coral.team;
    coral_views_enter();
    coral_team_enter(t);
}

void coral_team_return(void) {
    coral_team_enter(outer.team[--outer.depth]);
    coral_views_leave();
}

void coral_change_team_(const coral_team_value *team, CORAL_AT, CORAL_AT_LEN) {
    PLACE("change team", CORAL_WAIT_CHANGE);
    not_changed = not_changed << 1 | 1;
    coral_team *t = defined(&call, team);
    if (t == NULL)
        return;
    if (t->parent != coral.team) {
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0210,
            "the current team has not formed team %lld", (long long)team->number);
        return;
    }
    if (!coral_team_window(t)) {
        coral_error(&call, CORAL_STAT_MEMORY, CORAL_R0104,
            "the images of the team could not be mapped: %s", strerror(errno));
        return;
    }
    not_changed ^= 1;
    coral_views_enter();
    coral_team_enter(t);
    coral_sync(&call);
}

/* What the team has allocated and END TEAM deallocates (F2018 9.7.3.2): the coarrays' descriptors.
 */
typedef struct allocation {
    coral_team *team;
    void *memory;
    void **descriptor;
} allocation;
static allocation *allocations;
static int allocated, room;

static allocation *find(const void *p) {
    for (int i = 0; i < allocated; i++)
        if (allocations[i].memory == p)
            return &allocations[i];
    return NULL;
}

void coral_note_allocated(void *p) {
    if (LIKELY(coral.team == &coral.initial))
        return;
    if (allocated == room) {
        room = 2 * room + 16;
        allocations = __real_realloc(allocations, (size_t)room * sizeof *allocations);
        if (allocations == NULL)
            coral_fatal(CORAL_R0302, "no memory for the list of %d allocations", room);
    }
    allocations[allocated++] = (allocation){coral.team, p, NULL};
}

void coral_note_descriptor(void *descriptor) {
    allocation *a = find(*(void **)descriptor);
    if (a)
        a->descriptor = descriptor;
}

/* Whether the current team has allocated a coarray. */
bool coral_of_team_(const int64_t *addr) {
    const allocation *a = find((void *)*addr);
    return a && a->team == coral.team;
}

coral_team *coral_team_of_allocation(const void *p) {
    const allocation *a = find(p);
    return a ? a->team : &coral.initial;
}

/* The coarrays that were deallocated last: where they were, and the members of their team. */
enum { FREED = 64 };
static struct {
    int64_t from, to;
    int first, step, n;
} freed[FREED];
uint16_t coral_freed_count;

bool coral_freed_since(uint16_t before, int rank, int64_t offset) {
    int since = (uint16_t)(coral_freed_count - before);
    if (since > FREED)
        since = FREED;
    for (int i = 1; i <= since; i++) {
        const int at = (uint16_t)(coral_freed_count - i) % FREED, step = freed[at].step,
                  distance = rank - freed[at].first;
        if (offset < freed[at].from || offset >= freed[at].to)
            continue;
        const int member = step ? distance / step : distance ? -1 : 0;
        if (member >= 0 && member < freed[at].n && member * step == distance)
            return true;
    }
    return false;
}

static void note_place(const char *p) {
    const coral_team *t = coral.team;
    const int at = coral_freed_count++ % FREED;
    freed[at].from = p - coral.base;
    freed[at].to =
        freed[at].from + (int64_t)((const coral_header *)(p - CORAL_HEADER_SIZE))->size;
    freed[at].first = t->first;
    freed[at].step = t->step;
    freed[at].n = t->rank == NULL ? t->n : 0; /* members at no constant distance: not looked for */
}

void coral_note_freed(void *p) {
    note_place(p);
    allocation *a = find(p);
    if (a)
        memmove(a, a + 1, (size_t)(&allocations[--allocated] - a) * sizeof *a);
}

/* In the order of allocation, which is the same on all members. */
static void deallocate_all(const coral_call *call) {
    for (int i = 0; i < allocated;) {
        allocation a = allocations[i];
        if (a.team != coral.team) {
            i++;
            continue;
        }
        coral_note_freed(a.memory);
        if (a.descriptor && *a.descriptor == a.memory) {
            *a.descriptor = NULL;
            coral_heap_free(call, a.memory);
        }
    }
}

void coral_end_team_(CORAL_AT, CORAL_AT_LEN) {
    PLACE("end team", CORAL_WAIT_LEAVE);
    bool changed = !(not_changed & 1);
    not_changed >>= 1;
    coral_ok(&call);
    if (!changed || coral.team->parent == NULL)
        return;
    deallocate_all(&call);
    coral_sync(&call);
    coral_team_enter(coral.team->parent);
    coral_views_leave();
}

void coral_sync_team_(const coral_team_value *team, CORAL_AT, CORAL_AT_LEN) {
    PLACE("sync team", CORAL_WAIT_TEAM);
    coral_team *t = defined(&call, team);
    if (t)
        coral_sync_members(&call, t);
}

/* --- inquiry
 * -------------------------------------------------------------------------------------- */

void coral_get_team_by_(const int32_t *level, coral_team_value *team, const int32_t *line,
    const char *file, size_t file_len) {
    enum { INITIAL = -1, PARENT = -2, CURRENT = -3 }; /* as in module coral_env */
    coral_team *t = coral.team;
    switch (*level) {
    case INITIAL:
        t = &coral.initial;
        break;
    case PARENT:
        t = t->parent ? t->parent : t;
        break;
    case CURRENT:
        break;
    default: {
        coral_call call = {.what = "get_team", .line = *line, .file = file, .file_len = file_len};
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0220,
            "the level %d is none of initial_team, parent_team and current_team", *level);
    }
    }
    *team = (coral_team_value){(int64_t)t->number, (int64_t)t};
}

/* The function of the program that asks, with its place. Names come without a zero at the end. */
enum { ASKS = 20 };
static coral_call inquiry(char name[ASKS], const char *asks, size_t asks_len, const int32_t *line,
    const char *file, size_t file_len) {
    size_t n = asks_len < ASKS ? asks_len : ASKS - 1;
    memcpy(name, asks, n);
    name[n] = 0;
    return (coral_call){.what = name, .line = *line, .file = file, .file_len = file_len};
}

int32_t coral_team_images_(const coral_team_value *team, const int32_t *line, const char *file,
    const char *asks, size_t file_len, size_t asks_len) {
    char name[ASKS];
    coral_call call = inquiry(name, asks, asks_len, line, file, file_len);
    return defined(&call, team)->n;
}

int32_t coral_this_image_of_(const coral_team_value *team, const int32_t *line, const char *file,
    const char *asks, size_t file_len, size_t asks_len) {
    char name[ASKS];
    coral_call call = inquiry(name, asks, asks_len, line, file, file_len);
    return (team ? defined(&call, team) : coral.team)->me + 1; /* an absent dummy argument */
}

/* The members of a sibling of the current team, or of the initial team: no runs then. */
static int find_sibling(
    const coral_call *call, int64_t number, const coral_team_run **run, int *runs) {
    *runs = 0;
    if (number == -1)
        return coral.n;
    *runs = runs_of(coral.team->siblings, number, run);
    if (*runs == 0) {
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0220,
            "there is no team with number %lld beside the current one", (long long)number);
        return 0;
    }
    return images_in(*run, *runs);
}

int32_t coral_sibling_size_(const int64_t *number, const int32_t *line, const char *file,
    const char *asks, size_t file_len, size_t asks_len) {
    char name[ASKS];
    coral_call call = inquiry(name, asks, asks_len, line, file, file_len);
    const coral_team_run *run;
    int runs;
    return find_sibling(&call, *number, &run, &runs);
}

static bool in_team(const coral_call *call, int32_t image, int n) {
    if (LIKELY(image >= 1 && image <= n))
        return true;
    coral_error(call, CORAL_STAT_ERROR, CORAL_R0203,
        "the image index is %d, the team has %d images", image, n);
    return false;
}

int32_t coral_image_of_(const coral_team_value *team, const int32_t *image, const int32_t *line,
    const char *file, size_t file_len) {
    coral_call call = {.what = "image selector", .line = *line, .file = file, .file_len = file_len};
    const coral_team *t = defined(&call, team);
    return in_team(&call, *image, t->n) ? coral_member_rank(t, *image - 1) + 1 : 0;
}

int32_t coral_image_in_(const int64_t *number, const int32_t *image, const int32_t *line,
    const char *file, size_t file_len) {
    coral_call call = {.what = "image selector", .line = *line, .file = file, .file_len = file_len};
    const coral_team_run *run;
    int runs, n = find_sibling(&call, *number, &run, &runs);
    if (!in_team(&call, *image, n))
        return 0;
    if (runs == 0)
        return *image;
    int low = 0; /* the last run that begins no later */
    for (int high = runs; high - low > 1;) {
        int middle = (low + high) / 2;
        *(run[middle].from < *image ? &low : &high) = middle;
    }
    return run[low].first + (*image - 1 - run[low].from) * run[low].step + 1;
}

/* --- image_status, failed images
 * ------------------------------------------------------------------ */

static int32_t status_of(int rank) {
    switch (load32(&coral_status_of(rank)->state)) {
    case CORAL_STATE_FAILED:
        return coral_stat_failed_image;
    case CORAL_STATE_STOPPED:
    case CORAL_STATE_DONE:
        return coral_stat_stopped_image;
    }
    return 0;
}

static int32_t status_in(const coral_call *call, const coral_team *t, int32_t image) {
    return in_team(call, image, t->n) ? status_of(coral_member_rank(t, image - 1)) : 0;
}

/* FAILED_IMAGES asks it of many images: it looks at nothing. */
int32_t coral_status_in_team_(const coral_team_value *team, const int32_t *image,
    const int32_t *line, const char *file, size_t file_len) {
    coral_call call = {.what = "image_status", .line = *line, .file = file, .file_len = file_len};
    return status_in(&call, defined(&call, team), *image);
}

/* A program may wait in a loop of these. */
int32_t coral_status_in_team_again_(const coral_team_value *team, const int32_t *image,
    const int32_t *line, const char *file, size_t file_len) {
    coral_check_ending();
    coral_look();
    return coral_status_in_team_(team, image, line, file, file_len);
}

int32_t coral_status_current_(
    const int32_t *image, const int32_t *line, const char *file, size_t file_len) {
    coral_call call = {.what = "image_status", .line = *line, .file = file, .file_len = file_len};
    coral_check_ending();
    coral_look();
    return status_in(&call, coral.team, *image);
}

int32_t coral_status_current_again_(
    const int32_t *image, const int32_t *line, const char *file, size_t file_len) {
    return coral_status_current_(image, line, file, file_len);
}

/* A stopped image's coarrays are there as before (F2018 9.6). */
static int32_t selected(
    const coral_team *t, int32_t image, const int32_t *line, const void *file) {
    coral_call call = {.what = "image selector",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    int32_t status = status_in(&call, t, image);
    if (status != coral_stat_failed_image)
        return 0;
    coral.forgive = true;
    return status;
}

int32_t coral_selected_stat_(const int32_t *image, const int32_t *line, const void *file) {
    coral_check_ending();
    return selected(coral.team, *image, line, file);
}
int32_t coral_selected_stat_initial_(const int32_t *image, const int32_t *line, const void *file) {
    return selected(&coral.initial, *image, line, file);
}
