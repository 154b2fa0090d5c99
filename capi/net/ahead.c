/* Loops that get one element after the other from another image, as in
 *
 *     do i = 1, n
 *         s = s + x(i)[k]
 *     end do
 *
 * wait for an answer each time. When a call site has got some elements at equal distances, the next
 * get also asks for the elements that would come after it, and they are kept here.
 *
 * That is right since no other image defines, in an unordered segment, what this segment refers to
 * (F2018 11.6.2). What is kept is forgotten at the end of the segment, when this image defines some
 * of it, and after a short time: a loop that waits for a change without SYNC MEMORY sees it. Of
 * volatile objects nothing is kept. */
#include "net.h"
#include "library.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void *__real_calloc(size_t, size_t) __attribute__((weak));

enum {
    PLACES = 32,
    LIKE = 2,            /* so many distances are equal to the one before */
    PIECE_MOST = 256,    /* bytes of an element */
    KEPT_MOST = 4096,    /* bytes of what is kept for a place */
    PIECES_MOST = 256,
    KEEP_NS = 1000000,
    KEEP_SAME_NS = 50000 /* of one element that is got again and again */
};

/* What a place of the program gets. */
typedef struct place {
    const void *caller;
    int rank;
    size_t bytes;     /* of an element */
    uint64_t last;    /* offset of the element before */
    int64_t step;     /* its distance from the one before that */
    int like;         /* so many distances were equal to the one before */
    int length;       /* so many elements at equal distances there were the time before */
    int sure;         /* so many will come, where a loop inside of another begins again; or 0 */
    int n, next;      /* elements that were asked for together; the one that comes next */
    uint64_t segment; /* in which they were */
    uint64_t until;   /* when they are too old */
    char kept[KEPT_MOST];
} place;

static _Thread_local place *places;
static _Thread_local const void *callers[PLACES]; /* of places */
static _Thread_local unsigned found, made;        /* the last one that was found, and made */
static int threads;                               /* that have some */

/* Of memory that all images have at this offset, how many elements from there on, at most n. */
static int within_memory(const char *own, int64_t step, size_t bytes, int n) {
    const char *low = NULL, *high = NULL;
    if (own >= coral.heap && own < coral.slot_end)
        low = coral.heap, high = coral.slot_end;
    for (int i = 0; i < CORAL_RANGES && coral_data[i].from && low == NULL; i++)
        if (own >= coral_data[i].from && own < coral_data[i].to)
            low = coral_data[i].from, high = coral_data[i].to;
    if (low == NULL || (int64_t)bytes > high - own)
        return 0;
    if (step == 0)
        return n;
    const int64_t room = step > 0 ? (high - own - (int64_t)bytes) / step : (own - low) / -step;
    return room + 1 < n ? (int)room + 1 : n;
}

/* Bytes of an element; 0: it has gaps, or is none or too long to be kept. */
static size_t piece(const coral_array *a) {
    int64_t bytes = (int64_t)a->size;
    for (int d = 0; d < a->rank; d++) {
        if (a->dim[d].step != bytes && a->dim[d].extent != 1)
            return 0;
        bytes *= a->dim[d].extent;
        if (bytes <= 0 || bytes > PIECE_MOST)
            return 0;
    }
    return bytes <= PIECE_MOST ? (size_t)bytes : 0;
}

/* The statements of a loop come in the order in which they came before. */
static place *place_of(const void *caller) {
    if (places == NULL) {
        if ((places = __real_calloc(PLACES, sizeof *places)) == NULL)
            return NULL;
        __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
    }
    for (unsigned i = 1; i <= PLACES; i++)
        if (callers[(found + i) % PLACES] == caller)
            return &places[found = (found + i) % PLACES];
    found = made = (made + 1) % PLACES;
    callers[found] = caller;
    return &places[found];
}

static const char *kept_for(place *p, uint64_t offset) {
    if (p->next >= p->n || offset != p->last + (uint64_t)p->step ||
        p->segment != __atomic_load_n(&coral.segment, __ATOMIC_RELAXED) || coral_now() >= p->until)
        return NULL;
    const int k = p->next++;
    return p->step == 0 ? p->kept : p->kept + (size_t)k * p->bytes;
}

