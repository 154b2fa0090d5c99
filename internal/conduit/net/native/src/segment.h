/* The memory that GASNet has allocated, in which chunks of the image's slot are shown by a second
 * mapping of their pages: what GASNet writes there stands in the slot. */
#ifndef CORAL_SEGMENT_H
#define CORAL_SEGMENT_H

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Whether the conduit writes by the processor, through the page table. A network card would go on
 * writing to the pages that were there before. */
#if defined GASNET_CONDUIT_UDP || defined GASNET_CONDUIT_MPI
static const bool segment_possible = true;
#else
static const bool segment_possible = false;
#endif

/* Pages that are taken, in the order of their addresses. */
typedef struct shown {
    struct shown *next;
    char *begin;
    size_t n;
} shown;

static struct {
    char *begin;
    size_t n;
    shown *taken;
} library_memory;

static void segment_open(void *begin, size_t n) {
    library_memory.begin = begin;
    library_memory.n = n;
}

/* The first gap of n bytes; NULL: there is none. */
static shown *segment_gap(size_t n) {
    char *at = library_memory.begin, *end = at + library_memory.n;
    shown **before = &library_memory.taken;
    for (; *before != NULL; before = &(*before)->next) {
        if ((size_t)((*before)->begin - at) >= n)
            break;
        at = (*before)->begin + (*before)->n;
    }
    shown *s = *before != NULL || (size_t)(end - at) >= n ? malloc(sizeof *s) : NULL;
    if (s == NULL)
        return NULL;
    *s = (shown){*before, at, n};
    return *before = s;
}

static void segment_unmap(void *chunk) {
    shown *s = chunk;
    for (shown **p = &library_memory.taken; *p != NULL; p = &(*p)->next)
        if (*p == s) {
            *p = s->next;
            break;
        }
    mmap(s->begin, s->n, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    free(s);
}

/* Shows memory of the slot, which is one shared object; gives its place. NULL: there is no room, or
 * the kernel does not map it again. One chunk takes half of the room at most: the area of static
 * data may be many times as large as the data. */
static char *segment_map(void *memory, size_t n, void **chunk) {
    enum { PAGE = 4096 };
    size_t before = (uintptr_t)memory % PAGE;
    size_t pages = (before + n + PAGE - 1) / PAGE * PAGE;
    shown *s = pages <= library_memory.n / 2 ? segment_gap(pages) : NULL;
    if (s == NULL)
        return NULL;
    /* Of a shared mapping, of which 0 bytes are moved, the kernel makes a second one (mremap(2)).
     * UCX, on which an MPI may stand, takes the place of mremap and leaves out the new address. */
    if (syscall(SYS_mremap, (char *)memory - before, 0, pages, MREMAP_MAYMOVE | MREMAP_FIXED,
            s->begin) != (long)(intptr_t)s->begin) {
        segment_unmap(s);
        return NULL;
    }
    *chunk = s;
    return s->begin + before;
}

#endif
