/* GASNet-EX as a link: messages, long transfers, short gets and operations on words, all by its
 * active messages.
 *
 * Active messages come in any order, and a Medium is at most gex_AM_LUBRequestMedium() bytes. So
 * all that goes to one image is a row of numbered parts: the first part of a message, with its
 * head, further parts, and parts of long transfers. The handler copies a part and puts it into
 * order; nothing is sent from there. A request that finds no room waits in GASNet, which runs
 * handlers meanwhile, so two images that send to each other go on.
 *
 * One lock serialises the calls, which is what GASNET_PARSYNC asks of a client; GASNET_PAR will do,
 * too. Nothing moves unless gasnet_AMPoll is called: Coral's progress thread does.
 *
 * GASNet answers each request by a packet, which is its handler's reply or else an empty one. So a
 * get that was a message, and whose answer was another, took four packets. Short gets and
 * operations on words are requests whose handlers do them in the image's memory and reply: two
 * packets, as with gex_RMA_GetBlocking. The library knows of no memory for that, and has none of
 * its own attached (gex_Segment_Attach). */
#define CORAL_NO_PUTS
#include "locked.h"
#include "numbered.h"

#include <gasnetex.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "job.h"

enum {
    HELD = 16,
    AT_A_TIME = 4 * 65000, /* bytes of a long transfer */
    HANDLER_FIRST = GEX_AM_INDEX_BASE,
    HANDLER_MORE,
    HANDLER_GET,
    HANDLER_GOTTEN,
    HANDLER_OPERATE,
    HANDLER_OPERATED,
    HEAD_WORDS = CORAL_LINK_HEAD / 4
};

/* Bytes of a part at most, if GASNet does not say less. By UDP, IP divides what is longer than
 * 1,500 bytes into packets, and all of it is lost with any of them: with 2 % of packets, 59 % of
 * parts of 65,000 bytes. GASNet sends them again after 0.1 s, 0.2 s, 0.4 s and so on, a time whose
 * mean has no bound then. So where one part has been missing for LOST_AFTER milliseconds, while
 * others that were sent behind it have come, both sides send parts of one packet each for
 * LOSSES_LAST. */
#ifdef GASNET_CONDUIT_UDP
enum { PART = 16384 };
#else
enum { PART = 65000 };
#endif
enum { ONE_PACKET = 1300, LOST_AFTER = 50, LOSSES_LAST = 60000 };

/* What a part is, in the token of its envelope: the first of a message of so many bytes, a further
 * one, or one of the transfer with that tag. */
#define FIRST (1ull << 32)
#define MORE (2ull << 32)
#define TRANSFER (3ull << 32)
#define LAST (4ull << 32) /* nothing comes behind it */
#define LAST_SEEN (5ull << 32)
#define LOSSES (6ull << 32) /* parts to the other image are lost */
#define KIND(token) ((token) >> 32 << 32)
#define GATHERING (1u << 21) /* beyond the tags of Coral's transfers */

/* A message that Coral writes. */
typedef struct {
    bool used;
    char head[CORAL_LINK_HEAD];
    char payload[CORAL_LINK_PAYLOAD];
} outgoing;
_Static_assert(offsetof(outgoing, payload) == offsetof(outgoing, head) + CORAL_LINK_HEAD,
    "a payload stands behind its head");

typedef struct transfer {
    receiving receiving; /* first: receives that have not ended, in the order in which they began */
    struct transfer *next; /* of those that are sent, likewise */
    int rank;
    uint32_t tag;
    char *memory;
    size_t n, bytes; /* of them have been sent, or have come */
    bool ended;
    uint64_t *old; /* of an operation on a word; its width stands in n */
} transfer;

