/* The local heap: malloc of the program, inside of the image's own slot.
 *
 * What a pointer or allocatable component of a coarray holds is allocated by one image alone. If it
 * lies in that image's slot, the others reach it as they reach coarrays (component.c). So malloc is
 * served from the upper half of the slot's heap, in programs that refer to such components.
 *
 * Small blocks: size classes; each thread keeps a list of free blocks per class, which it refills
 * from and returns to the class's shared list in batches. Large blocks: runs of chunks, best of the
 * bin that fits, joined with free neighbours when they are freed. A table beside the heap says what
 * each chunk is, so that blocks have no headers. */
#include "mem.h"
#include "local.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <unistd.h>

enum {
    CHUNK = 64 << 10,
    SMALL = 32 << 10,  /* largest block of a size class */
    CLASSES = 41,      /* class 0 is not used */
    LARGE = 100, FREE = 101,
    BINS = 32,
    DIRTY = 64 << 20,  /* freed memory beyond it goes back to the system */
};

/* What the table says of a chunk: the class of its blocks, or of the first and last chunk of a run
 * LARGE or FREE with the run's length. next and prev link free runs of a bin, by chunk number + 1.
 */
typedef struct {
    uint8_t kind;
    bool dirty; /* of a free run: has pages */
    uint32_t run, next, prev;
} chunk;

/* A free block; key is FREED in it, and nothing else than that in one of the program's. */
typedef struct block {
    struct block *next;
    uintptr_t key;
} block;

typedef struct {
    uint32_t lock;
    block *free;
    char *fresh, *end; /* of the span that is being cut up */
} central;

typedef struct {
    block *free;
    uint32_t n;
} cached;

static const uintptr_t FREED = 0x9e3779b97f4a7c15; /* a number that data rarely have */

static chunk *table;
static uint32_t top, chunks;  /* chunks from top on were never used */
static uint32_t bins[BINS];
static size_t dirty;
static uint32_t pages_lock;
static central classes[CLASSES];
static size_t most;           /* more than the machine has: left to malloc, which refuses */
static pthread_key_t leaving;
static _Thread_local __attribute__((tls_model("local-exec"))) cached cache[CLASSES];
static _Thread_local __attribute__((tls_model("local-exec"))) bool registered;

struct coral_local_heap coral_local;

static void take(uint32_t *lock) {
    while (__atomic_exchange_n(lock, 1u, __ATOMIC_ACQUIRE) != 0)
        for (int i = 0; __atomic_load_n(lock, __ATOMIC_RELAXED) != 0; i++)
            if (i > 100)
                sched_yield();
}
static void give(uint32_t *lock) { __atomic_store_n(lock, 0u, __ATOMIC_RELEASE); }

HOT unsigned class_of(size_t size) {
    if (size <= 128)
        return size == 0 ? 1 : (unsigned)((size + 15) / 16);
    size_t s = size - 1;
    unsigned e = 63 - (unsigned)__builtin_clzl(s);
    return 9 + (e - 7) * 4 + (unsigned)((s >> (e - 2)) & 3);
}

HOT size_t class_size(unsigned class) {
    if (class <= 8)
        return class * 16;
    unsigned e = 7 + (class - 9) / 4;
    return ((size_t)1 << e) + ((class - 9) % 4 + 1) * ((size_t)1 << (e - 2));
}

/* How many blocks move between a thread and the shared list at once. */
HOT uint32_t batch_of(unsigned class) {
    size_t n = 8192 / class_size(class);
    return n < 2 ? 2 : n > 64 ? 64 : (uint32_t)n;
}

static uint32_t number(const void *p) {
    return (uint32_t)((size_t)((const char *)p - coral_local.from) / CHUNK);
}
static char *address(uint32_t c) { return coral_local.from + (size_t)c * CHUNK; }

/* --- runs of chunks; pages_lock is held ------------------------------------------- */

static unsigned bin_of(uint32_t run) { return 31 - (unsigned)__builtin_clz(run); }

static void mark(uint32_t first, uint32_t run, uint8_t kind) {
    table[first].kind = table[first + run - 1].kind = kind;
    table[first].run = table[first + run - 1].run = run;
}

