/* sync all, sync memory, and the barrier of a team.
 *
 * With a core for every image: dissemination (Hensgen, Finkel, Manber), log2 n rounds. With
 * fewer cores each round would cost a turn of the scheduler, so one counter is used
 * instead. Both count epochs that only grow, so nothing needs to be reset. When a
 * member has stopped or failed, neither can complete; then members look at each other's Arrived. */
#include "sync.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { TURNS_BEFORE_WAITING = 8 };

int coral_rounds(int n) {
    int r = 0;
    while ((1ll << r) < n)
        r++;
    return r;
}

void coral_team_init(coral_team *t) {
    t->mine = coral_team_of(t, t->me);
    t->rounds = coral_rounds(t->n);
    for (int r = 0; r < t->rounds; r++) {
        int to = (int)((t->me + (1ll << r)) % t->n);
        t->to[r] = &coral_team_of(t, to)->round[r];
        t->wakes[r] = coral_control_of(coral_member_rank(t, to));
    }
}

int coral_missing(coral_team *t, bool collective, uint64_t number, int *stat) {
    int failed = -1;
    for (int m = 0; m < t->n; m++) {
        const coral_status *s = coral_status_of(coral_member_rank(t, m));
        uint32_t state = load32(&s->state);
        if (state != CORAL_STATE_STOPPED && state != CORAL_STATE_FAILED &&
            state != CORAL_STATE_DONE)
            continue;
        /* Read after State: a member that arrived before it stopped has arrived, and does its part,
         * since its process goes on. One that has failed has done its part if it had left: it may
         * have failed inside. */
        coral_team_control *c = coral_team_of(t, m);
        if (state == CORAL_STATE_FAILED) {
            /* one that has died anywhere may have done half of it */
            if (load64(collective ? &c->collected : &c->passed) < number ||
                load32((const uint32_t *)&s->exit_code) != 0)
                failed = m;
        } else if (load64(collective ? &c->collectives : &c->arrived) < number) {
            *stat = coral_stat_stopped_image;
            return m;
        }
    }
    if (failed >= 0)
        *stat = coral_stat_failed_image;
    return failed;
}

/* Every member that lives has entered the epoch. */
static bool all_arrived(coral_team *t, uint64_t epoch) {
    for (int m = 0; m < t->n; m++)
        if (load64(&coral_team_of(t, m)->arrived) < epoch &&
            !coral_has_failed(coral_member_rank(t, m)))
            return false;
    return true;
}

static void wake_members(coral_team *t) {
    fence();
    for (int m = 0; m < t->n; m++)
        coral_wake_rank(coral_member_rank(t, m));
}

/* The barrier of a team of which a member has stopped (no one will complete it: says so at
 * once) or failed (completes among the others, and says so). F2018 11.6.11. */
COLD static int scan_barrier(coral_team *t, const coral_call *call, uint64_t epoch) {
    t->broken = true;
    wake_members(t);
    coral_waiter w = {.call = call};
    int stat = 0, gone = coral_missing(t, false, epoch, &stat);
    while (stat != coral_stat_stopped_image && !all_arrived(t, epoch))
        if (coral_wait(&w))
            gone = coral_missing(t, false, epoch, &stat);
    coral_wait_end(&w);
    return gone < 0 ? coral_ok(call) : coral_member_error(call, stat, gone + 1);
}

/* Waits for a word to reach a value in the barrier of the epoch. False: a member is missing for
 * good. */
HOT bool await_epoch(
    coral_team *t, const coral_call *call, const uint64_t *word, uint64_t value, uint64_t epoch) {
    coral_waiter w = {.call = call};
    bool ok = true;
    while (load64(word) < value) {
        int stat = 0;
        if (UNLIKELY(coral_wait(&w)) && coral_missing(t, false, epoch, &stat) >= 0) {
            ok = false;
            break;
        }
        if (UNLIKELY(w.armed))
            coral_compare_counts(t, call, false, epoch);
    }
    coral_wait_end(&w);
    return ok;
}