/* The elements of which a loop has got so many, in one piece or with gaps. */
static bool ask_ahead(place *p, const coral_array *a, int n) {
    const int64_t bytes = (int64_t)p->bytes;
    coral_array there = {.addr = a->addr, .size = p->bytes, .type = CORAL_OTHER},
                here = {.addr = p->kept, .size = p->bytes, .type = CORAL_OTHER};
    if (p->step != 0) {
        there.rank = here.rank = 1;
        there.dim[0].extent = here.dim[0].extent = n;
        there.dim[0].step = p->step;
        here.dim[0].step = bytes;
    }
    p->segment = __atomic_load_n(&coral.segment, __ATOMIC_RELAXED);
    coral_library_exchange(&there, &here, CORAL_GET);
    if (coral_has_failed(p->rank)) /* perhaps nothing has come */
        return false;
    p->until = coral_now() + (p->step == 0 ? KEEP_SAME_NS : KEEP_NS);
    p->n = n;
    p->next = 1;
    coral.foreign = true; /* the end of the segment is told */
    return true;
}

static void note(place *p, const void *caller, int rank, size_t bytes, uint64_t offset) {
    if (p->caller != caller || p->rank != rank || p->bytes != bytes) {
        memset(p, 0, offsetof(place, kept));
        p->caller = caller;
        p->rank = rank;
        p->bytes = bytes;
        p->last = offset;
        return;
    }
    const int64_t step = (int64_t)(offset - p->last);
    p->last = offset;
    p->sure = 0;
    if (step == p->step) {
        p->like++;
        return;
    }
    if (p->like >= LIKE && p->step != 0) {
        const int elements = p->like + 2;
        if (elements == p->length) {
            p->sure = elements;
            p->like = -1;
            return;
        }
        p->length = elements;
    }
    p->like = 0;
    p->step = step;
}

/* Twice as many as the last time, as long as the loop goes on. */
static int how_many(const place *p, const char *own) {
    int n = p->sure ? p->sure : p->next >= p->n && p->n > 0 ? 2 * p->n : 4;
    if (n > PIECES_MOST)
        n = PIECES_MOST;
    if (p->step != 0 && n * p->bytes > KEPT_MOST)
        n = (int)(KEPT_MOST / p->bytes);
    return within_memory(own, p->step, p->bytes, n);
}

void coral_library_get(const coral_array *a) {
    const size_t bytes = piece(a);
    place *p;
    if (!coral_library_reaches(a))
        return;
    if (bytes == 0 || coral.async || (p = place_of(coral_caller)) == NULL) {
        coral_library_move(a, false);
        return;
    }
    const char *real = coral_real(a->addr);
    const int rank = coral_rank_of(real);
    const uint64_t offset = (uint64_t)(real - coral_slot(rank));
    if (p->caller == coral_caller && p->rank == rank && p->bytes == bytes) {
        const char *kept = kept_for(p, offset);
        if (kept) {
            memcpy(a->addr, kept, bytes);
            p->last = offset;
            p->like++;
            return;
        }
    }
    note(p, coral_caller, rank, bytes, offset);
    if (p->like < LIKE && !p->sure) {
        p->n = p->next = 0;
        coral_library_move(a, false);
        return;
    }
    const int n = how_many(p, coral.base + offset);
    p->n = p->next = 0;
    if (n > 1 && !coral_has_failed(rank) && ask_ahead(p, a, n))
        memcpy(a->addr, p->kept, bytes);
    else
        coral_library_move(a, false);
}

/* What p keeps for later lies between. */
static bool keeps(const place *p, int rank, uint64_t low, uint64_t high) {
    if (p->next >= p->n || p->rank != rank)
        return false;
    const uint64_t first = p->last + (uint64_t)p->step,
                   last = p->last + (uint64_t)(p->step * (p->n - p->next));
    return (p->step < 0 ? last : first) < high &&
        low < (p->step < 0 ? first : last) + p->bytes;
}

void coral_ahead_changed(int rank, uint64_t low, uint64_t high) {
    if (__atomic_load_n(&threads, __ATOMIC_RELAXED) != (places != NULL))
        coral_ahead_end(); /* another thread may keep it */
    for (int i = 0; places && i < PLACES; i++)
        if (keeps(&places[i], rank, low, high))
            places[i].n = places[i].next = 0;
}