static void link_run(uint32_t c) {
    uint32_t *head = &bins[bin_of(table[c].run)];
    table[c].next = *head;
    table[c].prev = 0;
    if (*head)
        table[*head - 1].prev = c + 1;
    *head = c + 1;
    if (table[c].dirty)
        dirty += (size_t)table[c].run * CHUNK;
}

static void unlink_run(uint32_t c) {
    chunk *r = &table[c];
    if (r->prev)
        table[r->prev - 1].next = r->next;
    else
        bins[bin_of(r->run)] = r->next;
    if (r->next)
        table[r->next - 1].prev = r->prev;
    if (r->dirty)
        dirty -= (size_t)r->run * CHUNK;
}

static uint32_t find_run(uint32_t run) {
    unsigned b = bin_of(run);
    for (uint32_t c = bins[b]; c; c = table[c - 1].next)
        if (table[c - 1].run >= run)
            return c;
    while (++b < BINS)
        if (bins[b])
            return bins[b];
    return 0;
}

/* UINT32_MAX: none is left. zero: the memory reads as zeros. */
static uint32_t take_run(uint32_t run, bool *zero) {
    uint32_t found = find_run(run);
    if (found == 0) {
        if (run > chunks - top)
            return UINT32_MAX;
        *zero = true;
        top += run;
        return top - run;
    }
    uint32_t c = found - 1, rest = table[c].run - run;
    unlink_run(c);
    *zero = !table[c].dirty;
    if (rest > 0) {
        mark(c + run, rest, FREE);
        table[c + run].dirty = table[c].dirty;
        link_run(c + run);
    }
    return c;
}

static void free_run(uint32_t c, uint32_t run) {
    bool has_pages = true;
    if (dirty + (size_t)run * CHUNK > DIRTY &&
        madvise(address(c), (size_t)run * CHUNK, MADV_REMOVE) == 0)
        has_pages = false;
    if (c > 0 && table[c - 1].kind == FREE && table[c - table[c - 1].run].dirty == has_pages) {
        uint32_t before = table[c - 1].run;
        unlink_run(c - before);
        c -= before;
        run += before;
    }
    if (c + run < top && table[c + run].kind == FREE && table[c + run].dirty == has_pages) {
        uint32_t after = table[c + run].run;
        unlink_run(c + run);
        run += after;
    }
    mark(c, run, FREE);
    table[c].dirty = has_pages;
    link_run(c);
}

/* What the C library's free says and does of blocks that are its own. The image's report has the
 * line. */
COLD static void refuse(const char *problem) {
    ssize_t written = write(STDERR_FILENO, problem, strlen(problem));
    (void)written;
    abort();
}

/* --- large blocks ---------------------------------------------------------------------- */

static void *large_alloc(size_t size, bool *zero) {
    uint32_t run = (uint32_t)((size + CHUNK - 1) / CHUNK);
    take(&pages_lock);
    uint32_t c = take_run(run, zero);
    if (c != UINT32_MAX)
        mark(c, run, LARGE);
    give(&pages_lock);
    return c == UINT32_MAX ? NULL : address(c);
}

static void large_free(void *p, uint32_t c) {
    take(&pages_lock);
    if (table[c].kind != LARGE || p != address(c)) {
        give(&pages_lock); /* a handler of SIGABRT may allocate */
        refuse("free(): double free or invalid pointer\n");
    }
    uint32_t run = table[c].run;
    table[c].kind = FREE; /* even if it comes to lie within a run */
    free_run(c, run);
    give(&pages_lock);
}

/* --- small blocks ---------------------------------------------------------------------- */

static bool new_span(central *k, unsigned class) {
    uint32_t run = class_size(class) > 8192 ? 4 : 1;
    bool zero;
    take(&pages_lock);
    uint32_t c = take_run(run, &zero);
    if (c != UINT32_MAX)
        for (uint32_t i = 0; i < run; i++)
            table[c + i].kind = (uint8_t)class;
    give(&pages_lock);
    if (c == UINT32_MAX)
        return false;
    k->fresh = address(c);
    k->end = k->fresh + (size_t)run * CHUNK;
    return true;
}