/* What a statement is called that synchronises a team, by its kind. */
static const char *name_of(uint32_t kind) {
    switch (kind) {
    case CORAL_WAIT_SYNC_ALL: return "SYNC ALL";
    case CORAL_WAIT_IMAGES: return "SYNC IMAGES";
    case CORAL_WAIT_COLL: return "a collective subroutine";
    case CORAL_WAIT_ALLOC: return "ALLOCATE";
    case CORAL_WAIT_FREE: return "DEALLOCATE";
    case CORAL_WAIT_MOVE: return "MOVE_ALLOC";
    case CORAL_WAIT_TEAM: return "SYNC TEAM";
    case CORAL_WAIT_CHANGE: return "CHANGE TEAM";
    case CORAL_WAIT_LEAVE: return "END TEAM";
    case CORAL_WAIT_FORM: return "FORM TEAM";
    case CORAL_WAIT_SPLIT: return "team_split";
    case CORAL_WAIT_FINISH: return "END FINISH";
    }
    return "another statement";
}

/* It looks at this message, too, or waits for one. */
COLD bool coral_place_of(char *out, size_t room, int rank, uint32_t kind) {
    const coral_status *s = coral_status_of(rank);
    out[0] = 0;
    for (int tries = 0; tries < 200; tries++) { /* of 10 ms: the machine may be busy */
        uint32_t wait = __atomic_load_n(&s->wait, __ATOMIC_SEQ_CST) & ~(uint32_t)CORAL_WAIT_FLAGS;
        if (wait != CORAL_WAIT_NONE && (kind == 0 || wait == kind) && s->line > 0) {
            snprintf(out, room, "%.127s:%u", (const char *)s->file, s->line);
            return true;
        }
        struct timespec pause = {0, 10000000};
        nanosleep(&pause, NULL);
    }
    return false;
}

/* Images of a team that execute different statements would take each other's for their own. */
COLD static void mismatch(const coral_team *t, const coral_call *call, int member, uint32_t kind) {
    static coral_published shown; /* until the end */
    char place[192], own[64], text[512];
    int rank = coral_member_rank(t, member);
    const coral_status *s = coral_status_of(rank);
    coral_publish(&shown, call, 0, coral_now());
    bool known = coral_place_of(place, sizeof place, rank, kind);
    if (kind == CORAL_WAIT_NONE) /* it waits by now, or nobody knows what it executes */
        kind = load32(&s->wait) & ~(uint32_t)CORAL_WAIT_FLAGS;
    coral_statement_name(own, sizeof own, call);
    const char *there = known && s->what[0] != 0 ? (const char *)s->what : name_of(kind);
    const bool alike = kind == CORAL_WAIT_COLL && call->wait == kind && strcmp(own, there) == 0;
    snprintf(text, sizeof text, "image %d executes %s, but image %d executes %s%s%s%s",
        coral.rank + 1, own, rank + 1, there, alike ? " with other arguments" : "",
        known ? " at " : "", place);
    coral_mismatch_error(call, alike ? CORAL_R0401 : CORAL_R0216, text);
}

/* Before the last to arrive lets the others go, which all wait then. */
void coral_compare_kinds(const coral_team *t, const coral_call *call) {
    for (int m = 0; m < t->n; m++) {
        uint32_t kind = load32(&coral_status_of(coral_member_rank(t, m))->kind);
        if (UNLIKELY(kind != call->wait))
            mismatch(t, call, m, kind);
    }
}

static uint64_t begun_by(const coral_team *t, int member, bool collective) {
    const coral_team_control *c = coral_team_of(t, member);
    return load64(collective ? &c->collectives : &c->arrived);
}

/* A member that has come to this image by SYNC IMAGES more often than this one to it is in that
 * statement, and stays there as long as this image is in the statement of a team. If that needs the
 * member, neither goes on. A statement of a team of which a member ends may end without others. So
 * each member has begun it, or waits for this image, too: what becomes of them is known.
 *
 * Of large teams a look at all words by which others come would cost each image memory. */
COLD static void compare_images(
    const coral_team *t, const coral_call *call, bool collective, uint64_t number) {
    int crossed = -1;
    if (t->n > (int)CORAL_COUNTS_COMPARED)
        return;
    for (int m = 0; m < t->n && crossed < 0; m++)
        if (m != t->me && coral_is_ahead(coral_member_rank(t, m)) &&
            begun_by(t, m, collective) < number)
            crossed = m;
    if (crossed < 0)
        return;
    for (int m = 0; m < t->n; m++)
        if (m != t->me && begun_by(t, m, collective) < number &&
            !coral_is_ahead(coral_member_rank(t, m)))
            return;
    mismatch(t, call, crossed, CORAL_WAIT_IMAGES);
}

/* A member waits, or has waited, for the end of an asynchronous collective that this image has not
 * begun: Go shows that. */