typedef struct {
    uint32_t job;      /* its rank in GASNet's job */
    bool known;        /* job is set */
    bool told, seen;   /* it is to say that it has taken all; it has said so */
    bool asks;         /* it wants to be told the same */
    bool tells;        /* it is to be told of losses */
    uint32_t sent, received;
    uint32_t gap;      /* since when a part is missing, in milliseconds; 0: none is */
    uint32_t losses;   /* until when parts are short; 0: they are not */
    arrival *partial;  /* a message of which parts are missing */
    size_t bytes;      /* of it that have come */
} peer;
_Static_assert(sizeof(void *) != 8 || sizeof(peer) == 48,
    "gasnetPeer of net/accounting.go says how large it is");

static gex_Client_t client;
static gex_EP_t endpoint;
static gex_TM_t team;
static peer *peers;
static size_t piece; /* bytes of a Medium, at most */
static outgoing buffers[HELD];
static arrival *taken; /* the message that the last call of receive has given */
static arrival *early_first, *early_last; /* parts of transfers that came before their receive */
static transfer *sends;
static uint32_t came; /* parts, answers, and operations that others have asked for */
static char *slot;    /* this image's memory */
static int untold;    /* images that are to be told of losses */
static bool broken;   /* a part is lost; trouble says why */
static pid_t image;   /* this process, not one that it has forked */

static coral_link_result failed(const char *what, int rank, const char *why) {
    snprintf(trouble, sizeof trouble, "%s image %d: %s", what, rank + 1, why);
    return CORAL_LINK_FAILED;
}

static uint32_t *received_of(uint32_t rank) { return &peers[rank].received; }

static coral_link_result connect_to(int rank) {
    peer *p = &peers[rank];
    if (p->known)
        return CORAL_LINK_DONE;
    if (!coral_job_rank(rank, &p->job))
        return failed("nothing is said of", rank, "its launcher knows no rank");
    p->known = true;
    return CORAL_LINK_DONE;
}

/* Never 0. */
static uint32_t milliseconds(void) {
    struct timespec k;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &k);
    return (uint32_t)(k.tv_sec * 1000 + k.tv_nsec / 1000000) | 1;
}

static bool is_over(uint32_t time) { return (int32_t)(milliseconds() - time) >= 0; }

static size_t part_to(int rank) {
    peer *p = &peers[rank];
    if (p->losses != 0 && is_over(p->losses))
        p->losses = 0;
    return p->losses == 0 || piece < ONE_PACKET ? piece : ONE_PACKET;
}

/* What comes. */

static void losses_are_known(peer *p) { p->losses = (milliseconds() + LOSSES_LAST) | 1; }

/* What has come in the order in which it was sent may have been sent twice. */
static void look_for_gap(const arrival *m) {
    peer *p = &peers[m->envelope.source];
    if (!in_order(m)) {
        if (p->gap == 0)
            p->gap = milliseconds();
        return;
    }
    if (p->gap != 0 && is_over(p->gap + LOST_AFTER)) {
        losses_are_known(p);
        untold += !p->tells;
        p->tells = true;
    }
    p->gap = 0;
}

static void take_piece(transfer *t, const arrival *m) {
    size_t n = m->n < t->n - t->bytes ? m->n : t->n - t->bytes;
    memcpy(t->memory + t->bytes, m + 1, n);
    t->bytes += n;
    if (t->bytes == t->n) {
        t->ended = true;
        receiving_ends(&t->receiving);
    }
}

static bool is_for(const arrival *m, const transfer *t) {
    return m->envelope.source == (uint32_t)t->rank && (uint32_t)m->envelope.token == t->tag;
}

/* A part of a transfer goes to its receive; else it waits for that. */
static void piece_arrived(arrival *m) {
    for (receiving *r = all_receiving.next; r != &all_receiving; r = r->next)
        if (is_for(m, (transfer *)r)) {
            take_piece((transfer *)r, m);
            free(m);
            return;
        }
    m->next = NULL;
    if (early_first == NULL)
        early_first = m;
    else
        early_last->next = m;
    early_last = m;
}

static void take_early_pieces(transfer *t) {
    arrival *before = NULL;
    for (arrival *m = early_first; m != NULL && !t->ended;) {
        arrival *next = m->next;
        if (!is_for(m, t)) {
            before = m;
            m = next;
            continue;
        }
        if (before == NULL)
            early_first = next;
        else
            before->next = next;
        if (early_last == m)
            early_last = before;
        take_piece(t, m);
        free(m);
        m = next;
    }
}

