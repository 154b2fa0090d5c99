/* A provider to begin with. It gives what every provider must: messages in order, long transfers
 * under a tag, gather, close and abort. Coral makes puts, gets, atomic operations and all else of
 * messages. docs/new-provider.md follows it to a provider that gives more.
 *
 * In place of a library there are datagrams between the processes of one machine (unix(7)): they
 * come in the order in which they were sent, and none is lost. What is marked LIBRARY is all that
 * knows of them. */
#define CORAL_MESSAGES_ONLY
#include "locked.h"
#include "numbered.h"
#include "pmi.h"
#include "words.h"

#include <errno.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { HELD = 16, LOOKS = 16 };

/* What a datagram is: a message, or a piece of the transfer with that tag. */
static const uint64_t MESSAGE = UINT64_MAX;
static const uint64_t GATHERING = 1 << 20; /* above all tags of Coral's */

/* A datagram as it is sent, and as it has come. The arrival is what numbered.h keeps of a message,
 * and the payload must stand behind it. */
typedef struct {
    uint64_t tag;
    envelope envelope;
} header;

typedef struct incoming {
    struct incoming *next; /* of the pieces that came before their receive */
    uint64_t tag;
    arrival arrival;
    char payload[CORAL_LINK_PAYLOAD];
} incoming;

_Static_assert(offsetof(incoming, payload) == offsetof(incoming, arrival) + sizeof(arrival),
    "a payload stands behind its arrival");

static incoming *room_of(arrival *m) {
    return (incoming *)((char *)m - offsetof(incoming, arrival));
}

/* A message that Coral writes, or has written and there was no room for yet. */
typedef struct {
    bool used, late;
    int rank;
    uint32_t number;
    size_t n; /* bytes of the payload */
    char head[CORAL_LINK_HEAD];
    char payload[CORAL_LINK_PAYLOAD];
} outgoing;
_Static_assert(offsetof(outgoing, payload) == offsetof(outgoing, head) + CORAL_LINK_HEAD,
    "a payload stands behind its head");

/* A long transfer: bytes so far of n. */
typedef struct transfer {
    receiving receiving; /* first: receives that have not ended, in the order in which they began */
    struct transfer *next; /* of those that are sent, likewise */
    int rank;
    uint64_t tag;
    char *memory;
    size_t n, bytes;
    bool ended;
} transfer;

typedef struct {
    uint64_t token; /* of what is for that image */
    struct sockaddr_un address;
    socklen_t length; /* of the address; 0: not asked for yet */
    uint32_t sent, received;
    bool full; /* it takes no datagram now */
} peer;

static const coral_pmi *pmi;
static uint64_t token;
static int port = -1;
static peer *peers;
static outgoing buffers[HELD];
static int late;               /* of them */
static incoming *room, *taken; /* for the next datagram; what receive has given last */
static incoming *early_pieces; /* in the order in which they came */
static transfer *sends;
static bool broken;

static coral_link_result failed(const char *what, int rank) {
    snprintf(trouble, sizeof trouble, "%s image %d: %s", what, rank + 1, strerror(errno));
    broken = true;
    return CORAL_LINK_FAILED;
}

static uint32_t *received_of(uint32_t rank) { return &peers[rank].received; }

/* LIBRARY: the addresses of images, by what started them. */

typedef struct {
    uint64_t token;
    struct sockaddr_un address;
} bootstrap_record;

static coral_link_result connect_to(int rank) {
    peer *p = &peers[rank];
    if (p->length != 0)
        return CORAL_LINK_DONE;
    size_t n;
    unsigned char *bytes = coral_pmi_published(pmi, rank, "template", &n);
    bootstrap_record in;
    if (bytes == NULL || n <= sizeof in.token || n > sizeof in) {
        free(bytes);
        errno = EPROTO;
        return failed("nothing is said of", rank);
    }
    memcpy(&in, bytes, n);
    free(bytes);
    p->token = in.token;
    p->address = in.address;
    p->length = (socklen_t)(n - offsetof(bootstrap_record, address));
    return CORAL_LINK_DONE;
}

