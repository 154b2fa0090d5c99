/* What an image is, the statements that it executes, its waits and its end: what all folders of the
 * runtime know. Declarations that programs see: include/coral.h. */
#ifndef CORAL_CORE_H
#define CORAL_CORE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "../include/coral.h"
#include "../include/coral_layout.h"
#include "codes.h"

#pragma GCC visibility push(hidden)

#define HOT static inline __attribute__((always_inline))
#define COLD __attribute__((cold, noinline))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* --- who and where -------------------------------------------------------- */

/* The members of all teams that one FORM TEAM has made, in runs, by team number and image index. */
typedef struct coral_siblings {
    int n; /* runs */
    coral_team_run run[];
} coral_siblings;

/* A team as one of its members sees it. The initial team's is static; the
 * pointer coral.team is the current one. Image indices in a team are from 1,
 * member indices from 0; ranks are those of the initial team. */
typedef struct coral_team {
    int n;               /* members */
    int me;              /* own member index */
    const int32_t *rank; /* ranks of the members; NULL: they are first, first+step, .. */
    int first, step;
    uint64_t control;    /* offset of TeamControl in a slot */
    uint64_t number;
    struct coral_team *parent;
    int id;              /* by which Go knows it, 0: the initial team */
    /* all teams that one FORM TEAM has made with it; NULL: the initial team */
    const coral_siblings *siblings;
    /* where its members' slots lie in the team's order; NULL: not (yet) needed */
    char *window;
    struct coral_team *next; /* of all teams of this image */
    int rounds;          /* of the dissemination barrier */
    bool broken;         /* a member has stopped or failed: barriers scan */
    coral_team_control *mine;
    coral_round_flag *to[CORAL_BARRIER_ROUNDS]; /* where round r's flag is sent */
    coral_control *wakes[CORAL_BARRIER_ROUNDS]; /* and whom that may wake */
    uint64_t stage;      /* offset of the staging area of large collectives, 0: none yet */
    size_t stage_size;
    /* async/short.c: where members show what short collectives need; NULL: not seen yet */
    coral_board_slot **boards;
    /* up to here all members have completed the asynchronous collectives that they have begun: at
     * least */
    uint64_t completed;
} coral_team;

struct coral_state {
    bool image;      /* this process is an image */
    bool unmapped;
    bool library;    /* other images are not mapped, and there are others */
    bool windows;    /* some team has a window */
    bool components; /* the program has pointers to other images' components */
    bool crowded;    /* more images than cores: yield at once, central barrier */
    int rank, n;     /* in the initial team */
    int spins;       /* how often a waiter looks before it yields */
    bool pauses;     /* .. with a pause after each look */
    int fd;          /* the memory object */
    int conduit;     /* layout.ConduitSMP .. */
    uint64_t stride, static_size, guard;
    uint64_t inverse; /* 2^48 / (stride >> 21), rounded up: see coral_rank_of */
    char *base;      /* of the own slot */
    char *slot0;     /* of rank 0's slot, by the stride */
    char *heap, *heap_end; /* of the own slot: the symmetric heap */
    char *slot_end;        /* the local heap lies between */
    coral_job *job;
    coral_control *control; /* own */
    coral_team *team;
    coral_team initial;
    /* the program has asked for the state of an image that it reads or writes, and knows that it
     * has failed */
    bool forgive;
    /* this segment has pages of other images that they do not share (foreign.c), or elements that
     * were got ahead (net/ahead.c) */
    bool foreign;
    uint64_t segment; /* grows where such elements are not to be used any more */
    bool begun;      /* main has: before, in constructors, Go may not be there */
    int ending;      /* this image is on its way out: no more waiting for others */
    bool async;      /* the program has asynchronous operations: waits advance them */
    /* no statement may wait: a procedure runs that another image has shipped here, or this process
     * is one that the image has forked, or the image has left */
    bool shipped;
    bool left;       /* a thread that is not the main one has ended the image: others rest */
};
extern struct coral_state coral;

/* Images reach each other by a communication library, and something else than Coral's launcher has
 * started them. */
HOT bool coral_linked(void) {
    return coral.conduit != CORAL_CONDUIT_SMP && coral.conduit != CORAL_CONDUIT_GUEST;
}