static void *need(void *memory) {
    if (memory == NULL) {
        fprintf(stderr, "coral: error: no memory for a message that has come\n");
        gasnet_exit(1);
    }
    return memory;
}

/* The first part of a message of several has room for all of them. */
static void message_begins(arrival *m, size_t n) {
    peer *p = &peers[m->envelope.source];
    p->bytes = m->n;
    if (m->n == n) {
        message_arrived(m);
        return;
    }
    p->partial = need(realloc(m, sizeof *m + n));
    p->partial->n = n;
}

static void message_goes_on(arrival *m) {
    peer *p = &peers[m->envelope.source];
    memcpy((char *)(p->partial + 1) + p->bytes, m + 1, m->n);
    p->bytes += m->n;
    free(m);
    if (p->bytes == p->partial->n)
        message_arrived(p->partial);
}

static void part_arrived(arrival *m) {
    peer *p = &peers[m->envelope.source];
    came++;
    switch (KIND(m->envelope.token)) {
    case FIRST:
        message_begins(m, (uint32_t)m->envelope.token);
        return;
    case MORE:
        message_goes_on(m);
        return;
    case TRANSFER:
        piece_arrived(m);
        return;
    case LAST:
        p->asks = true;
        break;
    case LAST_SEEN:
        p->seen = true;
        break;
    case LOSSES:
        losses_are_known(p);
        break;
    }
    free(m);
}

/* Puts a part into order. The queue of numbered.h has the messages that are whole. */
static void order(arrival *m) {
    arrival *whole = first, *end = last;
    first = last = NULL;
    look_for_gap(m);
    put_into_order(m);
    arrival *parts = first;
    first = whole;
    last = end;
    while (parts != NULL) {
        arrival *next = parts->next;
        part_arrived(parts);
        parts = next;
    }
}

static arrival *part_of(const void *payload, size_t n, uint64_t token, gex_AM_Arg_t source,
    gex_AM_Arg_t number) {
    arrival *m = need(malloc(sizeof *m + n));
    m->n = n;
    m->envelope.token = token;
    m->envelope.source = (uint32_t)source;
    m->envelope.number = (uint32_t)number;
    if (n > 0)
        memcpy(m + 1, payload, n);
    return m;
}

#define HEAD_ARGS                                                                              \
    gex_AM_Arg_t h0, gex_AM_Arg_t h1, gex_AM_Arg_t h2, gex_AM_Arg_t h3, gex_AM_Arg_t h4,       \
        gex_AM_Arg_t h5, gex_AM_Arg_t h6, gex_AM_Arg_t h7, gex_AM_Arg_t h8, gex_AM_Arg_t h9,   \
        gex_AM_Arg_t h10, gex_AM_Arg_t h11

static void first_came(gex_Token_t from, void *payload, size_t n, gex_AM_Arg_t source,
    gex_AM_Arg_t number, gex_AM_Arg_t bytes, HEAD_ARGS) {
    (void)from;
    if ((uint32_t)source >= (uint32_t)self.size)
        return;
    arrival *m = part_of(payload, n, FIRST | (uint32_t)bytes, source, number);
    gex_AM_Arg_t head[HEAD_WORDS] = {h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11};
    memcpy(m->envelope.head, head, sizeof head);
    order(m);
}

static void more_came(gex_Token_t from, void *payload, size_t n, gex_AM_Arg_t source,
    gex_AM_Arg_t number, gex_AM_Arg_t kind, gex_AM_Arg_t tag) {
    (void)from;
    if ((uint32_t)source >= (uint32_t)self.size)
        return;
    order(part_of(payload, n, (uint64_t)(uint32_t)kind << 32 | (uint32_t)tag, source, number));
}

/* What goes. */

