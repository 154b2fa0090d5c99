/* Memory of other images that lies in no slot: a pointer component may point to a variable on the
 * stack or of a shared library, or to what a shared library has allocated.
 *
 * The kernel copies it, as images of one machine may read and write each other's memory by
 * process_vm_readv; on other machines the image whose it is does so. A statement works on a copy
 * here, the mirror. Of each image whose memory is wanted, aligned regions are mirrored as a whole,
 * so that what overlaps there overlaps here. Pages come when a pointer to them is made, once in a
 * segment: no other image may change meanwhile what this one refers to (F2018 11.6.2). At the end
 * of the segment the bytes that this image has changed are sent, and the pages forgotten. */
#include "foreign.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
    PAGE = 4096,
    REGION_BITS = 36,
    BATCH = 512,        /* changes sent by one call */
    KEEP = 1 << 20,     /* of a mirror that is forgotten, so many bytes keep their memory here */
};
static const uintptr_t REGION = (uintptr_t)1 << REGION_BITS;

void *__real_calloc(size_t, size_t) __attribute__((weak));
void *__real_realloc(void *, size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

typedef struct region {
    int rank;
    uintptr_t from;       /* address there; a multiple of REGION */
    char *mirror, *fetched; /* the region as this image sees it, and as it came */
    uint8_t *have;        /* by page */
    struct region *next;
} region;

typedef struct { region *r; uintptr_t page, pages; } run;

static region *regions;
static run *runs; /* that have come in this segment */
static size_t n_runs, room;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

/* Yama lets only a process's ancestors copy its memory, and whom it names, with all descendants:
 * the launcher has all images. */
void coral_foreign_allow(void) { prctl(PR_SET_PTRACER, (unsigned long)getppid(), 0, 0, 0); }

static char *reserve(size_t bytes) {
    void *p = mmap(
        NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    madvise(p, bytes, MADV_DONTDUMP);
    return p;
}

static region *region_of(int rank, uintptr_t address) {
    uintptr_t from = address & ~(REGION - 1);
    for (region *r = regions; r; r = r->next)
        if (r->rank == rank && r->from == from)
            return r;
    region *r = __real_calloc(1, sizeof *r);
    char *memory = r ? reserve(2 * REGION + REGION / PAGE) : NULL;
    if (memory == NULL) {
        __real_free(r);
        return NULL;
    }
    *r = (region){rank, from, memory, memory + REGION, (uint8_t *)memory + 2 * REGION, regions};
    __atomic_store_n(&regions, r, __ATOMIC_RELEASE); /* region_with looks without the lock */
    return r;
}

static const region *region_with(const char *p) {
    for (const region *r = __atomic_load_n(&regions, __ATOMIC_ACQUIRE); r; r = r->next)
        if ((uintptr_t)(p - r->mirror) < REGION)
            return r;
    return NULL;
}

int coral_foreign_rank(const char *p) {
    const region *r = region_with(p);
    return r ? r->rank : -1;
}

/* 0 or the error of the system. */
static int fetch(region *r, uintptr_t page, uintptr_t pages) {
    if (n_runs == room) {
        size_t more = room ? 2 * room : 64;
        run *longer = __real_realloc(runs, more * sizeof *runs);
        if (longer == NULL)
            return ENOMEM;
        runs = longer;
        room = more;
    }
    pid_t pid = coral_status_of(r->rank)->pid;
    size_t at = page * PAGE, end = at + pages * PAGE;
    if (pid == 0) { /* of another machine */
        int err =
            coral_above.foreign(r->rank, false, (char *)r->from + at, r->mirror + at, end - at);
        if (err != 0)
            return err;
        at = end;
    }
    while (at < end) {
        struct iovec here = {r->mirror + at, end - at}, there = {(char *)r->from + at, end - at};
        ssize_t n = process_vm_readv(pid, &here, 1, &there, 1, 0);
        if (n <= 0)
            return n < 0 ? errno : EFAULT;
        at += (size_t)n;
    }
    memcpy(r->fetched + page * PAGE, r->mirror + page * PAGE, pages * PAGE);
    memset(r->have + page, 1, pages);
    runs[n_runs++] = (run){r, page, pages};
    coral.foreign = true;
    return 0;
}

static int fetch_missing(region *r, uintptr_t page, uintptr_t end) {
    int err = 0;
    while (page < end && err == 0) {
        while (page < end && r->have[page])
            page++;
        uintptr_t from = page;
        while (page < end && !r->have[page])
            page++;
        if (from < page)
            err = fetch(r, from, page - from);
    }
    return err;
}

static void refuse(const coral_call *call, int rank, int err) {
    if (call == NULL)
        return;
    if (err == ESRCH)
        coral_member_error(call,
            coral_has_failed(rank) ? coral_stat_failed_image : coral_stat_stopped_image, rank + 1);
    else
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0308,
            "the component of image %d points to memory that images do not share, and the system "
            "does not copy it: %s",
            rank + 1, strerror(err));
}

char *coral_foreign(const coral_call *call, int rank, const char *at, size_t bytes) {
    uintptr_t address = (uintptr_t)at, offset = address & (REGION - 1);
    if (offset + bytes > REGION) {
        refuse(call, rank, EFBIG);
        return NULL;
    }
    pthread_mutex_lock(&guard);
    region *r = region_of(rank, address);
    int err = r ? fetch_missing(r, offset / PAGE, (offset + bytes + PAGE - 1) / PAGE) : ENOMEM;
    pthread_mutex_unlock(&guard);
    if (err != 0) {
        refuse(call, rank, err);
        return NULL;
    }
    return r->mirror + offset;
}

/* --- the end of a segment --------------------------------------------------------- */

typedef struct {
    int n;
    struct iovec here[BATCH], there[BATCH];
} changes;

static int send_changes(const region *r, changes *c) {
    pid_t pid = coral_status_of(r->rank)->pid;
    int i = 0, n = c->n;
    c->n = 0;
    for (; pid == 0 && i < n; i++) {
        int err = coral_above.foreign(
            r->rank, true, c->there[i].iov_base, c->here[i].iov_base, c->here[i].iov_len);
        if (err != 0)
            return err;
    }
    while (i < n) {
        ssize_t sent = process_vm_writev(
            pid, &c->here[i], (unsigned long)(n - i), &c->there[i], (unsigned long)(n - i), 0);
        if (sent <= 0)
            return sent < 0 ? errno : EFAULT;
        /* The kernel may stop anywhere. */
        for (; i < n && (size_t)sent >= c->here[i].iov_len; i++)
            sent -= (ssize_t)c->here[i].iov_len;
        if (sent > 0) {
            c->here[i].iov_base = (char *)c->here[i].iov_base + sent;
            c->there[i].iov_base = (char *)c->there[i].iov_base + sent;
            c->here[i].iov_len = c->there[i].iov_len -= (size_t)sent;
        }
    }
    return 0;
}

/* Sends what differs from what has come, and nothing else: the next byte may be another image's to
 * change. */
static int send_run(const run *w, changes *c) {
    const char *now = w->r->mirror + w->page * PAGE, *was = w->r->fetched + w->page * PAGE;
    char *there = (char *)w->r->from + w->page * PAGE;
    size_t bytes = w->pages * PAGE;
    int err = 0;
    for (size_t i = 0; i < bytes && err == 0;) {
        if (i % PAGE == 0 && memcmp(now + i, was + i, PAGE) == 0) {
            i += PAGE;
            continue;
        }
        if (now[i] == was[i]) {
            i++;
            continue;
        }
        size_t from = i;
        while (i < bytes && now[i] != was[i])
            i++;
        c->here[c->n] = (struct iovec){(char *)now + from, i - from};
        c->there[c->n++] = (struct iovec){there + from, i - from};
        if (c->n == BATCH)
            err = send_changes(w->r, c);
    }
    return c->n > 0 && err == 0 ? send_changes(w->r, c) : err;
}

void coral_foreign_end(const coral_call *call) {
    static changes c;
    pthread_mutex_lock(&guard);
    coral.foreign = false;
    coral_ahead_end();
    for (size_t i = 0; i < n_runs; i++) {
        const run *w = &runs[i];
        int err = send_run(w, &c);
        /* To put into the memory of an image that has ended has no effect. */
        if (err != 0 && err != ESRCH)
            refuse(call, w->r->rank, err);
        memset(w->r->have + w->page, 0, w->pages);
        if (w->pages * PAGE > KEEP) {
            madvise(w->r->mirror + w->page * PAGE, w->pages * PAGE, MADV_DONTNEED);
            madvise(w->r->fetched + w->page * PAGE, w->pages * PAGE, MADV_DONTNEED);
        }
    }
    n_runs = 0;
    pthread_mutex_unlock(&guard);
}
