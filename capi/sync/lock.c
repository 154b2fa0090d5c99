/* Locks and critical constructs: layout.Lock, a word with the holder's image number. */
#include "sync.h"
#include "../core/place.h"

#include <sched.h>

#define WAITERS ((uint32_t)CORAL_LOCK_WAITERS)

static bool swap(coral_lock *l, uint32_t *old, uint32_t new) {
    return __atomic_compare_exchange_n(
        &l->word, old, new, false, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE);
}

/* One look at the lock. 0: taken; < 0: not yet; > 0: the stat of an error or of a failed holder. */
static int attempt(coral_lock *l, uint32_t waiters) {
    uint32_t me = (uint32_t)coral.rank + 1, old = 0;
    if (swap(l, &old, me | waiters))
        return 0;
    uint32_t holder = old & ~WAITERS;
    if (holder == me)
        return coral_stat_locked;
    if (holder != 0 && holder <= (uint32_t)coral.n && coral_has_failed((int)holder - 1) &&
        swap(l, &old,
            me | WAITERS)) /* F2018 11.6.10: it becomes unlocked, here at once locked anew */
        return coral_stat_unlocked_failed_image;
    return -1;
}

/* Sleeps on the lock's own word: who unlocks does not know who waits. */
COLD static int acquire_slow(const coral_call *call, coral_lock *l) {
    uint64_t since = coral_now();
    uint32_t waiters = 0;
    coral_published shown;
    bool published = false;
    int got;
    while ((got = attempt(l, waiters)) < 0) {
        coral_check_ending();
        if (!published && coral_now() - since < 2000000) {
            sched_yield();
            continue;
        }
        uint32_t word = load32(&l->word);
        if (!published)
            coral_publish(&shown, call, word & ~WAITERS, since);
        published = true;
        coral_note_look(&shown);
        waiters = WAITERS; /* others may sleep too: the one that unlocks must wake */
        if (word != 0 && ((word & WAITERS) || swap(l, &word, word | WAITERS)))
            coral_futex_wait(&l->word, word | WAITERS, 100);
    }
    if (published)
        coral_unpublish(&shown);
    return got;
}

static int acquire(const coral_call *call, coral_lock *l) {
    int got = attempt(l, 0);
    for (int i = 0; got < 0 && i < coral.spins; i++) {
        coral_pause();
        got = load32(&l->word) == 0 ? attempt(l, 0) : -1;
    }
    return LIKELY(got >= 0) ? got : acquire_slow(call, l);
}

static void finish_lock(const coral_call *call, int got) {
    if (LIKELY(got == 0))
        coral_ok(call);
    else if (got == coral_stat_locked)
        coral_error(call, got, CORAL_R0205, "this image has already locked the variable");
    else
        coral_error(call, got, CORAL_R0202,
            "the image that had locked the variable has failed; this image has it now");
}

static int attempt_any(const coral_call *call, coral_lock *l, bool wait) {
    if (UNLIKELY(!coral.image)) /* it would lock its own copy, if the lock is this image's */
        coral_refuse_child(call);
    /* this image's own too: others sleep for it where only Go wakes them */
    if (UNLIKELY(coral.library))
        return coral_library_lock(call, l, wait);
    return wait ? acquire(call, l) : attempt(l, 0);
}

/* acquired_lock= (F2018 11.6.10): do not wait, tell. */
void coral_lock_(const int64_t *addr, const int32_t *line, const char *file, int32_t *acquired,
    int32_t *stat, char *errmsg, CORAL_AT_LEN) {
    PLACE("lock", CORAL_WAIT_LOCK);
    coral_lock *l = (coral_lock *)coral_real((void *)*addr);
    if (acquired)
        *acquired = 0;
    if (!coral_located(&call, l))
        return;
    int rank = coral_rank_of(l);
    if (UNLIKELY(coral_has_failed(rank))) {
        coral_member_error(&call, coral_stat_failed_image, rank + 1);
        return;
    }
    if (acquired)
        coral_look();
    int got = attempt_any(&call, l, acquired == NULL);
    if (acquired)
        *acquired = got == 0 || got == coral_stat_unlocked_failed_image;
    if (got < 0)
        coral_ok(&call);
    else
        finish_lock(&call, got);
}

static int release(coral_lock *l) {
    uint32_t me = (uint32_t)coral.rank + 1, old = load32(&l->word);
    if ((old & ~WAITERS) != me)
        return (old & ~WAITERS) == 0 ? coral_stat_unlocked : coral_stat_locked_other_image;
    old = __atomic_exchange_n(&l->word, 0, __ATOMIC_SEQ_CST);
    if (old & WAITERS)
        coral_futex_wake(&l->word, 1);
    return -1;
}

static int release_any(const coral_call *call, coral_lock *l) {
    if (UNLIKELY(!coral.image))
        coral_refuse_child(call);
    if (UNLIKELY(coral.library))
        return coral_library_unlock(call, l);
    return release(l);
}

void coral_unlock_(const int64_t *addr, CORAL_AT, CORAL_AT_LEN) {
    PLACE("unlock", CORAL_WAIT_NONE);
    coral_lock *l = (coral_lock *)coral_real((void *)*addr);
    if (!coral_located(&call, l))
        return;
    int err = release_any(&call, l);
    if (LIKELY(err < 0))
        coral_ok(&call);
    else if (err == coral_stat_unlocked)
        coral_error(&call, err, CORAL_R0206, "the variable is not locked");
    else
        coral_error(&call, err, CORAL_R0207, "another image has locked the variable");
}

/* A critical construct lets in one image of all, whatever their teams (F2018 11.1.6): the lock of
 * the first image counts. */
static coral_lock *critical_of(int64_t addr) {
    char *p = coral_real((void *)addr);
    return (coral_lock *)(p - (uint64_t)coral_rank_of(p) * coral.stride);
}

void coral_critical_(const int64_t *addr, CORAL_AT, CORAL_AT_LEN) {
    PLACE("critical", CORAL_WAIT_CRIT);
    int got = attempt_any(&call, critical_of(*addr), true);
    /* F2018 11.1.6: the construct itself is no lock; this image is inside */
    if (UNLIKELY(got == coral_stat_unlocked_failed_image))
        coral_error(&call, coral_stat_failed_image, CORAL_R0202,
            "the image that was inside has failed; this image is inside now");
    else
        finish_lock(&call, got);
}

void coral_end_critical_(const int64_t *addr) {
    coral_call call = {.what = "end critical"};
    if (UNLIKELY(coral.foreign))
        coral_foreign_end(&call);
    release_any(&call, critical_of(*addr));
}