/* Without GEX_FLAG_IMMEDIATE a request that does not give 0 has failed, and its part is lost. */
static bool has_left(int rank, int code) {
    if (code == 0)
        return true;
    broken = true;
    failed("a message to", rank, "GASNet cannot send it");
    return false;
}

static bool send_part(int rank, uint64_t token, const void *payload, size_t n) {
    gex_AM_Arg_t number = (gex_AM_Arg_t)peers[rank].sent++;
    int code = gex_AM_RequestMedium4(team, peers[rank].job, HANDLER_MORE, (void *)payload, n,
        GEX_EVENT_NOW, 0, (gex_AM_Arg_t)self.rank, number, (gex_AM_Arg_t)(token >> 32),
        (gex_AM_Arg_t)token);
    return has_left(rank, code);
}

static coral_link_result send_locked(int rank, const void *head, const void *payload, size_t n) {
    TRY(connect_to(rank));
    size_t most = part_to(rank), part = n < most ? n : most;
    gex_AM_Arg_t h[HEAD_WORDS], number = (gex_AM_Arg_t)peers[rank].sent++;
    memcpy(h, head, sizeof h);
    int code = gex_AM_RequestMedium15(team, peers[rank].job, HANDLER_FIRST, (void *)payload, part,
        GEX_EVENT_NOW, 0, (gex_AM_Arg_t)self.rank, number, (gex_AM_Arg_t)n, h[0], h[1], h[2], h[3],
        h[4], h[5], h[6], h[7], h[8], h[9], h[10], h[11]);
    bool good = has_left(rank, code);
    for (size_t at = part; at < n && good; at += part) {
        part = n - at < most ? n - at : most;
        good = send_part(rank, MORE, (const char *)payload + at, part);
    }
    return good ? CORAL_LINK_DONE : CORAL_LINK_FAILED;
}

static void *buffer_locked(void) {
    for (int i = 0; i < HELD; i++)
        if (!buffers[i].used) {
            buffers[i].used = true;
            return buffers[i].head;
        }
    return NULL;
}

static coral_link_result send_buffer_locked(int rank, void *memory, size_t n) {
    outgoing *o = (outgoing *)((char *)memory - offsetof(outgoing, head));
    coral_link_result r = send_locked(rank, o->head, o->payload, n);
    o->used = false;
    return r;
}

static coral_link_result receive_locked(
    int *source, const void **head, const void **payload, size_t *n) {
    free(taken);
    taken = next_message(source, head, payload, n); /* progress has brought it */
    if (taken != NULL)
        return CORAL_LINK_DONE;
    return broken ? CORAL_LINK_FAILED : CORAL_LINK_AGAIN;
}

/* Sends some parts of the transfer that has waited longest: those of one tag keep their order. */
static bool push(void) {
    transfer *t = sends;
    if (t == NULL)
        return false;
    size_t most = part_to(t->rank);
    for (size_t begin = t->bytes; t->bytes < t->n && t->bytes - begin < AT_A_TIME;) {
        size_t n = t->n - t->bytes < most ? t->n - t->bytes : most;
        if (!send_part(t->rank, TRANSFER | t->tag, t->memory + t->bytes, n))
            return false; /* it has not ended: done says that the run cannot go on */
        t->bytes += n;
    }
    if (t->bytes == t->n) {
        t->ended = true;
        sends = t->next;
    }
    return true;
}

/* An image that is about to end is told that its last part has come. */
static bool answer(void) {
    static int waiting; /* images of which that has not been looked at */
    bool busy = false;
    for (int i = 0; i < 8 && i < self.size; i++) {
        waiting = (waiting + 1) % self.size;
        if (!peers[waiting].asks || connect_to(waiting) != CORAL_LINK_DONE)
            continue;
        peers[waiting].asks = false;
        send_part(waiting, LAST_SEEN, NULL, 0);
        busy = true;
    }
    return busy;
}

static void tell_of_losses(void) {
    for (int i = 0; i < self.size && untold > 0; i++)
        if (peers[i].tells && connect_to(i) == CORAL_LINK_DONE) {
            peers[i].tells = false;
            untold--;
            send_part(i, LOSSES, NULL, 0);
        }
}

