/* OpenMP's atomic constructs on objects of images that are not mapped. Generated code repeats the
 * construct's statements, which work on shadow memory, until what they made of the word could be
 * put in its place. */
#include "../net/net.h"
#include "../core/string_arg.h"

#include <pthread.h>
#include <string.h>

enum { LOAD = 0, CAS = 6 }; /* conduit.AtomicOp */
enum { DEEPEST = 16 };

/* A construct in progress: the statement may call functions with constructs of their own. */
typedef struct {
    /* its real place; where the statement sees the object, in the window of a team another one */
    char *word, *shown;
    int width;
    /* of the object in the word: those of 1 and 2 bytes are exchanged with their neighbours, which
     * other threads may have in the shadow meanwhile */
    int at, bytes;
    uint64_t seen;
} exchange;

static exchange stack[DEEPEST];
static int depth;
/* The shadow is one for all threads of this image. It is held while the statements are executed. */
static pthread_mutex_t holding;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_mutex(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&holding, &a);
}

/* Whether the processor's own atomic operations do: also where the other image is one of this
 * machine among others, whose memory the statement would change itself. */
bool coral_here(const int64_t *addr) {
    const char *p = coral_real((const char *)*addr);
    if (!coral.library || !coral_in_window(p) || coral_rank_of(p) == coral.rank)
        return true;
    return p == (const char *)*addr && coral_status_of(coral_rank_of(p))->here;
}

static void show(const exchange *e) {
    memcpy(e->shown, (const char *)&e->seen + e->at, (size_t)e->bytes);
}

/* The width of the word with an object of so many bytes, and where in it the object begins. */
static int width_of(int64_t bytes) { return bytes > 4 ? 8 : 4; }
static int place_in(int64_t addr, int64_t bytes) { return (int)(addr & (width_of(bytes) - 1)); }

static bool within_word(int64_t addr, int64_t bytes) {
    return bytes <= 8 && place_in(addr, bytes) + bytes <= width_of(bytes);
}

static void refuse(int64_t addr, int64_t bytes, const int32_t *line, const void *file) {
    coral_call call = {.what = "atomic construct",
        .line = *line,
        .file = string_address(file),
        .file_len = string_length(file)};
    if (within_word(addr, bytes))
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0315,
            "%d atomic constructs of this thread are nested already", DEEPEST);
    coral_error(&call, CORAL_STAT_ERROR, CORAL_R0314,
        "an object of %lld bytes of another image%s cannot be changed atomically",
        (long long)bytes, bytes <= 8 ? ", at an address that is no multiple of that," : "");
}

/* For an image that is mapped, where the compiler would change such an object under a lock that
 * other images do not know. */
void coral_swap_check(
    const int64_t *addr, const int64_t *bytes, const int32_t *line, const void *file) {
    if (!within_word(*addr, *bytes))
        refuse(*addr, *bytes, line, file);
}

void coral_swap_begin(
    const int64_t *addr, const int64_t *bytes, const int32_t *line, const void *file) {
    pthread_once(&once, make_mutex);
    pthread_mutex_lock(&holding);
    if (!within_word(*addr, *bytes) || depth == DEEPEST) {
        refuse(*addr, *bytes, line, file);
        return;
    }
    exchange *e = &stack[depth++];
    e->width = width_of(*bytes);
    e->at = place_in(*addr, *bytes);
    e->bytes = (int)*bytes;
    e->shown = (char *)*addr;
    e->word = coral_real(e->shown) - e->at;
    e->seen = coral_library_atomic(LOAD, e->word, e->width, 0, 0);
    show(e);
}

/* Whether the word could be exchanged; else it is here as it is now. */
bool coral_swapped(void) {
    exchange *e = &stack[depth - 1];
    uint64_t made = e->seen, now = e->seen;
    memcpy((char *)&made + e->at, e->shown, (size_t)e->bytes);
    if (made != e->seen)
        now = coral_library_atomic(CAS, e->word, e->width, made, e->seen);
    if (now == e->seen) {
        depth--;
        pthread_mutex_unlock(&holding);
        return true;
    }
    e->seen = now;
    show(e);
    return false;
}