static bool open_port(char *text, size_t size) {
    bootstrap_record own = {.token = token};
    struct sockaddr_un any = {.sun_family = AF_UNIX}; /* the kernel makes up a name */
    socklen_t length = sizeof own.address;
    port = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (port < 0 || bind(port, (struct sockaddr *)&any, sizeof any.sun_family) != 0 ||
        getsockname(port, (struct sockaddr *)&own.address, &length) != 0) {
        snprintf(text, size, "no socket: %s", strerror(errno));
        return false;
    }
    if (!coral_pmi_publish(pmi, "template", &own, offsetof(bootstrap_record, address) + length) ||
        !pmi->fence()) {
        snprintf(text, size, "the addresses of images cannot be exchanged by %s", pmi->name);
        return false;
    }
    return true;
}

/* LIBRARY: sends a datagram. AGAIN: there is no room. */
static coral_link_result send_datagram(int rank, const header *h, const void *p, size_t n) {
    peer *to = &peers[rank];
    struct iovec parts[] = {{(void *)h, sizeof *h}, {(void *)p, n}};
    struct msghdr all = {.msg_name = &to->address, .msg_namelen = to->length, .msg_iov = parts,
        .msg_iovlen = 2};
    if (sendmsg(port, &all, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0)
        return CORAL_LINK_DONE;
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS || errno == EINTR)
        return CORAL_LINK_AGAIN;
    return failed("a message to", rank);
}

/* LIBRARY: takes the next datagram into room; its bytes behind the envelope, or -1: there is none.
 */
static ssize_t next_datagram(void) {
    struct iovec parts[] = {{&room->tag, sizeof room->tag},
        {&room->arrival.envelope, sizeof(envelope)}, {room->payload, sizeof room->payload}};
    struct msghdr all = {.msg_iov = parts, .msg_iovlen = 3};
    ssize_t n = recvmsg(port, &all, MSG_DONTWAIT);
    return n < 0 ? -1 : n - (ssize_t)sizeof(header);
}

/* Messages. */

static coral_link_result send_numbered(
    int rank, uint32_t number, const void *head, const void *payload, size_t n) {
    header h = {MESSAGE, {peers[rank].token, (uint32_t)self.rank, number, {0}}};
    memcpy(h.envelope.head, head, CORAL_LINK_HEAD);
    return send_datagram(rank, &h, payload, n);
}

static coral_link_result send_locked(int rank, const void *head, const void *payload, size_t n) {
    TRY(connect_to(rank));
    TRY(send_numbered(rank, peers[rank].sent, head, payload, n));
    peers[rank].sent++;
    return CORAL_LINK_DONE;
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
    coral_link_result r = connect_to(rank);
    o->rank = rank;
    o->n = n;
    if (r == CORAL_LINK_DONE) {
        o->number = peers[rank].sent++;
        r = send_numbered(rank, o->number, o->head, o->payload, n);
    }
    o->used = o->late = r == CORAL_LINK_AGAIN;
    late += o->late;
    return o->late ? CORAL_LINK_DONE : r;
}

/* Messages have numbers: it does not matter that later ones may have gone before. */
static bool send_late(void) {
    int before = late;
    for (int i = 0; i < HELD; i++) {
        outgoing *o = &buffers[i];
        if (!o->late ||
            send_numbered(o->rank, o->number, o->head, o->payload, o->n) == CORAL_LINK_AGAIN)
            continue;
        o->used = o->late = false;
        late--;
    }
    return late < before;
}

static coral_link_result receive_locked(
    int *source, const void **head, const void **payload, size_t *n) {
    free(taken);
    arrival *m = next_message(source, head, payload, n); /* progress has brought it */
    taken = m == NULL ? NULL : room_of(m);
    if (m == NULL)
        return broken ? CORAL_LINK_FAILED : CORAL_LINK_AGAIN;
    return CORAL_LINK_DONE;
}

