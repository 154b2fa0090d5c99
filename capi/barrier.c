/* sync all, sync memory, and the barrier of a team.
 *
 * With a core for every image: dissemination (Hensgen, Finkel, Manber), log2 n rounds. With
 * fewer cores each round would cost a turn of the scheduler, so one counter is used
 * instead. Both count epochs that only grow, so nothing needs to be reset. When a
 * member has stopped or failed, neither can complete; then members look at each other's Arrived. */
#include "internal.h"

#include <sched.h>

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
        if (state != CORAL_STATE_STOPPED && state != CORAL_STATE_FAILED && state != CORAL_STATE_DONE)
            continue;
        /* Read after State: a member that arrived before it stopped has arrived. */
        coral_team_control *c = coral_team_of(t, m);
        bool arrived = load64(collective ? &c->collectives : &c->arrived) >= number;
        if (state == CORAL_STATE_FAILED) {
            if (!arrived || load32((const uint32_t *)&s->exit_code) != 0) /* one that has died anywhere may have done half of it */
                failed = m;
        } else if (!arrived) {
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
        if (load64(&coral_team_of(t, m)->arrived) < epoch && !coral_has_failed(coral_member_rank(t, m)))
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

/* Waits for a word to reach the epoch. False: a member is missing for good. */
HOT bool await_epoch(coral_team *t, const coral_call *call, const uint64_t *word, uint64_t epoch) {
    coral_waiter w = {.call = call};
    bool ok = true;
    while (load64(word) < epoch) {
        int stat = 0;
        if (UNLIKELY(coral_wait(&w)) && coral_missing(t, false, epoch, &stat) >= 0) {
            ok = false;
            break;
        }
    }
    coral_wait_end(&w);
    return ok;
}

static bool central(coral_team *t, const coral_call *call, uint64_t epoch) {
    coral_team_control *root = coral_team_of(t, 0);
    if (__atomic_add_fetch(&root->count, 1, __ATOMIC_SEQ_CST) % (uint64_t)t->n == 0) {
        store64(&root->release, epoch);
        wake_members(t);
        return true;
    }
    /* A few turns are all that it takes if nobody is late. Waiting proper touches more memory, and every
     * image's memory has left the cache when it runs again. */
    for (int turn = 0; turn < TURNS_BEFORE_WAITING; turn++) {
        sched_yield();
        if (load64(&root->release) >= epoch)
            return true;
    }
    return await_epoch(t, call, &root->release, epoch);
}

/* The flag is stored by an exchange: a full barrier must stand between it and the look at the partner's sleepers, and a fence of its own takes longer. */
static bool dissemination(coral_team *t, const coral_call *call, uint64_t epoch) {
    for (int r = 0; r < t->rounds; r++) {
        exchange64(&t->to[r]->epoch, epoch);
        coral_wake(t->wakes[r]);
        const uint64_t *own = &t->mine->round[r].epoch;
        if (UNLIKELY(!coral_comes_soon(own, epoch)) && !await_epoch(t, call, own, epoch))
            return false;
    }
    return true;
}

int coral_barrier(coral_team *t, const coral_call *call) {
    if (UNLIKELY(coral.shipped)) /* also if nobody would have to be waited for: it is not this image's barrier */
        coral_must_not_wait(call);
    uint64_t epoch = t->mine->arrived + 1;
    store64(&t->mine->arrived, epoch);
    if (t->n == 1)
        return coral_ok(call);
    if (UNLIKELY(t->broken))
        return scan_barrier(t, call, epoch);
    bool whole = coral.crowded ? central(t, call, epoch) : dissemination(t, call, epoch);
    return LIKELY(whole) ? coral_ok(call) : scan_barrier(t, call, epoch);
}