HOT char *coral_slot(int rank) { return coral.slot0 + (uint64_t)rank * coral.stride; }
HOT coral_control *coral_control_of(int rank) {
    return (coral_control *)(coral_slot(rank) + coral.static_size);
}
HOT int coral_member_rank(const coral_team *t, int member) {
    return UNLIKELY(t->rank != NULL) ? t->rank[member] : t->first + member * t->step;
}
HOT coral_team_control *coral_team_of(const coral_team *t, int member) {
    return (coral_team_control *)(coral_slot(coral_member_rank(t, member)) + t->control);
}
HOT coral_status *coral_status_of(int rank) {
    return (
        coral_status *)((char *)coral.job + CORAL_JOB_STATUS + (size_t)rank * CORAL_STATUS_SIZE);
}

/* The rank in whose slot an address lies: a division by the stride, which is a
 * multiple of 2 MiB, as a multiplication. Exact for all windows that layout allows. */
HOT int coral_rank_of(const void *p) {
    uint64_t d = (uint64_t)((const char *)p - coral.slot0) >> 21;
    return (int)((d * coral.inverse) >> 48);
}
/* The end of the slot below is no memory of images: there lie this one's instructions and
 * constants. */
HOT bool coral_in_window(const void *p) {
    return (uint64_t)((const char *)p - coral.slot0) < (uint64_t)coral.n * coral.stride &&
        (uint64_t)((const char *)p - (coral.base - coral.guard)) >= coral.guard;
}
/* state.c: generated code may bring an address in the window of a team (coral_team.window): this is
 * the same byte's place in the one window of all images, by which the runtime itself addresses. */
char *coral_real_slow(const void *p) COLD;
/* all teams of this image but the initial one */
extern coral_team *coral_teams;
HOT char *coral_real(const void *p) {
    return UNLIKELY(coral.windows) ? coral_real_slow(p) : (char *)p;
}
HOT bool coral_in_heap(const void *p) {
    return (const char *)p >= coral.heap && (const char *)p < coral.heap_end;
}

/* --- a call of generated code ------------------------------------------------ */

/* What a statement of the user's program brings: its place and where errors go. */
typedef struct coral_call {
    const char *what;  /* the statement, as messages name it */
    uint32_t wait;     /* CORAL_WAIT_* */
    int line;
    const char *file;
    size_t file_len;
    int *stat;
    char *errmsg;
    size_t errmsg_len;
    /* collectives: what this image brings to which, a coral_brings; 0 for others */
    uint32_t brings;
    coral_code *code; /* with stat: gets the error's */
} coral_call;

/* state.c: whose statement Go works on, for this thread; NULL again when Go returns, since the call
 * lies on the stack. coral_current gives the one before. */
extern _Thread_local const coral_call *coral_in_go;
const coral_call *coral_current(const coral_call *call);
/* The statement for which this thread's call is in the library: where its call returns to, for a
 * report of where the image is; NULL: there is none. */
extern _Thread_local void *coral_caller;

/* fault.c */
bool coral_no_image(uint64_t address, int64_t *rank);
void coral_await_reporter(uint64_t patience);
void coral_beyond(char *out, size_t room, int64_t rank);

/* The words of a message that follow a number of images. */
#define IS(n) ((n) == 1 ? "is" : "are")
#define IMAGES(n) ((n) == 1 ? "image" : "images")

/* error.c */
int coral_error(const coral_call *call, int stat, coral_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5))) COLD;
/* Images bring different things to a statement, or execute different ones, which another one finds
 * too: one of them tells it, and the run ends. */
void coral_mismatch_error(const coral_call *call, coral_code code, const char *text)
    __attribute__((noreturn)) COLD;
void coral_message(const coral_call *call, coral_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4))) COLD;
/* What does not end the run. */
void coral_warn(const coral_call *call, const char *text) COLD;
/* stop.c: called when this image begins to end normally; NULL: nothing is. */
extern void (*coral_at_end)(void);
/* The exit code of what could not be started. */
enum { CORAL_NOT_STARTED = 127 };
void coral_fatal(coral_code code, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn)) COLD;
void coral_refuse_child(const coral_call *call) __attribute__((noreturn)) COLD;
void coral_refuse(coral_code code, const char *text, int status) __attribute__((noreturn)) COLD;
/* the length of an errmsg without what it is filled up with */
int coral_trimmed(const char *text, size_t n);
int coral_index_error(const coral_call *call, int index) COLD;
int coral_member_error(const coral_call *call, int stat, int image);
/* an event or a lock, by its real address: in some image's slot; false: reported */
bool coral_located(const coral_call *call, const void *p);
HOT int coral_ok(const coral_call *call) {
    if (call->stat)
        *call->stat = 0;
    return 0;
}