/* Transfers: pieces of what a datagram carries. */

static void take_piece(transfer *t, const incoming *piece) {
    size_t n = piece->arrival.n < t->n - t->bytes ? piece->arrival.n : t->n - t->bytes;
    memcpy(t->memory + t->bytes, piece->payload, n);
    t->bytes += n;
    if (t->bytes == t->n) {
        t->ended = true;
        receiving_ends(&t->receiving);
    }
}

static bool is_for(const incoming *piece, const transfer *t) {
    return piece->arrival.envelope.source == (uint32_t)t->rank && piece->tag == t->tag;
}

/* Gives a piece to its receive; else it waits for that. room is the library's again, or none. */
static void piece_arrived(void) {
    for (receiving *r = all_receiving.next; r != &all_receiving; r = r->next)
        if (is_for(room, (transfer *)r)) {
            take_piece((transfer *)r, room);
            return;
        }
    incoming **last = &early_pieces;
    while (*last != NULL)
        last = &(*last)->next;
    room->next = NULL;
    *last = room;
    room = NULL;
}

static void take_early_pieces(transfer *t) {
    for (incoming **p = &early_pieces; *p != NULL && !t->ended;) {
        incoming *piece = *p;
        if (!is_for(piece, t)) {
            p = &piece->next;
            continue;
        }
        *p = piece->next;
        take_piece(t, piece);
        free(piece);
    }
}

/* Sends as many pieces as there is room for. */
static bool push(transfer *t) {
    bool sent = false;
    header h = {t->tag, {peers[t->rank].token, (uint32_t)self.rank, 0, {0}}};
    while (!t->ended) {
        size_t left = t->n - t->bytes, n = left < CORAL_LINK_PAYLOAD ? left : CORAL_LINK_PAYLOAD;
        coral_link_result r = send_datagram(t->rank, &h, t->memory + t->bytes, n);
        if (r != CORAL_LINK_DONE) {
            peers[t->rank].full = true;
            break;
        }
        sent = true;
        t->bytes += n;
        t->ended = t->bytes == t->n;
    }
    return sent;
}

/* Of the transfers to an image none passes another by, since they may have the same tag. */
static bool push_all(void) {
    bool sent = false;
    for (transfer *t = sends; t != NULL; t = t->next)
        peers[t->rank].full = false;
    for (transfer **p = &sends; *p != NULL;) {
        transfer *t = *p;
        if (!peers[t->rank].full)
            sent = push(t) || sent;
        if (t->ended)
            *p = t->next;
        else
            p = &t->next;
    }
    return sent;
}

static bool progress_locked(void) {
    bool busy = late > 0 && send_late();
    busy = (sends != NULL && push_all()) || busy;
    for (int looks = 0; looks < LOOKS; looks++) {
        if (room == NULL && (room = malloc(sizeof *room)) == NULL)
            break;
        ssize_t n = next_datagram();
        if (n == -1)
            break;
        envelope *e = &room->arrival.envelope;
        if (n < 0 || e->token != token || e->source >= (uint32_t)self.size)
            continue; /* from nobody of this run */
        busy = true;
        room->arrival.n = (size_t)n;
        if (room->tag != MESSAGE) {
            piece_arrived();
            continue;
        }
        put_into_order(&room->arrival);
        room = NULL;
    }
    return busy;
}

static transfer *transfer_of(int rank, uint64_t tag, void *memory, size_t n, void **request) {
    transfer *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    *t = (transfer){.rank = rank, .tag = tag, .memory = memory, .n = n};
    return *request = t;
}

static coral_link_result send_under(
    int rank, uint64_t tag, const void *memory, size_t n, void **request) {
    TRY(connect_to(rank));
    transfer *t = transfer_of(rank, tag, (void *)memory, n, request), **last = &sends;
    if (t == NULL)
        return CORAL_LINK_AGAIN;
    while (*last != NULL)
        last = &(*last)->next;
    *last = t;
    push_all();
    return CORAL_LINK_DONE;
}