/* While the network is down GASNet complains in each call, in a dozen lines: it is called less and
 * less often, until it is up again or the heartbeats of Coral end the run. */
static void poll_network(void) {
    enum { FIRST_REST = 10000, LONGEST_REST = 1000000 };
    static useconds_t rest = FIRST_REST;
    if (gasnet_AMPoll() == GASNET_OK) {
        rest = FIRST_REST;
        return;
    }
    usleep(rest);
    if ((rest *= 2) > LONGEST_REST)
        rest = LONGEST_REST;
}

static bool advance(void) {
    bool busy = push();
    tell_of_losses();
    poll_network();
    return busy;
}

/* GASNet runs handlers also where this side sends: what came then has not been told yet. */
static bool progress_locked(void) {
    static uint32_t told;
    bool busy = advance() || came != told;
    told = came;
    return busy;
}

static transfer *transfer_of(int rank, uint32_t tag, void *memory, size_t n, void **request) {
    transfer *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    *t = (transfer){.rank = rank, .tag = tag, .memory = memory, .n = n};
    return *request = t;
}

static coral_link_result begin_send_locked(
    int rank, uint32_t tag, const void *memory, size_t n, void **request) {
    TRY(connect_to(rank));
    transfer *t = transfer_of(rank, tag, (void *)memory, n, request), **end = &sends;
    if (t == NULL)
        return CORAL_LINK_AGAIN;
    while (*end != NULL)
        end = &(*end)->next;
    *end = t;
    push();
    return CORAL_LINK_DONE;
}

static coral_link_result begin_receive_locked(
    int rank, uint32_t tag, void *memory, size_t n, void **request) {
    transfer *t = transfer_of(rank, tag, memory, n, request);
    if (t == NULL)
        return CORAL_LINK_AGAIN;
    receiving_begins(&t->receiving);
    take_early_pieces(t);
    return CORAL_LINK_DONE;
}

static coral_link_result done_locked(void *request) {
    transfer *t = request;
    if (t == NULL)
        return CORAL_LINK_DONE;
    if (!t->ended) {
        advance();
        if (!t->ended)
            return broken ? CORAL_LINK_FAILED : CORAL_LINK_AGAIN;
    }
    free(t);
    return CORAL_LINK_DONE;
}

static void take_back_locked(void *request) {
    transfer *t = request;
    receiving_ends(&t->receiving);
    free(t);
}

static coral_link_result finish(void *request) {
    coral_link_result r;
    while ((r = done_locked(request)) == CORAL_LINK_AGAIN)
        sched_yield();
    return r;
}

static coral_link_result swap(
    int to, const void *out, int from, void *in, size_t n, uint32_t gathering) {
    void *receiving, *sending;
    TRY(begin_receive_locked(from, GATHERING + gathering, in, n, &receiving));
    TRY(begin_send_locked(to, GATHERING + gathering, out, n, &sending));
    TRY(finish(sending));
    return finish(receiving);
}

/* Memory of other images. */

#define HIGH(x) (gex_AM_Arg_t)((uint64_t)(x) >> 32)
#define LOW(x) (gex_AM_Arg_t)((uint64_t)(x) & 0xffffffffu)
#define PAIR(x) gex_AM_Arg_t x##_high, gex_AM_Arg_t x##_low
#define WHOLE(x) ((uint64_t)(uint32_t)x##_high << 32 | (uint32_t)x##_low)

static coral_link_result share_locked(int known, void *memory, size_t n) {
    (void)known, (void)n;
    slot = memory;
    return CORAL_LINK_DONE;
}

/* A chunk's name, and its key, is where it begins in the slot. */
static coral_link_result register_locked(
    void *memory, size_t n, void **chunk, void *name, size_t *name_size) {
    (void)n;
    uint64_t at = (uint64_t)((char *)memory - slot);
    memcpy(name, &at, sizeof at);
    *name_size = sizeof at;
    *chunk = NULL;
    return CORAL_LINK_DONE;
}