/* --- words, waiting ------------------------------------------------------------ */

HOT uint64_t load64(const uint64_t *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
HOT uint32_t load32(const uint32_t *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
HOT void store64(uint64_t *p, uint64_t v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }
/* a store and a full barrier */
HOT void exchange64(uint64_t *p, uint64_t v) { (void)__atomic_exchange_n(p, v, __ATOMIC_SEQ_CST); }
HOT void fence(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
/* Takes so many posts of an event, if it has them. Several threads of the image may wait for it: no
 * post is for two of them. */
HOT bool coral_take_posts(coral_event *e, int64_t want) {
    int64_t taken = __atomic_load_n(&e->taken, __ATOMIC_RELAXED);
    while (__atomic_load_n(&e->posts, __ATOMIC_ACQUIRE) - taken >= want)
        if (__atomic_compare_exchange_n(
                &e->taken, &taken, taken + want, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
            return true;
    return false;
}
/* What others have defined may be seen: nothing that was got ahead is used any more (net/ahead.c).
 */
HOT void coral_ahead_end(void) { __atomic_add_fetch(&coral.segment, 1, __ATOMIC_RELAXED); }
HOT bool coral_has_failed(int rank) {
    return load32(&coral_status_of(rank)->state) == CORAL_STATE_FAILED;
}

/* Between two looks at a word that another processor is going to change. Without a pause the loop
 * asks for the cache line so often that the writer loses it again before it has written, and loads
 * made ahead of their turn are thrown away when it changes. Where a pause is long, looks with
 * pauses see the change late: coral_learn_to_wait. */
HOT void coral_pause(void) {
#ifdef __x86_64__
    if (LIKELY(coral.pauses))
        __builtin_ia32_pause();
#endif
}

/* Looks whether a word, which only grows, comes to value, without giving up the processor. Never
 * where images are too many for that. */
HOT bool coral_comes_soon(const uint64_t *word, uint64_t value) {
    for (int i = 0; i < coral.spins; i++) {
        if (load64(word) >= value)
            return true;
        coral_pause();
    }
    return false;
}

/* A wait in progress. Zero it, then:
 *     while (!condition) if (coral_wait(&w)) { look for stopped and failed images }
 *     coral_wait_end(&w);
 * coral_wait is true when Alert has changed since the last time, at first since the run began: as
 * long as no image has stopped or failed, nobody looks for one. */
/* A wait that this image shows the others (layout.Status), as long as it goes on. */
typedef struct coral_published {
    struct coral_published *older; /* of this image */
    const coral_call *call;
    uint64_t since;
    uint32_t target;  /* image or count, for the report of a deadlock */
    uint32_t thread;
    bool covered;     /* the thread waits in a shipped procedure that it executes in this wait */
    bool looked;      /* and found nothing, since Looks has grown */
} coral_published;

typedef struct coral_waiter {
    const coral_call *call;
    coral_published published;
    uint32_t target;  /* as in published */
    int spins;
    bool slow, armed, last;
    uint32_t wake, alert;
    uint64_t since;
} coral_waiter;

void coral_learn_to_wait(void);
void coral_settle(void);
void coral_return_home(uint64_t since, uint64_t now);
bool coral_wait_slow(coral_waiter *w) COLD;
void coral_wait_end_slow(coral_waiter *w) COLD;
void coral_wake_slow(coral_control *c) COLD;
void coral_wake_all(bool stopped_too);
void coral_futex_wait(uint32_t *word, uint32_t value, long milliseconds);
void coral_futex_wake(uint32_t *word, int n);
uint64_t coral_now(void);
void coral_check_ending(void);
void __wrap__gfortran_stop_numeric(int code, bool quiet);
void __wrap__gfortran_error_stop_numeric(int code, bool quiet);
void __wrap__gfortran_stop_string(const char *text, size_t len, bool quiet);
void __wrap__gfortran_error_stop_string(const char *text, size_t len, bool quiet);
void coral_publish(coral_published *p, const coral_call *call, uint32_t target, uint64_t since);
void coral_statement_name(char *out, size_t room, const coral_call *call);
/* wait.c: whether a statement stands in a file of C, so that messages have its words. */
bool coral_speaks_c(const coral_call *call);
bool coral_speaks_caf2(const coral_call *call);
void coral_unpublish(coral_published *p);
void coral_note_look(coral_published *p);
/* a system call in which a thread of Coral's sleeps */
long coral_kernel_sleep(long number, const void *a, long b, long c, const void *d);

HOT bool coral_wait(coral_waiter *w) {
    if (LIKELY(w->spins < coral.spins)) {
        w->spins++;
        coral_pause();
        return false;
    }
    return coral_wait_slow(w);
}
HOT void coral_wait_end(coral_waiter *w) {
    if (UNLIKELY(w->slow))
        coral_wait_end_slow(w);
}
/* After a word was changed on which the owner of c may wait. A full barrier must stand between. */
HOT void coral_wake(coral_control *c) {
    /* an acquire load may pass the store of a locked operation before it (AArch64, ldapr) */
    if (UNLIKELY(__atomic_load_n(&c->sleepers, __ATOMIC_SEQ_CST) != 0))
        coral_wake_slow(c);
}

/* The same for one of many that may wait. Who sleeps has published what it waits for before: to ask
 * there first leaves the control areas of all others untouched, each of which costs this image two
 * pages of page tables. */
HOT void coral_wake_rank(int rank) {
    if (UNLIKELY(
            __atomic_load_n(&coral_status_of(rank)->wait, __ATOMIC_SEQ_CST) != CORAL_WAIT_NONE))
        coral_wake(coral_control_of(rank));
}

/* --- parts ---------------------------------------------------------------------- */

/* Where the program's static data are. */
typedef struct coral_range { char *from, *to; } coral_range;
enum { CORAL_RANGES = 4 };
extern coral_range coral_data[CORAL_RANGES];

/* What waits, ends and copies of this folder need of folders above it. boot.c sets it when this
 * process becomes an image; nothing here names those folders. */
extern struct coral_above {
    /* net/library.c */
    void (*wake_all)(void);
    void (*stop)(int code);
    void (*fail)(void);
    void (*abort)(int code); /* returns where this image is not one of a library's launcher */
    /* 0 or the error of the system */
    int (*foreign)(int rank, bool put, void *there, void *here, size_t bytes);
    /* async/mail.c: waits until no message is being handled here, before FAIL IMAGE */
    void (*settle)(void);
    /* async/progress.c, if coral.async. sleepy: the next step is to sleep */
    bool (*waiting)(const coral_call *call, bool sleepy);
    void (*rest)(void);
    void (*quiesce)(const coral_call *call);
    void (*settled)(void);
} coral_above;

/* foreign.c: what images do not share */
/* of a segment in which coral.foreign has become true */
void coral_foreign_end(const coral_call *call) COLD;

/* wait.c: a thread rests until the process ends, or looks again after a while. */
void coral_rest(void);

/* wait.c: where coral.shipped is set */
void coral_must_not_wait(const coral_call *call) __attribute__((noreturn)) COLD;

/* exceptions.c: the exceptions that are told of. */
void coral_fpe_options(int n, const int *options); /* gfortran's main program chooses them */
void coral_fpe_clear(void);
/* Writes a line that names those that are signaling; gives its length, 0 if there are none. */
size_t coral_fpe_note(char *line, size_t size);

/* stop.c */
void coral_terminate(int code) __attribute__((noreturn));
void coral_error_terminate(int code) __attribute__((noreturn));
int coral_exit_code(int32_t code, bool quiet);
void coral_exit_net(int code, void *unused);

#pragma GCC visibility pop
/* The C library's strtoull. Headers of glibc 2.38 and later give it a name that older libraries do
 * not have, and what is built there is to run here. */
unsigned long long coral_strtoull(const char *text, char **end, int base) __asm__("strtoull");

#endif