COLD static void *refill(unsigned class) {
    if (!registered) {
        registered = true;
        pthread_setspecific(leaving, cache);
    }
    central *k = &classes[class];
    size_t size = class_size(class);
    uint32_t want = batch_of(class), got = 0;
    block *list = NULL;
    take(&k->lock);
    for (; got < want && k->free; got++) {
        block *b = k->free;
        k->free = b->next;
        b->next = list;
        list = b;
    }
    while (got < want) {
        if ((size_t)(k->end - k->fresh) < size && (got > 0 || !new_span(k, class)))
            break;
        block *b = (block *)k->fresh;
        k->fresh += size;
        b->next = list;
        list = b;
        got++;
    }
    give(&k->lock);
    if (list == NULL)
        return NULL;
    cache[class].free = list->next;
    cache[class].n = got - 1;
    return list;
}

static void give_back(unsigned class, uint32_t n) {
    block *first = cache[class].free, *last = first;
    for (uint32_t i = 1; i < n; i++)
        last = last->next;
    cache[class].free = last->next;
    cache[class].n -= n;
    central *k = &classes[class];
    take(&k->lock);
    last->next = k->free;
    k->free = first;
    give(&k->lock);
}

COLD static void flush(unsigned class) { give_back(class, batch_of(class)); }

static void thread_leaves(void *unused) {
    (void)unused;
    for (unsigned class = 1; class < CLASSES; class++)
        if (cache[class].n > 0)
            give_back(class, cache[class].n);
    registered = false;
}

/* A block that looks freed is in a list, or the program has such data by chance. What is in the
 * list of another thread is not found. */
COLD static void look_for(const block *b, unsigned class) {
    bool found = false;
    for (const block *l = cache[class].free; l && !found; l = l->next)
        found = l == b;
    central *k = &classes[class];
    take(&k->lock);
    for (const block *l = k->free; l && !found; l = l->next)
        found = l == b;
    give(&k->lock);
    if (found)
        refuse("free(): double free detected\n");
}

/* --- entries: heap.c ----------------------------------------------------------------------- */

void *coral_local_alloc(size_t size, bool clear) {
    if (LIKELY(size <= SMALL)) {
        unsigned class = class_of(size);
        block *b = cache[class].free;
        if (LIKELY(b != NULL)) {
            cache[class].free = b->next;
            cache[class].n--;
        } else if ((b = refill(class)) == NULL)
            return NULL;
        b->key = 0;
        return clear ? memset(b, 0, size) : b;
    }
    bool zero;
    if (size > most)
        return NULL;
    void *p = large_alloc(size, &zero);
    if (p && clear && !zero)
        memset(p, 0, size);
    return p;
}

void coral_local_free(void *p) {
    if (UNLIKELY(!coral_local.open)) /* a forked child: its copy of the heap stays as it is */
        return;
    uint32_t c = number(p);
    unsigned class = table[c].kind;
    if (UNLIKELY(class >= LARGE)) {
        large_free(p, c);
        return;
    }
    if (UNLIKELY(class == 0 || (uintptr_t)p % 16 != 0))
        refuse("free(): invalid pointer\n");
    block *b = p;
    if (UNLIKELY(b->key == FREED))
        look_for(b, class);
    b->next = cache[class].free;
    b->key = FREED;
    cache[class].free = b;
    if (UNLIKELY(++cache[class].n > 2 * batch_of(class)))
        flush(class);
}

size_t coral_local_size(const void *p) {
    const chunk *c = &table[number(p)];
    return c->kind < LARGE ? class_size(c->kind) : (size_t)c->run * CHUNK;
}

/* In the boot constructor: no malloc, one thread. */
void coral_local_open(char *from, char *to) {
    struct sysinfo info;
    if (sysinfo(&info) != 0)
        return;
    most = (info.totalram + info.totalswap) * info.mem_unit;
    size_t count = (size_t)(to - from) / CHUNK;
    chunks = count < UINT32_MAX / 2 ? (uint32_t)count : UINT32_MAX / 2;
    void *p = mmap(NULL, (size_t)chunks * sizeof(chunk), PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED || pthread_key_create(&leaving, thread_leaves) != 0)
        return;
    table = p;
    coral_local = (struct coral_local_heap){from, to, true};
}
