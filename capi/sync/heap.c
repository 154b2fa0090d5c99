/* Allocatable coarrays: malloc and free of generated code, and the statements around them.
 *
 * What else they give comes from the local heap (local.c), where there is one.
 *
 * The program is linked with --wrap=malloc, calloc, aligned_alloc (flang 23 asks it for arrays),
 * realloc and free. Between coral_alloc_begin and
 * coral_alloc_end the thread's first allocation is served by the symmetric heap. A free of
 * an address there is a collective deallocation, whoever makes it: a deallocate statement or
 * the compiler at the end of a scope. */
#include "sync.h"
#include "../core/fault.h"
#include "../mem/local.h"
#include "../core/place.h"
#include "../core/string_arg.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void *__real_malloc(size_t) __attribute__((weak));
void *__real_calloc(size_t, size_t) __attribute__((weak));
void *__real_aligned_alloc(size_t, size_t) __attribute__((weak));
void *__real_realloc(void *, size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

#define VISIBLE __attribute__((visibility("default")))
#define TLS static _Thread_local __attribute__((tls_model("local-exec")))

TLS bool serving;       /* the next allocation is a coarray's */
TLS char *leaving;      /* the coarray of the deallocate statement in execution */
TLS coral_call pending; /* of the allocate or deallocate statement around it */
TLS int failure;        /* stat of the symmetric allocation or deallocation, 0: none */
TLS char message[256];  /* of a deallocation that failed */
TLS char reason[512];   /* of an allocation that failed, filled up with blanks */
TLS coral_code refused; /* the code of that */
TLS size_t wanted;      /* bytes of that allocation, for its message */
TLS char *assigned;     /* the coarray of the assignment in execution */
TLS coral_call assignment;

static void *serve(size_t size, bool clear) {
    serving = false;
    wanted = size;
    coral_call call = pending;
    call.stat = &failure; /* coral_alloc_end reports it, after the compiler's own clean-up */
    call.errmsg = reason;
    call.errmsg_len = sizeof reason;
    call.code = &refused;
    void *p = coral_heap_alloc(&call, size);
    if (p == NULL)
        errno = ENOMEM;
    else if (clear)
        memset(p, 0, size);
    return p;
}

/* Memory of this image alone: from the local heap, if the program has one. */
HOT void *own_alloc(size_t size, bool clear) {
    void *p;
    if (coral_local.open && (p = coral_local_alloc(size, clear)) != NULL)
        return p;
    return clear ? __real_calloc(1, size) : __real_malloc(size);
}

static void *local_realloc(void *p, size_t size) {
    size_t had = coral_local_size(p);
    if (size <= had && size >= had / 2)
        return p;
    void *to = own_alloc(size, false);
    if (to == NULL)
        return NULL;
    memcpy(to, p, size < had ? size : had);
    coral_local_free(p);
    return to;
}

VISIBLE void *__wrap_malloc(size_t size) {
    if (UNLIKELY(serving))
        return serve(size, false);
    return own_alloc(size, false);
}

VISIBLE void *__wrap_calloc(size_t n, size_t size) {
    size_t bytes;
    if (UNLIKELY(serving))
        return __builtin_mul_overflow(n, size, &bytes) ? NULL : serve(bytes, true);
    if (!coral_local.open || __builtin_mul_overflow(n, size, &bytes))
        return __real_calloc(n, size);
    return own_alloc(bytes, true);
}

/* The blocks of both heaps whose size is a multiple of a cache line begin at one. */
VISIBLE void *__wrap_aligned_alloc(size_t align, size_t size) {
    enum { LINE = 64 };
    void *p;
    if (align <= LINE && size <= SIZE_MAX - LINE) {
        size_t lines = (size + LINE - 1) / LINE * LINE;
        if (UNLIKELY(serving))
            return serve(lines, false);
        if (coral_local.open && (p = coral_local_alloc(lines, false)) != NULL)
            return p;
    }
    return __real_aligned_alloc(align, size);
}

/* A deallocation is an act of the team that has allocated the coarray, which in CAF 2.0 may be
 * another than the current one. (In Fortran 2018 it is not: 11.1.5.2 lets no CHANGE TEAM construct
 * deallocate what was allocated before.) */
static coral_team *enter_team_of(const void *p) {
    coral_team *team = coral_team_of_allocation(p);
    if (UNLIKELY(team != coral.team))
        coral_team_enter(team);
    return team;
}

/* Its name tells the launcher that it is the runtime's. */
COLD static void coral_changes_shape(coral_call *call) {
    call->what = "assignment"; /* line 0: gfortran's own code has called */
    coral_error(call, CORAL_STAT_ERROR, CORAL_R0303,
        "an allocated coarray cannot change its shape or length");
}

COLD static void free_coarray(void *p) {
    if (coral.ending)
        return;
    if (p == assigned)
        coral_changes_shape(&assignment);
    coral_call call = pending;
    call.what = "deallocate";
    call.wait = CORAL_WAIT_FREE;
    if (UNLIKELY(coral.foreign)) /* the end of a scope is the end of a segment, too */
        coral_foreign_end(&call);
    coral_team *was = coral.team, *team = enter_team_of(p);
    coral_note_freed(p);
    coral_heap_free(&call, p);
    if (team != was)
        coral_team_enter(was);
    pending = (coral_call){0};
    leaving = NULL;
}

VISIBLE void __wrap_free(void *p) {
    if (coral_in_local(p))
        coral_local_free(p);
    else if (UNLIKELY(coral_in_heap(p)))
        free_coarray(p);
    else
        __real_free(p);
}

VISIBLE void *__wrap_realloc(void *p, size_t size) {
    if (UNLIKELY(p != NULL && coral_in_heap(p))) {
        coral_call call = {0};
        coral_changes_shape(p == assigned ? &assignment : &call);
    }
    if (UNLIKELY(serving && p == NULL))
        return serve(size, false);
    if (p == NULL)
        return own_alloc(size, false);
    if (coral_in_local(p))
        return local_realloc(p, size);
    return __real_realloc(p, size);
}

/* Around an assignment to a whole allocatable coarray. */
void coral_assign_begin(const int64_t *addr, const int32_t *line, const void *file) {
    assigned = (char *)*addr;
    assignment =
        (coral_call){.line = *line, .file = string_address(file), .file_len = string_length(file)};
}

void coral_assign_end(void) { assigned = NULL; }

void coral_alloc_begin_(const int32_t *line, const char *file, size_t file_len) {
    pending = (coral_call){.what = "allocate",
        .wait = CORAL_WAIT_ALLOC,
        .line = *line,
        .file = file,
        .file_len = file_len};
    failure = 0;
    serving = true;
}

/* An image whose allocate failed before it asked for memory (the coarray was allocated already)
 * must still take part: it asks for what nobody can give, and all images get the error. */
static void take_part(void) {
    if (serving)
        serve(SIZE_MAX - CORAL_HEADER_SIZE * 2, false);
}

/* What the runtime has said of an allocation. */
COLD static void not_allocated(const coral_call *call, int stat) {
    char text[sizeof reason + 1];
    snprintf(text, sizeof text, "%.*s", coral_trimmed(reason, sizeof reason), reason);
    if (refused == CORAL_R0201 || refused == CORAL_R0202)
        coral_error(call, stat, refused, "%s", text);
    else
        coral_error(call, stat, CORAL_R0305, "%s", text);
}

void coral_alloc_end_(const int64_t *addr, const int32_t *corank, const int64_t *cobounds,
    const int32_t *allocstat, CORAL_AT, CORAL_AT_LEN) {
    PLACE("allocate", CORAL_WAIT_ALLOC);
    bool asked = !serving;
    take_part();
    serving = false;
    pending = (coral_call){0}; /* a deallocation at the end of a scope is no statement's */
    if (*allocstat != 0) {
        if (!asked)
            coral_error(&call, *allocstat, CORAL_R0304, "%s",
                *addr != 0 ? "the coarray is allocated already"
                           : "the coarray has no valid shape");
        else if (failure == CORAL_STAT_MEMORY)
            coral_error(&call, failure, CORAL_R0302,
                "no memory for a coarray of %zu bytes on each of %d images", wanted,
                (int)coral.team->n);
        else
            not_allocated(&call, failure == 0 ? *allocstat : failure);
        return;
    }
    char *p = (char *)*addr;
    if (!coral_in_heap(p)) {
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0405,
            "the compiler did not take the coarray's memory from malloc");
        return;
    }
    coral_check_cobounds_(cobounds, corank, line, file, file_len);
    coral_header *h = (coral_header *)(p - CORAL_HEADER_SIZE);
    h->corank = *corank;
    for (int i = 0; i < *corank; i++) {
        h->lower[i] = cobounds[2 * i];
        h->upper[i] = i + 1 < *corank ? cobounds[2 * i + 1] : 0;
    }
    coral_note_allocated(p);
    coral_gen++;
    /* Default initialisation came after the memory: nobody may look before (F2018 9.7.1.2). */
    coral_sync(&call);
}

