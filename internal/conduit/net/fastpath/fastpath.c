#include "fastpath.h"

#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

coral_fast coral_fast_state;
static coral_fast *const t = &coral_fast_state;

/* Looks at a time, as poll.go has pollsAtOnce; for how long a wait goes on without a message; and
 * for how long while data come. */
enum {
    POLLS = 8,
    POLLS_BEHIND = 3,
    WAIT_NANOSECONDS = 1000000,
    OPEN_NANOSECONDS = 20000000,
    CLOCK_EACH = 16
};

/* As progress/yield.go: how long a turn takes that nobody else has wanted; opportunities that are
 * passed by at most. */
enum { NOBODY_ELSE = 2000, MOST_PASSED = 15 };

/* message/head.go */
typedef struct {
    uint8_t handler, what;
    uint16_t flags;
    uint32_t tag;
    uint64_t args[4], length;
} head;
_Static_assert(sizeof(head) == CORAL_LINK_HEAD, "message/head.go says where each field is");
enum { BEHIND = 1 };

static bool try_take(void) {
    uint32_t open = 0;
    return __atomic_load_n(&t->lock, __ATOMIC_RELAXED) == 0 &&
        __atomic_compare_exchange_n(&t->lock, &open, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void coral_fast_take(void) {
    while (!try_take())
        sched_yield();
}

void coral_fast_give(void) { __atomic_store_n(&t->lock, 0, __ATOMIC_RELEASE); }

static bool goes_on(void) {
    return !t->left && !t->broken && __atomic_load_n(t->alert, __ATOMIC_ACQUIRE) == t->seen;
}

/* Takes the lock of a fast path that goes on. */
static bool enter(void) {
    if (__atomic_load_n(&t->active, __ATOMIC_ACQUIRE) == 0 || !try_take())
        return false;
    if (__atomic_load_n(&t->active, __ATOMIC_ACQUIRE) != 0 && goes_on())
        return true;
    coral_fast_give();
    return false;
}

static int64_t now(void) {
    struct timespec k;
    clock_gettime(CLOCK_MONOTONIC, &k);
    return (int64_t)k.tv_sec * 1000000000 + k.tv_nsec;
}

/* Gives others the processor, at each opportunity where somebody takes it, else more and more
 * seldom. */
static void yield_turn(void) {
    static _Thread_local int left, each;
    if (--left >= 0)
        return;
    int64_t before = now();
    sched_yield();
    each = now() - before < NOBODY_ELSE ? 2 * each + 1 : 0;
    if (each > MOST_PASSED)
        each = MOST_PASSED;
    left = each;
}

static bool overlap(uint64_t a, uint64_t n, uint64_t b, uint64_t m) {
    return a < b + m && b < a + n;
}

/* The lock is held from here on. */

/* What has become of a call of the library's. */
static bool done(coral_link_result result) {
    if (result == CORAL_LINK_FAILED)
        t->broken = true;
    return result == CORAL_LINK_DONE;
}

/* A word of the own slot has changed. */
static void rouse(void) {
    if (__atomic_load_n(t->sleepers, __ATOMIC_SEQ_CST) != 0) {
        __atomic_fetch_add(t->wake, 1, __ATOMIC_SEQ_CST);
        syscall(SYS_futex, t->wake, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    }
}

static void add(uint64_t offset, uint64_t value) {
    __atomic_fetch_add((uint64_t *)(t->slot + offset), value, __ATOMIC_SEQ_CST);
    rouse();
}

static void store(uint64_t offset, const void *from, size_t width) {
    uint64_t word;
    uint32_t half;
    if (width == sizeof half) {
        memcpy(&half, from, sizeof half);
        __atomic_store_n((uint32_t *)(t->slot + offset), half, __ATOMIC_SEQ_CST);
    } else {
        memcpy(&word, from, sizeof word);
        __atomic_store_n((uint64_t *)(t->slot + offset), word, __ATOMIC_SEQ_CST);
    }
    rouse();
}

/* A message without payload that does not change memory. */
static bool say(uint8_t what, uint16_t flags, uint64_t number) {
    head h = {.what = what, .flags = flags, .args = {number}};
    t->counted++; /* before anybody can have taken it */
    if (done(t->link->send(t->rank, &h, NULL, 0)))
        return true;
    t->counted--;
    return false;
}

/* What a record of a message is about. */
typedef struct {
    uint64_t offset;
    uint32_t what, unused;
} record;
_Static_assert(sizeof(record) == CORAL_FAST_RECORD_HEAD, "aggregate.go says where each field is");

static size_t filled_up(size_t n) { return (n + 7) & ~(size_t)7; }

/* Kinds of records that are done here; the others are Go's. */
#define OWN_KINDS (CORAL_FAST_RECORD_ADD | CORAL_FAST_RECORD_STORE)

static bool has_others(const char *payload, size_t n) {
    record r;
    for (size_t at = 0; at + sizeof r <= n; at += sizeof r + filled_up(r.what & ~OWN_KINDS)) {
        memcpy(&r, payload + at, sizeof r);
        if (r.what &
            (CORAL_FAST_RECORD_VECTOR | CORAL_FAST_RECORD_COMBINE | CORAL_FAST_RECORD_ASK))
            return true;
    }
    return false;
}

static void do_records(const char *payload, size_t n) {
    record r;
    for (size_t at = 0; at + sizeof r <= n;) {
        memcpy(&r, payload + at, sizeof r);
        at += sizeof r;
        uint32_t bytes = r.what & ~OWN_KINDS;
        if (r.what & CORAL_FAST_RECORD_ADD) {
            uint64_t value;
            memcpy(&value, payload + at, sizeof value);
            add(r.offset, value);
        } else if (r.what & CORAL_FAST_RECORD_STORE)
            store(r.offset, payload + at, bytes);
        else
            memcpy(t->slot + r.offset, payload + at, bytes);
        at += filled_up(bytes);
    }
}

/* Where a put belongs of which a message tells. */
typedef struct {
    uint64_t offset, n, tag;
} told;
_Static_assert(sizeof(told) == CORAL_FAST_LENT_RECORD, "zerocopy.go says where each field is");

static told told_at(size_t at) {
    told p;
    memcpy(&p, t->payload + at, sizeof p);
    return p;
}

/* Whether all puts of the message come to places that are known here. */
static bool all_expected(void) {
    for (size_t at = 0; at < t->n; at += sizeof(told)) {
        told p = told_at(at);
        if (p.tag == 0 || p.tag > CORAL_FAST_PLACES)
            return false;
        const coral_fast_from *f = &t->from[p.tag - 1];
        if (!f->posted || f->offset != p.offset || f->n != p.n)
            return false;
    }
    return t->n > 0;
}

/* The data of the message that was taken last: false if some are not here. */
static bool finish(void) {
    for (size_t at = 0; at < t->n; at += sizeof(told)) {
        coral_fast_from *f = &t->from[told_at(at).tag - 1];
        if (f->request != NULL && !done(t->link->done(f->request)))
            return false;
        f->request = NULL;
    }
    for (size_t at = 0; at < t->n; at += sizeof(told)) {
        uint32_t tag = (uint32_t)told_at(at).tag;
        t->from[tag - 1].posted = false;
        t->from[tag - 1].came++;
        t->reposts[t->again++] = tag;
    }
    head h;
    memcpy(&h, t->head, sizeof h);
    if (h.args[3] != 0)
        add(h.args[2], h.args[3]);
    t->taken++;
    t->open = false;
    return true;
}

/* Posts the next receives where puts have come. What does not succeed now does at the next
 * opportunity. */
static void post_again(void) {
    while (t->again > 0) {
        uint32_t tag = t->reposts[t->again - 1];
        coral_fast_from *f = &t->from[tag - 1];
        if (!done(t->link->begin_receive(t->rank, tag, t->slot + f->offset, f->n, &f->request)))
            return;
        f->posted = true;
        t->again--;
    }
}

/* All messages to the other image up to this number are complete there. */
static void known_complete(uint64_t number) {
    if (number > t->done)
        t->done = number;
}

/* The message that was taken last: false if it is Go's. */
static bool handled(void) {
    head h;
    memcpy(&h, t->head, sizeof h);
    if (t->source != t->rank)
        return false;
    switch (h.what) {
    case CORAL_FAST_LONG_PUTS:
        post_again();
        if (h.length > 0 || !all_expected())
            return false;
        t->open = true;
        finish();
        return true;
    case CORAL_FAST_RECORDS:
        if (h.args[0] != 0 || has_others(t->payload, t->n))
            return false;
        known_complete(h.args[2]); /* before anybody sees what the records change */
        do_records(t->payload, t->n);
        t->handled = h.args[1]; /* nothing that came before goes on */
        break;
    case CORAL_FAST_ADDITION:
        add(h.args[2], h.args[3]);
        break;
    case CORAL_FAST_COMPLETION:
        if (!say(CORAL_FAST_COMPLETED, 0, h.args[0]))
            return false;
        break;
    case CORAL_FAST_COMPLETED:
        known_complete(h.args[0]);
        break;
    default:
        return false;
    }
    t->taken++;
    return true;
}

/* Looks at the network once. Messages take effect in the order in which they come: while data come
 * of which one has told, none is taken. */
static bool look(void) {
    bool busy = t->link->progress != NULL && t->link->progress();
    if (t->open)
        return finish() || busy;
    const void *payload;
    if (!done(t->link->receive(&t->source, &t->head, &payload, &t->n)))
        return busy;
    t->payload = payload;
    if (!handled())
        t->left = true;
    return true;
}

/* Looks until a word comes to enough, for some microseconds; busy: something has come. */
static bool look_for(const uint64_t *word, uint64_t enough, bool *busy) {
    for (int i = 0; i < POLLS && goes_on(); i++) {
        __atomic_fetch_add(&t->looks, 1, __ATOMIC_RELAXED);
        *busy = look() || *busy;
        if (__atomic_load_n(word, __ATOMIC_ACQUIRE) >= enough)
            return true;
    }
    return __atomic_load_n(word, __ATOMIC_ACQUIRE) >= enough;
}

/* Whether so much time has passed since the first turn of some, by a look at the clock now and
 * then. *since: 0 before. */
static bool too_long(int64_t *since, int turn, int64_t most) {
    if (*since == 0)
        *since = now();
    return turn % CLOCK_EACH == 0 && now() - *since > most;
}

bool coral_fast_wait(const uint64_t *word, uint64_t enough) {
    if (__atomic_load_n(word, __ATOMIC_ACQUIRE) >= enough)
        return true;
    int64_t since = 0;
    bool came = false;
    __atomic_fetch_add(&t->inside, 1, __ATOMIC_RELAXED);
    for (int turn = 0; !came && enter(); turn++) {
        bool busy = false;
        came = look_for(word, enough, &busy);
        bool open = t->open;
        t->operations += came;
        coral_fast_give();
        if (busy && !open)
            since = 0;
        else if (!came && too_long(&since, turn, open ? OPEN_NANOSECONDS : WAIT_NANOSECONDS))
            break;
        if (!came)
            yield_turn();
    }
    __atomic_fetch_sub(&t->inside, 1, __ATOMIC_RELAXED);
    return came;
}

/* For loops that ask again and again, and do not wait for one word. */
bool coral_fast_look(void) {
    if (__atomic_load_n(&t->active, __ATOMIC_ACQUIRE) == 0)
        return false;
    __atomic_fetch_add(&t->inside, 1, __ATOMIC_RELAXED);
    bool looked = enter();
    if (looked) {
        __atomic_fetch_add(&t->looks, 1, __ATOMIC_RELAXED);
        bool busy = look();
        looked = goes_on();
        t->operations += busy;
        coral_fast_give();
        if (!busy)
            yield_turn();
    }
    __atomic_fetch_sub(&t->inside, 1, __ATOMIC_RELAXED);
    return looked;
}

/* Notes that the next message changes something short, which long data must not pass by. */
static bool touch(uint64_t offset, uint64_t n) {
    coral_fast_range *old = NULL;
    for (int i = 0; i < t->touches; i++) {
        coral_fast_range *r = &t->touched[i];
        if (r->offset == offset && r->n == n) {
            r->last = t->sent + 1;
            return true;
        }
        if (r->last <= t->done)
            old = r;
    }
    if (old == NULL) {
        if (t->touches == CORAL_FAST_TOUCHED)
            return false;
        old = &t->touched[t->touches++];
    }
    *old = (coral_fast_range){offset, n, t->sent + 1};
    return true;
}

/* The place at which a put is expected; NULL: nowhere, or it might pass by another that is on its
 * way. */
static coral_fast_to *place_of(const coral_lent_put *put) {
    coral_fast_to *place = NULL;
    for (int i = 0; i < t->touches; i++)
        if (t->touched[i].last > t->done &&
            overlap(t->touched[i].offset, t->touched[i].n, put->offset, put->n))
            return NULL;
    for (int i = 0; i < t->tos; i++) {
        coral_fast_to *k = &t->to[i];
        if (k->offset == put->offset && k->n == put->n)
            place = k;
        else if (k->last > t->done && overlap(k->offset, k->n, put->offset, put->n))
            return NULL;
    }
    return place;
}

static head telling(uint8_t what) {
    return (head){.what = what, .flags = t->last_long > t->done ? BEHIND : 0};
}

/* A message that changes memory has been sent. */
static void has_sent(bool puts) {
    t->sent++;
    t->operations++;
    if (puts)
        t->last_put = t->sent;
    /* so that there is room for others */
    uint64_t each =
        t->touches > CORAL_FAST_TOUCHED / 2 ? CORAL_FAST_ASK_LATE_EACH : CORAL_FAST_ASK_EACH;
    if (t->sent - t->asked >= each && say(CORAL_FAST_COMPLETION, BEHIND, t->sent))
        t->asked = t->sent;
}

/* What is done to words at the end of a message: the same to each. */
typedef struct {
    const uint64_t *offset;
    int n;
    uint32_t kind; /* CORAL_FAST_RECORD_ADD or STORE */
    uint32_t width;
    uint64_t value;
} last_words;

/* Puts and posts, or a store, as one message. */
static bool send_short(const coral_lent_put *puts, int n, last_words w) {
    for (int i = 0; i < n; i++)
        if (!touch(puts[i].offset, puts[i].n))
            return false;
    for (int i = 0; i < w.n; i++)
        if (!touch(w.offset[i], w.width))
            return false;
    char *memory = t->link->buffer();
    if (memory == NULL)
        return false;
    head h = telling(CORAL_FAST_RECORDS);
    h.args[1] = t->sent + 1;
    h.args[2] = t->handled;
    memcpy(memory, &h, sizeof h);
    size_t at = sizeof h;
    for (int i = 0; i < n; i++) {
        record r = {puts[i].offset, (uint32_t)puts[i].n, 0};
        memcpy(memory + at, &r, sizeof r);
        memcpy(memory + at + sizeof r, puts[i].memory, puts[i].n);
        at += sizeof r + filled_up(puts[i].n);
    }
    for (int i = 0; i < w.n; i++) {
        record r = {w.offset[i], w.width | w.kind, 0};
        memcpy(memory + at, &r, sizeof r);
        /* the first bytes of it, filled up */
        memcpy(memory + at + sizeof r, &w.value, sizeof w.value);
        at += sizeof r + sizeof w.value;
    }
    t->counted++;
    if (done(t->link->send_buffer(t->rank, memory, at - sizeof h)))
        has_sent(n > 0 || w.kind == CORAL_FAST_RECORD_STORE);
    return true; /* else the library is broken, which Go finds */
}

/* Begins to send data, as soon as there is room. */
static bool send_data(const coral_fast_to *to, const coral_lent_put *put) {
    coral_link_result r;
    void *request = NULL;
    while ((r = t->link->begin_send(t->rank, to->tag, put->memory, put->n, &request)) ==
        CORAL_LINK_AGAIN)
        sched_yield();
    if (done(r) && request != NULL)
        t->send[t->sends++] = request;
    return r == CORAL_LINK_DONE;
}

static bool send_all(coral_fast_to *const *to, const coral_lent_put *puts, int n) {
    for (int i = 0; i < n; i++)
        if (!send_data(to[i], &puts[i]))
            return false;
    return true;
}

/* Long puts: their data go first, then one message that tells of them and of the post. What is
 * expected has CORAL_LENT_FROM bytes at least, so that all of this has been lent. */
static bool post_long(const coral_lent_put *puts, int n, uint64_t word) {
    coral_fast_to *to[CORAL_FAST_PUTS];
    told tells[CORAL_FAST_PUTS];
    if (t->sends + n > CORAL_FAST_SENDS)
        return false;
    for (int i = 0; i < n; i++) {
        if ((to[i] = place_of(&puts[i])) == NULL)
            return false;
        for (int k = 0; k < i; k++)
            if (overlap(puts[k].offset, puts[k].n, puts[i].offset, puts[i].n))
                return false; /* their data would come in any order */
        tells[i] = (told){puts[i].offset, puts[i].n, to[i]->tag};
    }
    char *memory;
    if (!touch(word, sizeof word) || (memory = t->link->buffer()) == NULL)
        return false;
    head h = telling(CORAL_FAST_LONG_PUTS);
    h.args[2] = word;
    h.args[3] = 1;
    memcpy(memory, &h, sizeof h);
    memcpy(memory + sizeof h, tells, (size_t)n * sizeof *tells);
    for (int i = 0; i < n; i++)
        to[i]->last = t->sent + 1;
    t->last_long = t->sent + 1;
    t->counted++;
    /* of several the last one goes behind the message, so that the other end waits for nothing else
     * when it has come */
    const int before = n > 1 ? n - 1 : 1;
    bool sent = send_all(to, puts, before) &&
        done(t->link->send_buffer(t->rank, memory, (size_t)n * sizeof *tells)) &&
        send_all(to + before, puts + before, n - before);
    if (!sent)
        return true; /* broken */
    has_sent(true);
    /* The other end asks for the data while the message is written: who looks at once finds that.
     */
    for (int looks = POLLS_BEHIND; looks > 0 && t->sends > 0; looks--)
        if (done(t->link->done(t->send[t->sends - 1])))
            t->sends--;
    return true;
}

bool coral_fast_post(const coral_lent_put *puts, int n, int rank, uint64_t word) {
    if (n > CORAL_FAST_PUTS || __atomic_load_n(&t->active, __ATOMIC_ACQUIRE) == 0)
        return false;
    bool posted = false;
    __atomic_fetch_add(&t->inside, 1, __ATOMIC_RELAXED);
    if (enter()) {
        size_t message = CORAL_FAST_RECORD_HEAD + sizeof word;
        bool good = rank == t->rank && t->posts && t->sent - t->done < CORAL_FAST_MOST_OPEN;
        for (int i = 0; i < n && good; i++) {
            good = puts[i].rank == rank && puts[i].n > 0 && puts[i].offset <= t->stride &&
                puts[i].n <= t->stride - puts[i].offset;
            message += CORAL_FAST_RECORD_HEAD + filled_up(puts[i].n);
        }
        if (good)
            posted = message <= CORAL_LINK_PAYLOAD
                ? send_short(
                      puts, n, (last_words){&word, 1, CORAL_FAST_RECORD_ADD, sizeof word, 1})
                : post_long(puts, n, word);
        post_again();
        coral_fast_give();
    }
    __atomic_fetch_sub(&t->inside, 1, __ATOMIC_RELAXED);
    return posted;
}

bool coral_fast_post_each(int rank, const uint64_t *words, int n) {
    if (n > CORAL_FAST_POSTS || __atomic_load_n(&t->active, __ATOMIC_ACQUIRE) == 0)
        return false;
    bool posted = false;
    __atomic_fetch_add(&t->inside, 1, __ATOMIC_RELAXED);
    if (enter()) {
        if (rank == t->rank && t->posts && t->sent - t->done < CORAL_FAST_MOST_OPEN)
            posted = send_short(
                NULL, 0, (last_words){words, n, CORAL_FAST_RECORD_ADD, sizeof *words, 1});
        post_again();
        coral_fast_give();
    }
    __atomic_fetch_sub(&t->inside, 1, __ATOMIC_RELAXED);
    return posted;
}

bool coral_fast_store(int rank, uint64_t offset, size_t width, uint64_t value) {
    if (__atomic_load_n(&t->active, __ATOMIC_ACQUIRE) == 0)
        return false;
    bool stored = false;
    __atomic_fetch_add(&t->inside, 1, __ATOMIC_RELAXED);
    if (enter()) {
        if (rank == t->rank && t->sent - t->done < CORAL_FAST_MOST_OPEN) {
            __atomic_store_n(&t->stored, 1, __ATOMIC_RELEASE);
            stored = send_short(NULL, 0,
                (last_words){&offset, 1, CORAL_FAST_RECORD_STORE, (uint32_t)width, value});
        }
        coral_fast_give();
    }
    __atomic_fetch_sub(&t->inside, 1, __ATOMIC_RELAXED);
    return stored;
}

bool coral_fast_settled(void) {
    if (__atomic_load_n(&t->active, __ATOMIC_ACQUIRE) == 0 || !enter())
        return false;
    bool all = t->done >= t->sent;
    coral_fast_give();
    return all;
}

bool coral_fast_doze(long first, long most) {
    bool alone = false;
    __atomic_store_n(&t->dozing, 1, __ATOMIC_SEQ_CST);
    for (uint64_t seen = 0, looks; __atomic_load_n(&t->active, __ATOMIC_SEQ_CST) != 0;
         seen = looks) {
        struct timespec limit = {first / 1000000, first % 1000000 * 1000};
        syscall(SYS_futex, &t->active, FUTEX_WAIT_PRIVATE, 1, &limit, NULL, 0);
        looks = __atomic_load_n(&t->looks, __ATOMIC_RELAXED);
        alone = looks == seen && __atomic_load_n(&t->inside, __ATOMIC_RELAXED) == 0;
        if (alone || __atomic_load_n(t->alert, __ATOMIC_ACQUIRE) != t->seen)
            break;
        first = 2 * first < most ? 2 * first : most;
    }
    __atomic_store_n(&t->dozing, 0, __ATOMIC_SEQ_CST);
    return alone;
}

void coral_fast_rouse(void) {
    if (__atomic_load_n(&t->dozing, __ATOMIC_SEQ_CST) != 0)
        syscall(SYS_futex, &t->active, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/* Looks at the network, too: who sends without an end never waits. */
bool coral_fast_returned(void) {
    bool all = false;
    int64_t since = 0;
    __atomic_fetch_add(&t->inside, 1, __ATOMIC_RELAXED);
    for (int turn = 0; !all && enter(); turn++) {
        while (t->sends > 0 && done(t->link->done(t->send[t->sends - 1])))
            t->sends--;
        all = t->sends == 0;
        bool stop = all && t->elsewhere;
        if (!all) {
            __atomic_fetch_add(&t->looks, 1, __ATOMIC_RELAXED);
            look();
        }
        coral_fast_give();
        if (stop || (!all && too_long(&since, turn, OPEN_NANOSECONDS))) {
            all = false;
            break;
        }
        if (!all)
            yield_turn();
    }
    __atomic_fetch_sub(&t->inside, 1, __ATOMIC_RELAXED);
    return all;
}
