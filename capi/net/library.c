/* The library path: what this image does with others that are not mapped, and the symmetric
 * heap, by Go (rt over a conduit). */
#include "net.h"
#include "library.h"
#include "../../internal/conduit/net/fastpath/fastpath.h"
#include "../core/attach.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "_cgo_export.h"

void *__real_malloc(size_t) __attribute__((weak));
void *__real_realloc(void *, size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

char coral_go_message[512];

static uint64_t offset_of(const void *p) {
    return (uint64_t)((const char *)p - coral_slot(coral_rank_of(p)));
}

/* Puts of lent memory of which Go has not been told yet: to go there takes as long as to put some
 * elements. What follows them is puts, posts and synchronisations, whose functions here tell it. */
enum { NOTED = 16 };
static _Thread_local struct {
    int n;
    bool lent; /* something that has to be returned */
    coral_lent_put put[NOTED];
    size_t gathered; /* bytes of memory that are in use: */
    /* what was gathered from sections, of which Go makes a copy when it is told; CORAL_LENT_FROM
     * bytes, NULL: none yet */
    char *memory;
} noted;

static const coral_call definition = {.what = "definition of a coindexed object"};
static const coral_call reference = {.what = "reference to a coindexed object"};

static void put_result(const coral_call *call, int result) {
    if (result != CORAL_GO_FAILED || !coral.forgive)
        coral_report(call, result);
}

static void lent_result(int result) { put_result(&definition, result); }

/* How many there are that Go, or a fast path, is told of now. */
static int take_noted(void) {
    int n = noted.n;
    noted.n = 0;
    noted.gathered = 0;
    return n;
}

/* The other images are on this machine, though their memory is not mapped here: Go moves data by
 * the mapping that it has. */
HOT bool beside(void) { return coral.conduit == CORAL_CONDUIT_SMP; }

/* What comes from them by message shows in this image's mailbox, so that Go need not be asked,
 * which takes 80 ns. */
static bool nothing_comes(void) {
    const coral_mailbox *b =
        (const coral_mailbox *)(coral.base + coral.static_size + CORAL_CONTROL_MAIL);
    uint64_t head = load64(&b->head);
    return load64(&b->cells[head % CORAL_MAIL_CELLS].turn) != head + 1;
}

/* In front of each call of Go, which has no threads in a process that the image has forked: the
 * call might not return. */
HOT void as_image(const coral_call *call) {
    if (UNLIKELY(!coral.image))
        coral_refuse_child(call);
    if (UNLIKELY(coral.left))
        coral_must_not_wait(call);
}

static void tell(void) {
    int n = take_noted();
    if (n == 0)
        return;
    as_image(&definition);
    lent_result(coralgo_put_lent(noted.put, n));
}

void coral_library_tell(void) { tell(); }

static void note(int rank, uint64_t offset, void *memory, size_t n) {
    coral_ahead_changed(rank, offset, offset + n);
    if (noted.n == NOTED)
        tell();
    noted.lent = noted.lent || n >= CORAL_LENT_FROM;
    noted.put[noted.n++] = (coral_lent_put){offset, memory, n, rank};
}

/* A section whose elements lie side by side there, and are few. */
static bool note_gathered(const coral_array *there, const coral_array *here) {
    if (there->rank != 1 || there->dim[0].step != (int64_t)there->size)
        return false;
    size_t n = (size_t)there->dim[0].extent * there->size;
    if (n >= CORAL_LENT_FROM ||
        (noted.memory == NULL && (noted.memory = __real_malloc(CORAL_LENT_FROM)) == NULL))
        return false;
    if (noted.n == NOTED || n > CORAL_LENT_FROM - noted.gathered)
        tell();
    char *memory = noted.memory + noted.gathered;
    coral_pack(here, 0, here->dim[0].extent, memory);
    noted.gathered += n;
    const char *real = coral_real(there->addr);
    note(coral_rank_of(real), offset_of(real), memory, n);
    return true;
}

/* A statement begins whose work is Go's. */
static void enter(const coral_call *call) {
    as_image(call);
    coral_ahead_end();
    tell();
    coral_in_go = call;
}

/* A statement ends whose work was Go's, or a transfer. What another thread got ahead while the
 * statement waited may be older than what that has waited for. */
static void leave(void) {
    if (coral_in_go)
        coral_ahead_end();
    coral_in_go = NULL;
}

int coral_report(const coral_call *call, int result) {
    leave();
    switch (result) {
    case CORAL_GO_OK:
        return coral_ok(call);
    case CORAL_GO_STOPPED:
        return coral_error(call, coral_stat_stopped_image, CORAL_R0201, "%s", coral_go_message);
    case CORAL_GO_FAILED:
        return coral_error(call, coral_stat_failed_image, CORAL_R0202, "%s", coral_go_message);
    case CORAL_GO_MEMORY:
        return coral_error(call, CORAL_STAT_MEMORY, CORAL_R0302, "%s", coral_go_message);
    case CORAL_GO_SIZES:
        return coral_error(call, CORAL_STAT_ERROR, CORAL_R0305, "%s", coral_go_message);
    case CORAL_GO_LENGTHS:
        coral_mismatch_error(call, CORAL_R0401, coral_go_message);
    case CORAL_GO_SHIPPED:
        coral_must_not_wait(call);
    case CORAL_GO_TOPOLOGY:
        return coral_error(call, CORAL_STAT_ERROR, CORAL_R0215, "%s", coral_go_message);
    case CORAL_GO_MISMATCHED:
        coral_mismatch_error(call, CORAL_R0216, coral_go_message);
    case CORAL_GO_TEAM:
        return coral_error(call, CORAL_STAT_ERROR, CORAL_R0210, "%s", coral_go_message);
    case CORAL_GO_NO_IMAGE:
        return coral_error(call, CORAL_STAT_ERROR, CORAL_R0203, "%s", coral_go_message);
    }
    return coral_error(call, CORAL_STAT_ERROR, CORAL_R0405, "%s", coral_go_message);
}

void *coral_heap_alloc(const coral_call *call, size_t size) {
    void *p = NULL;
    enter(call);
    coral_report(call, coralgo_heap_alloc(size, &p));
    return p;
}

void coral_heap_free(const coral_call *call, void *p) {
    enter(call);
    coral_gen++;
    int result = coralgo_heap_free((uint64_t)((char *)p - coral.base));
    if (result == CORAL_GO_FAILED && call->line == 0)
        result = CORAL_GO_OK; /* at the end of a scope: the program had no way to ask for the
                                 status, and goes on */
    coral_report(call, result);
}

/* A barrier of a team of one image returns at once. */
static int sync_alone(const coral_call *call) {
    if (UNLIKELY(coral.shipped))
        coral_must_not_wait(call);
    coral_library_sync_memory(call);
    return 0;
}

int coral_library_sync_all(const coral_call *call) {
    if (coral.team->n == 1)
        return sync_alone(call);
    enter(call);
    return coral_report(call, coralgo_sync_all(call->wait));
}

int coral_library_sync_team(const coral_call *call, const coral_team *t) {
    if (t->n == 1)
        return sync_alone(call);
    enter(call);
    return coral_report(call, coralgo_sync_team(t->id, call->wait));
}

bool coral_library_form_team(const coral_call *call, int64_t number, int64_t index, bool split,
    coral_team_run *run, coral_formed *f) {
    enter(call);
    int result = coralgo_form_team(number, index, split, run, coral.team->n, &f->control, &f->id,
        &f->runs, &f->failed);
    coral_report(call, result);
    return f->id > 0;
}

void coral_library_form_close(const coral_call *call, bool failed) {
    enter(call);
    coral_report(call, coralgo_form_close(failed));
}

/* Where memory is mapped, C waits: an image that waits in Go keeps Go's own threads busy, a hundred
 * times as long as it takes where a hundred images share a core. */
bool coral_library_form_begin(const coral_call *call, int64_t number, int64_t index) {
    enter(call);
    int result = coralgo_form_begin(number, index);
    if (result == CORAL_GO_OK)
        return true;
    coral_report(call, result);
    return false;
}

void coral_library_form_share(bool split) { coralgo_form_share(split); }

bool coral_library_form_end(const coral_call *call, int64_t number, int64_t index, bool split,
    bool failed, coral_team_run *run, coral_formed *f) {
    enter(call);
    int result = coralgo_form_end(
        number, index, split, failed, run, coral.team->n, &f->control, &f->id, &f->runs);
    coral_report(call, result);
    return f->id > 0;
}

/* Go follows: it allocates in the current team, and does all that is not mapped. */
void coral_library_change_team(int id) { coralgo_change_team(id); }

bool coral_memory_each;

void coral_want_each(int wanted) { coral_memory_each = wanted != 0; }

void coral_library_static(const coral_array *a) {
    const char *p = coral_real(a->addr);
    int64_t bytes = (int64_t)a->size;
    for (int d = 0; d < a->rank; d++) {
        if (a->dim[d].extent <= 0 || a->dim[d].step != bytes ||
            __builtin_mul_overflow(bytes, a->dim[d].extent, &bytes))
            return;
    }
    for (int i = 0; i < CORAL_RANGES && coral_data[i].from; i++)
        /* of assumed-size arrays nobody knows the end */
        if (p >= coral_data[i].from && p < coral_data[i].to && bytes <= coral_data[i].to - p)
            coralgo_static((uint64_t)(p - coral.base), (uint64_t)bytes);
}

void coral_library_sync_memory(const coral_call *call) {
    /* on one machine all is complete when Go returns; else this knows of all that is on its way */
    if (noted.n == 0 && (beside() || coral_fast_settled())) {
        coral_ok(call);
        return;
    }
    enter(call);
    coral_report(call, coralgo_sync_memory());
}

void coral_library_sync_images(const coral_call *call, const int64_t *images, int64_t n) {
    enter(call);
    coral_report(call, coralgo_sync_images((int64_t *)images, n));
}

void coral_library_event_post(const coral_call *call, coral_event *e) {
    as_image(call);
    int n = take_noted(), posted = CORAL_GO_OK;
    if (coral_fast_post(noted.put, n, coral_rank_of(e), offset_of(e))) {
        coral_ok(call);
        return;
    }
    coral_in_go = call;
    int result = coralgo_event_post(noted.put, n, coral_rank_of(e), offset_of(e), &posted);
    if (UNLIKELY(result != CORAL_GO_OK)) { /* of a put */
        lent_result(result);
        coral_in_go = call;
        coralgo_event_post(noted.put, 0, coral_rank_of(e), offset_of(e), &posted);
    }
    coral_report(call, posted);
}

_Static_assert((int)CORAL_POSTS_EACH == (int)CORAL_FAST_POSTS, "a fast path takes them all");
void coral_library_event_post_each(const coral_call *call, coral_event *const *list, int n) {
    uint64_t offsets[CORAL_POSTS_EACH];
    int rank = coral_rank_of(list[0]);
    for (int i = 0; i < n; i++)
        offsets[i] = offset_of(list[i]);
    enter(call);
    coral_report(call,
        coral_fast_post_each(rank, offsets, n) ? CORAL_GO_OK
                                               : coralgo_event_post_each(rank, offsets, n));
}

void coral_library_event_wait(const coral_call *call, coral_event *e, int64_t until) {
    const int64_t taken = __atomic_load_n(&e->taken, __ATOMIC_RELAXED);
    if (noted.n == 0 && !coral.async && !coral.shipped &&
        coral_fast_wait((const uint64_t *)&e->posts, (uint64_t)taken + (uint64_t)until) &&
        coral_take_posts(e, until)) {
        coral_ahead_end(); /* as in leave */
        coral_ok(call);
        return;
    }
    enter(call);
    coral_report(call, coralgo_event_wait(offset_of(e), until));
}

void coral_library_event_any(const coral_call *call, coral_event *const *list, int n) {
    enter(call);
    coral_report(call, coralgo_event_any((void **)list, n));
}

static int lock_stat(const coral_call *call, int result) {
    switch (result) {
    case CORAL_GO_LOCKED:
        return coral_stat_locked;
    case CORAL_GO_LOCKED_OTHER:
        return coral_stat_locked_other_image;
    case CORAL_GO_UNLOCKED:
        return coral_stat_unlocked;
    case CORAL_GO_UNLOCKED_FAILED:
        return coral_stat_unlocked_failed_image;
    }
    return coral_report(call, result);
}

int coral_library_lock(const coral_call *call, coral_lock *l, bool wait) {
    enter(call);
    int acquired = 1,
        result = coralgo_lock(coral_rank_of(l), offset_of(l), (int)call->wait, wait, &acquired);
    leave();
    return result == CORAL_GO_OK && !acquired ? -1 : lock_stat(call, result);
}

int coral_library_unlock(const coral_call *call, coral_lock *l) {
    enter(call);
    int result = coralgo_unlock(coral_rank_of(l), offset_of(l));
    leave();
    return result == CORAL_GO_OK ? -1 : lock_stat(call, result);
}

uint64_t coral_library_atomic(int op, void *p, int width, uint64_t operand, uint64_t compare) {
    coral_call call = {.what = "atomic subroutine"};
    uint64_t old = 0;
    as_image(&call);
    coral_ahead_end();
    coral_report(
        &call, coralgo_atomic(op, coral_rank_of(p), offset_of(p), width, operand, compare, &old));
    return old;
}

void coral_library_define(void *p, int width, uint64_t value) {
    coral_call call = {.what = "atomic subroutine"};
    int rank = coral_rank_of(p);
    as_image(&call);
    coral_ahead_end();
    if (!coral_fast_store(rank, offset_of(p), (size_t)width, value))
        coral_report(&call, coralgo_store(rank, offset_of(p), width, value));
}

void coral_library_accumulate(const coral_call *call, const char *there, int64_t step, int what,
    const void *operands, size_t bytes, const char *lock, void *value, bool before) {
    as_image(call);
    coral_ahead_end();
    coral_report(call, coralgo_accumulate(coral_rank_of(there), offset_of(there), step, what,
        (void *)operands, bytes, offset_of(lock), value, before));
}

/* Another image's memory that the library alone reaches: what looks like that of an image of this
 * machine is that, but in the window of a team its shadow lies elsewhere. */
bool coral_library_reaches(const coral_array *a) {
    const char *real = coral_real(a->addr);
    return coral_in_window(real) && coral_rank_of(real) != coral.rank &&
        (real != a->addr || !coral_status_of(coral_rank_of(real))->here);
}

/* This image defines a section. */
static void changes(const coral_array *there) {
    char *low, *high;
    coral_array_bounds(there, &low, &high);
    const int rank = coral_rank_of(coral_real(there->addr));
    const uint64_t first = offset_of(coral_real(there->addr));
    coral_ahead_changed(
        rank, first - (uint64_t)(there->addr - low), first + (uint64_t)(high - there->addr));
}

/* Copies between a section of another image and one of the same shape in this process: CORAL_GET
 * and so on. */
void coral_library_exchange(const coral_array *remote, const coral_array *local, int how) {
    coral_call call = how != CORAL_GET ? definition : reference;
    const coral_call *before = coral_in_go; /* of an asynchronous copy */
    if (before)
        call = *before;
    if (coral_array_count(remote) == 0 || remote->size == 0)
        return;
    coral_array a = *remote, b = *local;
    coral_array_squeeze_both(&a, &b);
    char *low, *high;
    coral_array_bounds(&b, &low, &high);
    int64_t extents[CORAL_MAX_RANK], there[CORAL_MAX_RANK], here[CORAL_MAX_RANK];
    for (int d = 0; d < a.rank; d++) {
        extents[d] = a.dim[d].extent;
        there[d] = a.dim[d].step;
        here[d] = b.dim[d].step;
    }
    const char *real = coral_real(a.addr);
    if (how == CORAL_PUT_LENT &&
        (a.rank == 0 ||
            (a.rank == 1 && there[0] == (int64_t)a.size && here[0] == (int64_t)a.size))) {
        note(coral_rank_of(real), offset_of(real), low, (size_t)(high - low));
        return;
    }
    if (how == CORAL_PUT_LENT && note_gathered(&a, &b))
        return;
    as_image(&call);
    tell();
    if (how != CORAL_GET)
        changes(&a);
    int result = coralgo_move(how, coral_rank_of(real), offset_of(real), low, (size_t)(high - low),
        (size_t)(b.addr - low), a.size, a.rank, extents, there, here);
    put_result(&call, result);
    coral_in_go = before;
}

/* Pieces of other images' memory that are wanted together: those of a loop in front of a statement.
 */
enum { WANTED = 4096, WANTED_FROM = 4096 };
static _Thread_local struct {
    int n, room;
    coral_lent_put *piece; /* where it is, and where it goes */
} wanted;

static bool room_for_wanted(void) {
    if (wanted.n < wanted.room)
        return true;
    const int room = wanted.room ? 4 * wanted.room : 64;
    if (room > WANTED)
        return false;
    void *piece = __real_realloc(wanted.piece, (size_t)room * sizeof *wanted.piece);
    if (piece == NULL)
        return false;
    wanted.piece = piece;
    wanted.room = room;
    return true;
}

/* The bytes of a section that is one piece; 0 where it has no element, and at least WANTED_FROM
 * where it is long or has gaps. */
static int64_t short_piece(const coral_array *a) {
    int64_t bytes = (int64_t)a->size;
    for (int d = 0; d < a->rank; d++) {
        if (a->dim[d].step != bytes && a->dim[d].extent != 1)
            bytes = WANTED_FROM;
        bytes *= a->dim[d].extent;
        if (bytes <= 0 || bytes >= WANTED_FROM)
            break;
    }
    return bytes;
}

/* coral_library_move that brings short contiguous memory at the latest when coral_library_brought
 * returns. */
void coral_library_want(const coral_array *a) {
    int64_t bytes = short_piece(a);
    if (bytes <= 0 || !coral_library_reaches(a))
        return;
    if (bytes < WANTED_FROM && !room_for_wanted()) {
        coral_library_brought();
        room_for_wanted();
    }
    if (bytes >= WANTED_FROM || wanted.n == wanted.room) {
        coral_library_move(a, false);
        return;
    }
    const char *real = coral_real(a->addr);
    wanted.piece[wanted.n++] =
        (coral_lent_put){offset_of(real), a->addr, (size_t)bytes, coral_rank_of(real)};
}

/* What was wanted is there. */
void coral_library_brought(void) {
    coral_ahead_end(); /* it is called for volatile objects, too */
    const int n = wanted.n;
    if (n == 0)
        return;
    wanted.n = 0;
    as_image(&reference);
    tell();
    put_result(&reference, coralgo_gather(wanted.piece, n));
}

/* coral_library_move that sends short contiguous memory at the latest in coral_library_tell. */
enum { GIVEN_FROM = WANTED_FROM < CORAL_LENT_FROM ? WANTED_FROM : CORAL_LENT_FROM };
void coral_library_give(const coral_array *a) {
    int64_t bytes = short_piece(a);
    if (bytes > 0 && bytes < GIVEN_FROM && coral_library_reaches(a)) {
        const char *real = coral_real(a->addr);
        note(coral_rank_of(real), offset_of(real), a->addr, (size_t)bytes);
    } else if (bytes > 0) {
        coral_library_move(a, true);
    }
}

/* Brings what a section of shadow memory stands for, or sends it. */
void coral_library_move(const coral_array *a, bool put) {
    if (coral_library_reaches(a))
        coral_library_exchange(a, a, put ? CORAL_PUT : CORAL_GET);
}

void coral_returned(void) {
    if (!coral.library)
        return;
    tell();
    if (!noted.lent)
        return;
    noted.lent = false;
    as_image(&definition);
    if (!coral_fast_returned())
        lent_result(coralgo_returned());
}

/* Where a collective finds an image's data and leaves them: the variable itself, if its elements
 * lie side by side; else memory of its own, which is packed. NULL: reported. */
static char *begin_collective(const coral_call *call, const coral_array *a, bool brings) {
    int64_t count = coral_array_count(a);
    if (count > 0 && coral_array_contiguous(a))
        return coral_real(a->addr);
    char *buf = __real_malloc((size_t)count * a->size + 1);
    if (buf == NULL)
        coral_error(call, CORAL_STAT_MEMORY, CORAL_R0302, "no memory for a collective");
    else if (brings)
        coral_pack(a, 0, count, buf);
    return buf;
}

static void end_collective(const coral_array *a, char *buf, bool gets) {
    if (buf == coral_real(a->addr))
        return;
    if (gets)
        coral_unpack(a, 0, coral_array_count(a), buf);
    __real_free(buf);
}

int coral_library_broadcast(const coral_call *call, const coral_array *a, int source) {
    bool root = coral.team->me == source;
    char *buf = begin_collective(call, a, root);
    if (buf == NULL)
        return CORAL_STAT_MEMORY;
    enter(call);
    size_t bytes = (size_t)coral_array_count(a) * a->size;
    int err = coral_report(call, coralgo_broadcast(buf, bytes, source, call->brings));
    end_collective(a, buf, err == 0 && !root);
    return err;
}

/* Called by Go: a = a op b. */
void coral_combine(void *with, void *a, void *b, size_t bytes) {
    coral_combination *c = with;
    c->op(a, a, b, c->size ? bytes / c->size : 0, c->size, c->context);
}

int coral_library_reduce(
    const coral_call *call, const coral_array *a, int result, coral_op *op, void *context) {
    char *buf = begin_collective(call, a, true);
    if (buf == NULL)
        return CORAL_STAT_MEMORY;
    coral_combination with = {op, context, a->size};
    enter(call);
    size_t bytes = (size_t)coral_array_count(a) * a->size;
    int err = coral_report(call, coralgo_reduce(buf, bytes, a->size, &with, result, call->brings));
    end_collective(a, buf, err == 0 && (result < 0 || result == coral.team->me));
    return err;
}

int coral_library_foreign(int rank, bool put, void *there, void *here, size_t bytes) {
    int err = 0;
    as_image(put ? &definition : &reference);
    int result = coralgo_foreign(rank, put, (uint64_t)there, here, bytes, &err);
    return result == CORAL_GO_OK ? err : EREMOTE;
}

void coral_library_stop(int code) { coralgo_stop(code); }
void coral_library_abort(int code) { coralgo_abort(code); }
void coral_library_fail(void) { coralgo_fail(); }
void coral_library_wake_all(void) { coralgo_wake_all(); }
bool coral_library_poll(void) { return coralgo_poll() != 0; }

/* After some empty polls others may have the processor. */
void coral_look_slow(void) {
    enum { VAIN = 8, VAIN_BESIDE = 64 }; /* a yield takes as long as many looks there */
    static _Thread_local unsigned vain;
    tell();
    coral_ahead_end();
    if (coral_fast_look())
        return;
    coral_check_ending();
    if (beside() && nothing_comes()) {
        if (++vain % VAIN_BESIDE == 0)
            sched_yield();
        return;
    }
    if (coral_library_poll())
        vain = 0;
    else if (++vain % VAIN == 0)
        sched_yield();
}

void coral_lost(const char *why) { coral_message(NULL, CORAL_R0105, "%s", why); }