void coral_dealloc_begin_(const int64_t *addr, CORAL_AT, CORAL_AT_LEN) {
    PLACE("deallocate", CORAL_WAIT_FREE);
    coral_ok(&call);
    if (*addr == 0) {
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0304, "the coarray is not allocated");
        return;
    }
    pending = call;
    leaving = (char *)*addr;
    failure = 0;
    if (stat) { /* a compiler takes free for what changes no variable */
        pending.stat = &failure;
        pending.errmsg = message;
        pending.errmsg_len = sizeof message;
    }
}

/* All images meet before the compiler frees what a coarray's components hold. Whoever is missing is
 * told by the deallocation itself. */
void coral_dealloc_meet_(const int32_t *line, const char *file, size_t file_len) {
    int32_t ignored = 0;
    coral_call call = {.what = "deallocate",
        .wait = CORAL_WAIT_FREE,
        .line = *line,
        .file = file,
        .file_len = file_len,
        .stat = &ignored};
    if (UNLIKELY(coral.foreign))
        coral_foreign_end(&call);
    coral_team *was = coral.team, *team = leaving ? enter_team_of(leaving) : was;
    coral_sync(&call);
    if (team != was)
        coral_team_enter(was);
}

/* After a native deallocate statement with STAT= of which coral_dealloc_begin had nothing to say.
 */
void coral_dealloc_end_(int32_t *stat, char *errmsg, size_t errmsg_len) {
    *stat = failure;
    if (failure != 0 && errmsg) {
        size_t n = errmsg_len < sizeof message ? errmsg_len : sizeof message;
        memcpy(errmsg, message, n);
        memset(errmsg + n, ' ', errmsg_len - n);
    }
}

/* move_alloc of coarrays: an image control statement; the deallocation of the target is collective
 * by itself. */
void coral_move_begin_(const int64_t *from, const int64_t *to, CORAL_AT, CORAL_AT_LEN) {
    PLACE("move_alloc", CORAL_WAIT_MOVE);
    (void)from;
    pending = (coral_call){0};
    if (*to != 0)
        pending = call;
    coral_gen++;
    coral_sync(&call);
}
