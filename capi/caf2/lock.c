/* Locks and lock sets of CAF 2.0. A set is kept in the order of image and place in its slot, which
 * is the same on all images: who acquires sets only cannot come into a deadlock with another. */
#include "../coll/coll.h"
#include "caf2.h"

#include <string.h>

void *__real_malloc(size_t) __attribute__((weak));
void *__real_realloc(void *, size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

typedef struct lock_set {
    int n, room;
    char **list; /* ascending */
} lock_set;

#define PLACED const int32_t *line, const char *file, size_t file_len
#define CALL(name) \
    coral_call call = {.what = name, .line = *line, .file = file, .file_len = file_len}

static lock_set *set_at(const coral_call *call, int64_t addr) {
    lock_set *s = *(lock_set **)addr;
    if (UNLIKELY(s == NULL))
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0212, "the lock set is not initialised");
    return s;
}

static void destroy(int64_t addr) {
    lock_set *s = *(lock_set **)addr;
    if (s) {
        __real_free(s->list);
        __real_free(s);
    }
    *(lock_set **)addr = NULL;
}

/* Where a lock is, or would be. */
static int place_of(const lock_set *s, const char *lock) {
    int i = 0;
    while (i < s->n && s->list[i] < lock)
        i++;
    return i;
}

static bool has(const lock_set *s, int i, const char *lock) {
    return i < s->n && s->list[i] == lock;
}

void coral_caf_lockset_init_(const int64_t *addr, PLACED) {
    (void)line, (void)file, (void)file_len;
    destroy(*addr);
    lock_set *s = __real_malloc(sizeof *s);
    if (s == NULL)
        coral_fatal(CORAL_R0302, "no memory for a lock set");
    *s = (lock_set){0};
    *(lock_set **)*addr = s;
}

void coral_caf_lockset_add_(const int64_t *addr, const int64_t *lock, PLACED) {
    CALL("lockset_add");
    lock_set *s = set_at(&call, *addr);
    if (s == NULL)
        return;
    char *l = coral_real((char *)*lock);
    if (!coral_located(&call, l))
        return;
    int i = place_of(s, l);
    if (has(s, i, l)) {
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0212, "the lock is in the set already");
        return;
    }
    if (s->n == s->room) {
        s->room = 2 * s->room + 8;
        s->list = __real_realloc(s->list, (size_t)s->room * sizeof *s->list);
        if (s->list == NULL)
            coral_fatal(CORAL_R0302, "no memory for a set of %d locks", s->n + 1);
    }
    memmove(&s->list[i + 1], &s->list[i], (size_t)(s->n++ - i) * sizeof *s->list);
    s->list[i] = l;
}

void coral_caf_lockset_remove_(const int64_t *addr, const int64_t *lock, PLACED) {
    CALL("lockset_remove");
    lock_set *s = set_at(&call, *addr);
    if (s == NULL)
        return;
    char *l = coral_real((char *)*lock);
    int i = place_of(s, l);
    if (!has(s, i, l)) {
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0212, "the lock is not in the set");
        return;
    }
    memmove(&s->list[i], &s->list[i + 1], (size_t)(--s->n - i) * sizeof *s->list);
}

void coral_caf_lockset_destroy_(const int64_t *addr, PLACED) {
    CALL("lockset_destroy");
    if (set_at(&call, *addr))
        destroy(*addr);
}

void coral_caf_lockset_acquire_(const int64_t *addr, PLACED) {
    CALL("lockset_acquire");
    const lock_set *s = set_at(&call, *addr);
    for (int i = 0; s && i < s->n; i++) {
        int64_t lock = (int64_t)s->list[i];
        coral_lock_(&lock, line, file, NULL, NULL, NULL, file_len, 0);
    }
}

void coral_caf_lockset_release_(const int64_t *addr, PLACED) {
    CALL("lockset_release");
    const lock_set *s = set_at(&call, *addr);
    for (int i = s ? s->n - 1 : -1; i >= 0; i--) {
        int64_t lock = (int64_t)s->list[i];
        coral_unlock_(&lock, line, file, NULL, NULL, file_len, 0);
    }
}