static bool waits_aside(const coral_team *t, int member) {
    const coral_shown *s = &coral_control_of(coral_member_rank(t, member))->shown;
    const uint64_t number = load64(&s->number);
    return number & CORAL_SHOWN_ASIDE && load64(&s->control) == t->control &&
        load64(&s->number) == number &&
        (number & ~(CORAL_SHOWN_COLLECTIVE | CORAL_SHOWN_ASIDE)) / 2 > t->mine->begun;
}

/* Up to how many other members each one looks at all, and how many it looks at in larger teams. */
enum { ALL_COMPARED = 63, FOLLOWERS_COMPARED = 4 };

/* A barrier and a collective may wait for different words, and never meet. This image waits long in
 * the barrier or collective of a number. A member that has begun a collective that this image has
 * not, and has not come to its barrier, executes them in another order, whatever comes; and the
 * other way round. The counts only grow: what is read second tells of the time after the first.
 *
 * Of a large team this image looks at a few members that follow it in the order of the team, as all
 * members do: if some wait in a barrier and all others in a collective, some member is followed by
 * one of the other kind. Each member that is looked at costs this image two pages of page tables,
 * which all together were 20 GiB with 1,500 images. */
COLD void coral_compare_counts(
    const coral_team *t, const coral_call *call, bool collective, uint64_t number) {
    if (load32(&coral.job->failed) != 0)
        return; /* teams of which a member is gone count otherwise */
    uint64_t own = collective ? t->mine->arrived : t->mine->collectives;
    int others = t->n - 1;
    if (others > ALL_COMPARED)
        others = FOLLOWERS_COMPARED;
    for (int i = 1; i <= others; i++) {
        const int m = (t->me + i) % t->n;
        const coral_team_control *c = coral_team_of(t, m);
        if ((load64(collective ? &c->arrived : &c->collectives) > own || waits_aside(t, m)) &&
            load64(collective ? &c->collectives : &c->arrived) < number)
            mismatch(t, call, m, CORAL_WAIT_NONE);
    }
    compare_images(t, call, collective, number);
}

static bool central(coral_team *t, const coral_call *call, uint64_t epoch) {
    coral_team_control *root = coral_team_of(t, 0);
    coral_show_kind(call);
    if (__atomic_add_fetch(&root->count, 1, __ATOMIC_SEQ_CST) % (uint64_t)t->n == 0) {
        coral_compare_kinds(t, call);
        store64(&root->release, epoch);
        wake_members(t);
        return true;
    }
    /* A few turns are all that it takes if nobody is late. Waiting proper touches more memory, and
     * every image's memory has left the cache when it runs again. */
    for (int turn = 0; turn < TURNS_BEFORE_WAITING; turn++) {
        sched_yield();
        if (load64(&root->release) >= epoch)
            return true;
    }
    return await_epoch(t, call, &root->release, epoch, epoch);
}

/* The flag is stored by an exchange: a full barrier must stand between it and the look at the
 * partner's sleepers, and a fence of its own takes longer. */
static bool dissemination(coral_team *t, const coral_call *call, uint64_t epoch) {
    const uint64_t value = epoch << CORAL_KIND_BITS, said = value | call->wait;
    for (int r = 0; r < t->rounds; r++) {
        exchange64(&t->to[r]->epoch[epoch & 1], said);
        coral_wake(t->wakes[r]);
        const uint64_t *own = &t->mine->round[r].epoch[epoch & 1];
        if (UNLIKELY(!coral_comes_soon(own, value)) && !await_epoch(t, call, own, value, epoch))
            return false;
        const uint64_t there = load64(own);
        if (UNLIKELY(there != said)) /* it is of this epoch: layout.RoundFlag */
            mismatch(t, call, (int)((t->me + t->n - (1ll << r) % t->n) % t->n),
                (uint32_t)there & ((1u << CORAL_KIND_BITS) - 1));
    }
    return true;
}

int coral_barrier(coral_team *t, const coral_call *call) {
    /* also if nobody would have to be waited for: it is not this image's barrier */
    if (UNLIKELY(coral.shipped))
        coral_must_not_wait(call);
    uint64_t epoch = t->mine->arrived + 1;
    store64(&t->mine->arrived, epoch);
    int result = 0;
    bool whole = t->n == 1 ||
        (LIKELY(!t->broken) &&
            (coral.crowded ? central(t, call, epoch) : dissemination(t, call, epoch)));
    if (UNLIKELY(!whole))
        result = scan_barrier(t, call, epoch);
    store64(&t->mine->passed, epoch);
    return LIKELY(whole) ? coral_ok(call) : result;
}