static void link_deregister(void *chunk) { (void)chunk; }

static coral_link_result link_reach(int rank, const void *name, size_t n, void **key) {
    (void)rank;
    uint64_t *at = malloc(sizeof *at);
    if (at == NULL || n != sizeof *at) {
        free(at);
        return CORAL_LINK_AGAIN;
    }
    memcpy(at, name, sizeof *at);
    *key = at;
    return CORAL_LINK_DONE;
}

static void link_forget(void *key) { free(key); }

static uint64_t place_of(const void *key, uint64_t offset) {
    return key == NULL ? offset : *(const uint64_t *)key + offset;
}

/* A handler ends by its reply: GASNet must not be called behind it. */
static void get_came(gex_Token_t from, PAIR(offset), gex_AM_Arg_t n, PAIR(request),
    gex_AM_Arg_t at) {
    came++; /* more may come soon */
    gex_AM_ReplyMedium3(from, HANDLER_GOTTEN, slot + WHOLE(offset), (uint32_t)n, GEX_EVENT_NOW, 0,
        request_high, request_low, at);
}

static void gotten_came(
    gex_Token_t from, void *payload, size_t n, PAIR(request), gex_AM_Arg_t at) {
    (void)from;
    transfer *t = (transfer *)(uintptr_t)WHOLE(request);
    memcpy(t->memory + (uint32_t)at, payload, n);
    t->bytes += n;
    t->ended = t->bytes == t->n;
    came++;
}

/* Such gets are short (registration.go). */
static coral_link_result get_locked(
    int rank, const void *key, uint64_t offset, void *memory, size_t n, void **request) {
    TRY(connect_to(rank));
    transfer *t = transfer_of(rank, 0, memory, n, request);
    if (t == NULL)
        return CORAL_LINK_AGAIN;
    uint64_t id = (uintptr_t)t, place = place_of(key, offset);
    size_t most = part_to(rank);
    t->ended = n == 0;
    for (size_t at = 0; at < n; at += most, place += most) {
        int code = gex_AM_RequestShort6(team, peers[rank].job, HANDLER_GET, 0, HIGH(place),
            LOW(place), (gex_AM_Arg_t)(n - at < most ? n - at : most), HIGH(id), LOW(id),
            (gex_AM_Arg_t)at);
        if (!has_left(rank, code))
            return CORAL_LINK_FAILED;
    }
    return CORAL_LINK_DONE;
}

#define OPERATE(word, op, operand, compare)                                               \
    switch (op) {                                                                         \
    case CORAL_LINK_LOAD:                                                                 \
        return __atomic_load_n(word, __ATOMIC_SEQ_CST);                                   \
    case CORAL_LINK_STORE:                                                                \
        return __atomic_exchange_n(word, operand, __ATOMIC_SEQ_CST);                      \
    case CORAL_LINK_ADD:                                                                  \
        return __atomic_fetch_add(word, operand, __ATOMIC_SEQ_CST);                       \
    case CORAL_LINK_AND:                                                                  \
        return __atomic_fetch_and(word, operand, __ATOMIC_SEQ_CST);                       \
    case CORAL_LINK_OR:                                                                   \
        return __atomic_fetch_or(word, operand, __ATOMIC_SEQ_CST);                        \
    case CORAL_LINK_XOR:                                                                  \
        return __atomic_fetch_xor(word, operand, __ATOMIC_SEQ_CST);                       \
    }                                                                                     \
    __atomic_compare_exchange_n(                                                          \
        word, &compare, operand, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);              \
    return compare

static uint64_t operate32(uint32_t *word, int op, uint32_t operand, uint32_t compare) {
    OPERATE(word, op, operand, compare);
}

static uint64_t operate64(uint64_t *word, int op, uint64_t operand, uint64_t compare) {
    OPERATE(word, op, operand, compare);
}

