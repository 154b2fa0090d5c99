/* Where a statement stands, as one word that means the same on all images: what goes on behind its
 * statement, here or on others, can name it then. */
#include "../coll/coll.h"
#include "event.h"
#include "async.h"
#include "../net/library.h"

#include <link.h>
#include <pthread.h>
#include <string.h>

extern const char __executable_start[], _end[];

/* The file's name from the start of the program, then the line, then the name's length; above it
 * CORAL_PLACE_BLOCKS. */
enum { LINE = 32, LENGTH = 52, LINE_MAX = 1 << (LENGTH - LINE), LENGTH_MAX = 1 << (63 - LENGTH) };

/* Where constants of the program hold this text. */
typedef struct {
    char text[256];
    size_t len;
    const char *at; /* NULL: nowhere */
} constant;

static int search(struct dl_phdr_info *program, size_t size, void *sought) {
    (void)size;
    constant *c = sought;
    for (int i = 0; i < program->dlpi_phnum && c->at == NULL; i++) {
        const ElfW(Phdr) *segment = &program->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & (PF_R | PF_W)) == PF_R)
            c->at = memmem((const char *)(program->dlpi_addr + segment->p_vaddr), segment->p_filesz,
                c->text, c->len);
    }
    return 1; /* the first is the program; its libraries may lie elsewhere on other images */
}

/* Flang passes constants as copies on the stack: the same text is looked for in the program, once.
 * NULL: it is not there, or there are too many. */
static const char *constant_of(const char *text, size_t len) {
    static constant known[64];
    static int n;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const char *at = NULL;
    if (len == 0 || len > sizeof known->text)
        return NULL;
    pthread_mutex_lock(&lock);
    int i = 0;
    while (i < n && (known[i].len != len || memcmp(known[i].text, text, len) != 0))
        i++;
    if (i == n && n < (int)(sizeof known / sizeof *known)) {
        known[i].len = len;
        memcpy(known[i].text, text, len);
        dl_iterate_phdr(search, &known[i]);
        n++;
    }
    if (i < n)
        at = known[i].at;
    pthread_mutex_unlock(&lock);
    return at;
}

uint64_t coral_caf_place(const coral_call *call) {
    const char *file = call->file;
    if (file != NULL && (file < __executable_start || file >= _end))
        file = constant_of(file, call->file_len);
    if (file == NULL || call->line <= 0 || call->line >= LINE_MAX || call->file_len >= LENGTH_MAX)
        return 0;
    return (uint64_t)(uint32_t)(file - __executable_start) | (uint64_t)call->line << LINE |
        (uint64_t)call->file_len << LENGTH;
}

const char *coral_caf_file(uint64_t place, int *length, int *line) {
    *length = (int)(place >> LENGTH & (LENGTH_MAX - 1));
    *line = (int)(place >> LINE & (LINE_MAX - 1));
    return __executable_start + (uint32_t)place;
}

void coral_caf_at_place(coral_call *call, uint64_t place) {
    int length;
    if (place == 0)
        return;
    call->file = coral_caf_file(place, &length, &call->line);
    call->file_len = (size_t)length;
}

int coral_caf_place_is_c(uint64_t place) {
    coral_call call = {0};
    coral_caf_at_place(&call, place);
    return coral_speaks_c(&call);
}

#define ASYNC(name) name "_async",
static const char *const collective_names[] = {CORAL_TEAM_COLLECTIVES(ASYNC) "reduction async",
    "bcast async"};
#undef ASYNC
_Static_assert(sizeof collective_names / sizeof collective_names[0] == CORAL_XMP_BCAST + 1,
    "a name for each kind");

const char *coral_caf_collective_name(int kind, uint64_t place) {
    const bool blocks = (place & CORAL_PLACE_BLOCKS) && kind < CORAL_XMP_REDUCTION;
    return (blocks ? coral_team_collectives : collective_names)[kind];
}

void coral_caf_failed(int result, int kind, uint64_t place) {
    coral_call call = {.what = kind >= 0 ? coral_caf_collective_name(kind, place)
            : place                      ? "copy_async"
                                         : "asynchronous operation"};
    coral_caf_at_place(&call, place);
    if (result == CORAL_GO_OTHER)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0601, "%s", coral_go_message);
    coral_report(&call, result);
}
