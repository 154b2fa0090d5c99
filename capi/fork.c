/* A child that the program forks must not change its parent's memory: the data pages
 * are shared mappings, which fork would leave shared. The child gets copies;
 * the parent waits until they are made, so that they show the moment of the fork. Nor may it change
 * other images' memory, where a barrier would take it for its parent: that it can only read. */
#include "core/core.h"
#include "mem/local.h"
#include "start.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Not in the data segment's pages when they are replaced: anonymous shared memory of parent and
 * child. */
static uint32_t *copied;

static void before(void) {
    void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    copied = p == MAP_FAILED ? NULL : p;
}

static void in_parent(void) {
    if (copied == NULL)
        return;
    for (int tries = 0; load32(copied) == 0 && tries < 100; tries++)
        coral_futex_wait(copied, 0, 100); /* a child that died at once must not hang its parent */
    munmap(copied, 4096);
    copied = NULL;
}

static void make_private(coral_range r) {
    size_t n = (size_t)(r.to - r.from);
    char *copy =
        mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (copy == MAP_FAILED)
        _exit(127);
    unsigned char resident[4096];
    for (size_t at = 0; at < n;) {
        size_t pages = (n - at) / 4096;
        if (pages > sizeof resident)
            pages = sizeof resident;
        if (mincore(r.from + at, pages * 4096, resident) != 0)
            memset(resident, 1, pages);
        for (size_t i = 0; i < pages; i++)
            if (resident[i] & 1)
                memcpy(copy + at + i * 4096, r.from + at + i * 4096, 4096);
        at += pages * 4096;
    }
    mremap(copy, n, n, MREMAP_MAYMOVE | MREMAP_FIXED, r.from);
}

static void protect_others(void) {
    size_t below = (size_t)coral.rank * coral.stride,
           above = (size_t)(coral.n - coral.rank - 1) * coral.stride;
    if (below > 0)
        mprotect(coral.slot0, below - coral.guard, PROT_READ);
    if (above > 0)
        mprotect(coral.base + coral.stride, above - coral.guard, PROT_READ);
    /* there this image's own slot is the parent's still */
    for (const coral_team *t = coral_teams; t; t = t->next)
        if (t->window)
            mprotect(t->window, (size_t)t->n * coral.stride, PROT_READ);
}

static void in_child(void) {
    uint32_t *flag = copied;
    for (int i = 0; i < CORAL_RANGES && coral_data[i].from; i++)
        make_private(coral_data[i]);
    size_t heap = (size_t)(coral.slot_end - coral.base) - coral.static_size;
    mmap(coral.base + coral.static_size, heap, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, coral.fd,
        (off_t)((uint64_t)coral.rank * coral.stride + coral.static_size));
    coral_local.open = false;
    protect_others();
    coral.image = false;  /* its exit is not the image's */
    coral.shipped = true; /* statements that can wait are refused at their beginning */
    coral.windows = true; /* others take the longer way, on which they are refused (coral_post) */
    if (flag == NULL)
        return;
    __atomic_store_n(flag, 1u, __ATOMIC_SEQ_CST);
    coral_futex_wake(flag, 1);
}

void coral_fork_handlers(void) { pthread_atfork(before, in_parent, in_child); }