/* The processor does it, so it is atomic with what the image itself does. */
static void operation_came(gex_Token_t from, PAIR(offset), gex_AM_Arg_t op, gex_AM_Arg_t width,
    PAIR(operand), PAIR(compare), PAIR(request)) {
    void *word = slot + WHOLE(offset);
    uint64_t old = width == 4
        ? operate32(word, op, (uint32_t)WHOLE(operand), (uint32_t)WHOLE(compare))
        : operate64(word, op, WHOLE(operand), WHOLE(compare));
    came++; /* whoever sleeps here may wait for that */
    gex_AM_ReplyShort4(from, HANDLER_OPERATED, 0, HIGH(old), LOW(old), request_high, request_low);
}

static void operated_came(gex_Token_t from, PAIR(old), PAIR(request)) {
    (void)from;
    transfer *t = (transfer *)(uintptr_t)WHOLE(request);
    *t->old = WHOLE(old);
    t->ended = true;
    came++;
}

static coral_link_result atomic_locked(int rank, const void *key, int op, uint64_t offset,
    int width, uint64_t operand, uint64_t compare, uint64_t *old, void **request) {
    TRY(connect_to(rank));
    transfer *t = transfer_of(rank, 0, NULL, 0, request);
    if (t == NULL)
        return CORAL_LINK_AGAIN;
    t->old = old;
    uint64_t place = place_of(key, offset), id = (uintptr_t)t;
    int code = gex_AM_RequestShort10(team, peers[rank].job, HANDLER_OPERATE, 0, HIGH(place),
        LOW(place), op, width, HIGH(operand), LOW(operand), HIGH(compare), LOW(compare), HIGH(id),
        LOW(id));
    return has_left(rank, code) ? CORAL_LINK_DONE : CORAL_LINK_FAILED;
}

static coral_link_result link_atomic(int rank, const void *key, int op, uint64_t offset, int width,
    uint64_t operand, uint64_t compare, uint64_t *old, void **request) {
    LOCKED(atomic_locked(rank, key, op, offset, width, operand, compare, old, request));
}

/* The end. */

/* Each image that this one has sent something to says that it has taken all. */
static bool all_seen(void) {
    for (int i = 0; i < self.size; i++)
        if (peers[i].told && !peers[i].seen)
            return false;
    return true;
}

static bool progress_to_end(void) {
    bool busy = answer();
    return progress_locked() || busy;
}

/* Nobody sends any more when all have come here. */
static void close_locked(void) {
    while (sends != NULL && !broken)
        progress_locked();
    for (int i = 0; i < self.size; i++)
        if ((peers[i].told = peers[i].sent > 0))
            send_part(i, LAST, NULL, 0);
    while (!all_seen() && !broken)
        if (!progress_to_end())
            sched_yield();
    while (all_receiving.next != &all_receiving)
        take_back_locked(all_receiving.next);
    gex_Event_t all = gex_Coll_BarrierNB(team, 0);
    while (gex_Event_Test(all) != GASNET_OK)
        if (!progress_to_end())
            sched_yield();
    coral_job_close(progress_to_end);
}

static bool link_progress(void) {
    pthread_mutex_lock(&lock);
    bool busy = progress_locked();
    pthread_mutex_unlock(&lock);
    return busy;
}

/* Not under the lock: another thread may hold it for good. */
static void link_abort(int code) {
    coral_job_abort(code);
    sleep(1); /* the launcher is to end this process, so that it knows why */
    _Exit(code);
}

static const char *link_error(void) { return trouble; }

/* GASNet sets handlers of signals by signal(3), which asks for no stack of their own. Go's threads
 * have small stacks, on which no handler may run. So this one is taken in its place. A handler that
 * is set back is what it was, with all its flags. */
__attribute__((visibility("hidden"))) void (*signal(int number, void (*handler)(int)))(int) {
    static struct sigaction saved[NSIG];
    struct sigaction now = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK}, before;
    sigemptyset(&now.sa_mask);
    if (number > 0 && number < NSIG && saved[number].sa_flags != 0 &&
        saved[number].sa_handler == handler)
        now = saved[number];
    if (sigaction(number, &now, &before) != 0)
        return SIG_ERR;
    if (number > 0 && number < NSIG)
        saved[number] = before;
    return before.sa_handler;
}