static coral_link_result receive_under(
    int rank, uint64_t tag, void *memory, size_t n, void **request) {
    transfer *t = transfer_of(rank, tag, memory, n, request);
    if (t == NULL)
        return CORAL_LINK_AGAIN;
    receiving_begins(&t->receiving);
    take_early_pieces(t);
    return CORAL_LINK_DONE;
}

static coral_link_result begin_send_locked(
    int rank, uint32_t tag, const void *memory, size_t n, void **request) {
    return send_under(rank, tag, memory, n, request);
}

static coral_link_result begin_receive_locked(
    int rank, uint32_t tag, void *memory, size_t n, void **request) {
    return receive_under(rank, tag, memory, n, request);
}

static coral_link_result done_locked(void *request) {
    transfer *t = request;
    if (t == NULL)
        return CORAL_LINK_DONE;
    if (!t->ended)
        progress_locked();
    if (!t->ended)
        return broken ? CORAL_LINK_FAILED : CORAL_LINK_AGAIN;
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
        usleep(1);
    return r;
}

static coral_link_result swap(
    int to, const void *out, int from, void *in, size_t n, uint32_t gathering) {
    void *receiving, *sending;
    TRY(receive_under(from, GATHERING + gathering, in, n, &receiving));
    TRY(send_under(to, GATHERING + gathering, out, n, &sending));
    TRY(finish(sending));
    return finish(receiving);
}

/* When all have come to the first fence nobody begins anything any more, behind the second nobody
 * needs this image's progress. */
static void close_locked(void) {
    while ((sends != NULL || late > 0) && !broken)
        progress_locked();
    if (pmi->loose) { /* as in ofi.c */
        char own = 0, *all = malloc((size_t)self.size);
        if (all != NULL)
            gather_locked(&own, 1, all);
        free(all);
    }
    coral_fence(pmi, progress_locked);
    while (all_receiving.next != &all_receiving)
        take_back_locked(all_receiving.next);
    coral_fence(pmi, progress_locked);
    close(port);
    pmi->close();
}

static bool link_progress(void) {
    pthread_mutex_lock(&lock);
    bool busy = progress_locked();
    pthread_mutex_unlock(&lock);
    return busy;
}

/* A socket is readable while anything is there. Nothing tells when there is room again to send. */
static coral_link_result link_arm(void) {
    pthread_mutex_lock(&lock);
    bool idle = first == NULL && sends == NULL && late == 0;
    pthread_mutex_unlock(&lock);
    return idle ? CORAL_LINK_DONE : CORAL_LINK_AGAIN;
}

/* Not under the lock: another thread may hold it for good. */
static void link_abort(int code) {
    pmi->abort(code);
    sleep(1); /* the launcher is to end this process, so that it knows why */
    _Exit(code);
}

static const char *link_error(void) { return trouble; }

__attribute__((visibility("default"))) const coral_link *coral_link_open(char *text, size_t size) {
    static char library[128];
    if ((pmi = coral_pmi_open(text, size)) == NULL)
        return NULL;
    peers = calloc((size_t)pmi->size, sizeof *peers);
    if (peers == NULL || !coral_token(&token)) {
        snprintf(text, size, "no memory for %d images, or no random numbers", pmi->size);
        return NULL;
    }
    if (!open_port(text, size))
        return NULL;
    snprintf(library, sizeof library, "datagrams of one machine by %s", pmi->name);
    self = (coral_link){.version = CORAL_LINK_VERSION,
        .rank = pmi->rank,
        .size = pmi->size,
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
        .descriptor = port,
        .arm = link_arm,
        .gather = link_gather,
        .close = link_close,
        .abort = link_abort,
        .each = pmi->each,
        .error = link_error};
    return &self;
}