/* GASNet ends a process by _exit(2) when another one has died, at once and without a word. The
 * launcher would hear of that first and name the wrong image. So this one waits for the launcher to
 * be told of the other. It is GASNet that calls if the lock is taken. */
__attribute__((visibility("hidden"), noreturn)) void _exit(int code) {
    enum { PATIENCE = 3 };
    if (peers != NULL && getpid() == image && pthread_mutex_trylock(&lock) != 0)
        sleep(PATIENCE);
    syscall(SYS_exit_group, code);
    __builtin_unreachable();
}

static bool start(char *text, size_t room) {
    static char name[] = "coral", *words[] = {name, NULL};
    int count = 1;
    char **arguments = words;
    gex_AM_Entry_t handlers[] = {
        {HANDLER_FIRST, (gex_AM_Fn_t)first_came, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST,
            3 + HEAD_WORDS, NULL, "first"},
        {HANDLER_MORE, (gex_AM_Fn_t)more_came, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 4, NULL,
            "more"},
        {HANDLER_GET, (gex_AM_Fn_t)get_came, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 6, NULL,
            "get"},
        {HANDLER_GOTTEN, (gex_AM_Fn_t)gotten_came, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REPLY, 3, NULL,
            "gotten"},
        {HANDLER_OPERATE, (gex_AM_Fn_t)operation_came, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 10,
            NULL, "operate"},
        {HANDLER_OPERATED, (gex_AM_Fn_t)operated_came, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 4,
            NULL, "operated"}};
    if (gex_Client_Init(&client, &endpoint, &team, "coral", &count, &arguments, 0) != GASNET_OK ||
        gex_EP_RegisterHandlers(endpoint, handlers, sizeof handlers / sizeof *handlers) !=
            GASNET_OK) {
        snprintf(text, room, "GASNet does not start");
        return false;
    }
    self.size = (int)gex_TM_QuerySize(team);
    if ((peers = calloc((size_t)self.size, sizeof *peers)) == NULL) {
        snprintf(text, room, "no memory for %d images", self.size);
        return false;
    }
    /* Nobody sends before all have their handlers: a message that finds none ends the run. An
     * image that has left the barrier sends, and the others take its messages while they are still
     * in it: what handlers need is there before. */
    gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
    size_t request = gex_AM_LUBRequestMedium(), reply = gex_AM_LUBReplyMedium(); /* to a get */
    size_t medium = request < reply ? request : reply;
    piece = medium < PART ? medium : PART;
    image = getpid();
    return true;
}

__attribute__((visibility("default"))) const coral_link *coral_link_open(char *text, size_t room) {
    static char library[128];
    if (!coral_job_open(text, room) || !start(text, room))
        return NULL;
    int rank = 0, size = self.size;
    if (!coral_job_meet(gex_TM_QueryRank(team), size, &rank, text, room))
        return NULL;
    snprintf(library, sizeof library, "GASNet-EX %d.%d.%d, conduit %s",
        GASNET_RELEASE_VERSION_MAJOR, GASNET_RELEASE_VERSION_MINOR, GASNET_RELEASE_VERSION_PATCH,
        GASNET_CONDUIT_NAME_STR);
    self = (coral_link){.version = CORAL_LINK_VERSION,
        .rank = rank,
        .size = size,
        .library = library,
        .send = link_send,
        .buffer = link_buffer,
        .send_buffer = link_send_buffer,
        .receive = link_receive,
        .begin_send = link_begin_send,
        .begin_receive = link_begin_receive,
        .done = link_done,
        .take_back = link_take_back,
        .progress = link_progress,
        .gather = link_gather,
        .close = link_close,
        .abort = link_abort,
        .each = coral_job_ends_each(),
        .error = link_error,
        .share = link_share,
        .register_memory = link_register,
        .deregister = link_deregister,
        .reach = link_reach,
        .forget = link_forget,
        .get = link_get,
        .atomic = link_atomic};
    return &self;
}
