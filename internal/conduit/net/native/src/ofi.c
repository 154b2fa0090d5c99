/* OFI (libfabric) as a link: messages of FI_MSG into buffers that are posted for them, FI_TAGGED
 * for what is long. An endpoint of type FI_EP_RDM reaches all others, by whatever libfabric finds
 * to be the fastest that reaches other machines; FI_PROVIDER, its own setting, chooses another.
 *
 * What started the processes gives them a way to exchange words (pmi.h): each leaves its address
 * there. Others read it when they first have to do with the image. One lock serialises the calls
 * (FI_THREAD_DOMAIN). */
#include "locked.h"
#include "numbered.h"
#include "pmi.h"
#include "tcp.h"
#include "words.h"

#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <rdma/fi_tagged.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SENDS = 32, HELD = 16, RECEIVES = 48, EVENTS = 16, CLOSE_SECONDS = 5 };

/* A greeting is an envelope up to here. */
enum { GREETING = offsetof(envelope, number) };

/* A libfabric operation. context stays as it is until its completion has been read, where the
 * provider asks for that (FI_CONTEXT2). */
typedef struct operation {
    struct fi_context2 context; /* first: completions bear its address */
    void (*ended)(struct operation *, size_t n, int error); /* error: of fi_errno.h; 0: none */
} operation;

/* A message on its way out. */
typedef struct {
    operation operation;
    bool used; /* somebody writes into it, or it is being sent */
    bool held; /* the former */
    uint64_t late; /* its place among those to be sent as soon as the provider has room; 0: none */
    int rank;
    size_t n; /* bytes of the payload */
    envelope envelope;
    char payload[CORAL_LINK_PAYLOAD]; /* behind the envelope's head */
} outgoing;

/* Room for one that arrives. */
typedef struct incoming {
    operation operation;
    struct incoming *next; /* of those that are not posted */
    arrival arrival;
    char payload[CORAL_LINK_PAYLOAD];
} incoming;

_Static_assert(offsetof(incoming, payload) == offsetof(incoming, arrival) + sizeof(arrival),
    "a payload stands behind its arrival");

static incoming *room_of(arrival *m) {
    return (incoming *)((char *)m - offsetof(incoming, arrival));
}

/* A long transfer: as many operations as the provider's longest message asks for. */
typedef struct transfer {
    receiving receiving; /* first */
    int rank, error;
    bool puts; /* into another image's memory */
    bool sends; /* of what the provider has room for, its parts take some */
    size_t parts, left; /* in all; not yet ended */
    struct part {
        operation operation;
        struct transfer *of;
    } part[];
} transfer;

/* Memory that an image has registered, as the others name it: its address, and its remote key. */
typedef struct {
    uint64_t at, key;
} remote_memory;

typedef struct {
    fi_addr_t address; /* FI_ADDR_NOTAVAIL: not asked for yet */
    remote_memory slot;
    uint64_t token;
    uint64_t puts;           /* that are not complete there */
    uint32_t sent, received; /* messages */
} peer;
_Static_assert(
    sizeof(void *) != 8 || sizeof(peer) == 48, "ofiPeer of net/accounting.go says how large it is");

static const coral_pmi *pmi;
static struct fi_info *info;
static struct fid_fabric *fabric;
static struct fid_domain *domain;
static struct fid_av *addresses;
static struct fid_cq *completions;
static struct fid_ep *endpoint;
static struct fid_mr *memory; /* of the slot */
static uint64_t keys;         /* that this image has made up */
static peer *peers;
static outgoing *sends;
static incoming *receives;
static incoming *idle;         /* not posted, since the provider had no room */
static arrival *taken;         /* the message that the last call of receive has given */
static uint64_t token;         /* of this image; OFI does not show who reaches it (words.h) */
static int greeted; /* others that have sent their greeting */
static int held, late;    /* messages */
static uint64_t latecomers; /* in all */
static size_t sending; /* parts of transfers that take room of the provider's */
static bool closing, broken;
static char library[128];

/* error: a negative number of fi_errno.h. */
static coral_link_result failed(const char *what, ssize_t error) {
    snprintf(trouble, sizeof trouble, "%s: %s", what, fi_strerror((int)-error));
    return CORAL_LINK_FAILED;
}

static coral_link_result failed_with(int rank, const char *what, ssize_t error) {
    snprintf(
        trouble, sizeof trouble, "%s image %d: %s", what, rank + 1, fi_strerror((int)-error));
    return CORAL_LINK_FAILED;
}

/* Reads what has ended; false: there was nothing. */
static bool look(void) {
    struct fi_cq_msg_entry each[EVENTS];
    ssize_t n = fi_cq_read(completions, each, EVENTS);
    for (ssize_t i = 0; i < n; i++) {
        operation *o = each[i].op_context;
        o->ended(o, each[i].len, 0);
    }
    if (n == -FI_EAVAIL) {
        struct fi_cq_err_entry e = {0};
        if (fi_cq_readerr(completions, &e, 0) == 1 && e.op_context != NULL) {
            operation *o = e.op_context;
            o->ended(o, e.len, e.err != 0 ? e.err : FI_EIO);
        }
        return true;
    }
    return n > 0;
}

/* What an image publishes in the bootstrap exchange: this, then its address. */
typedef struct {
    uint64_t token;
    remote_memory slot;
} bootstrap_record;

static coral_link_result connect_to(int rank) {
    peer *p = &peers[rank];
    if (p->address != FI_ADDR_NOTAVAIL)
        return CORAL_LINK_DONE;
    size_t n;
    bootstrap_record in;
    unsigned char *bytes = coral_pmi_published(pmi, rank, "ofi", &n);
    if (bytes == NULL || n <= sizeof in) {
        free(bytes);
        snprintf(trouble, sizeof trouble, "%s says nothing of image %d", pmi->name, rank + 1);
        return CORAL_LINK_FAILED;
    }
    memcpy(&in, bytes, sizeof in);
    int added = fi_av_insert(addresses, bytes + sizeof in, 1, &p->address, 0, NULL);
    free(bytes);
    if (added != 1) {
        p->address = FI_ADDR_NOTAVAIL;
        return failed_with(rank, "the address of", added < 0 ? added : -FI_EADDRNOTAVAIL);
    }
    p->token = in.token;
    p->slot = in.slot;
    return CORAL_LINK_DONE;
}

/* Messages. */

static void post(incoming *m) {
    ssize_t r = fi_recv(endpoint, &m->arrival.envelope,
        sizeof m->arrival.envelope + sizeof m->payload, NULL, FI_ADDR_UNSPEC,
        &m->operation.context);
    if (r == 0)
        return;
    m->next = idle;
    idle = m;
    if (r != -FI_EAGAIN) {
        broken = true;
        failed("no message can be received", r);
    }
}

static void post_idle(void) {
    incoming *m = idle;
    idle = NULL;
    while (m != NULL) {
        incoming *next = m->next;
        post(m);
        m = next;
    }
}

static bool send_late(void);

static bool progress_locked(void) {
    bool busy = look();
    if (idle != NULL)
        post_idle();
    return (late > 0 && send_late()) || busy;
}

static uint32_t *received_of(uint32_t rank) { return &peers[rank].received; }

static void arrived(operation *o, size_t n, int error) {
    incoming *m = (incoming *)o;
    if (error != 0) {
        /* A connection has broken: the heartbeats report the image, and the buffer is posted again.
         * One that was cancelled is not, nor is any while this image closes. */
        if (error != FI_ECANCELED && !closing)
            post(m);
        return;
    }
    arrival *a = &m->arrival;
    bool ours = n >= GREETING && a->envelope.token == token &&
        a->envelope.source < (uint32_t)self.size;
    if (!ours || n < sizeof a->envelope) {
        greeted += ours && n == GREETING;
        post(m);
        return;
    }
    a->n = n - sizeof a->envelope;
    put_into_order(a);
}

static void sent(operation *o, size_t n, int error) {
    (void)n;
    outgoing *out = (outgoing *)o;
    out->used = false;
    if (error == 0 || closing)
        return;
    broken = true;
    failed_with(out->rank, "a message to", -error);
}

/* A message to be written; NULL: all are in use. */
static outgoing *free_message(void) {
    for (int again = 0; again < 2; again++) {
        for (int i = 0; i < SENDS; i++)
            if (!sends[i].used)
                return &sends[i];
        look();
    }
    return NULL;
}

/* Hands a message to the provider, if that has room for it; else it is not in use any more. */
static coral_link_result hand_over(outgoing *o) {
    o->used = true;
    ssize_t r = fi_send(endpoint, &o->envelope, sizeof o->envelope + o->n, NULL,
        peers[o->rank].address, &o->operation.context);
    if (r == 0)
        return CORAL_LINK_DONE;
    o->used = false;
    return r == -FI_EAGAIN ? CORAL_LINK_AGAIN : failed_with(o->rank, "a message to", r);
}

static coral_link_result send_from(int rank, outgoing *o, size_t n) {
    peer *p = &peers[rank];
    o->envelope.token = p->token;
    o->envelope.source = (uint32_t)self.rank;
    o->envelope.number = p->sent;
    o->rank = rank;
    o->n = n;
    if (late > 0)
        send_late();
    coral_link_result r = late > 0 ? CORAL_LINK_AGAIN : hand_over(o);
    if (r == CORAL_LINK_DONE)
        p->sent++;
    return r;
}

/* The message that has waited longest for room. */
static outgoing *longest_waiting(void) {
    outgoing *next = NULL;
    for (int i = 0; i < SENDS; i++)
        if (sends[i].late != 0 && (next == NULL || sends[i].late < next->late))
            next = &sends[i];
    return next;
}

/* Sends what has waited for room, in its order. Nothing passes it by: messages that come before an
 * earlier one keep their receive buffers, and those are few. */
static bool send_late(void) {
    bool sent = false;
    while (late > 0) {
        outgoing *o = longest_waiting();
        coral_link_result r = hand_over(o);
        broken = broken || r == CORAL_LINK_FAILED;
        if (r == CORAL_LINK_AGAIN) {
            o->used = true;
            return sent;
        }
        o->late = 0;
        late--;
        sent = true;
    }
    return sent;
}

static coral_link_result send_locked(int rank, const void *head, const void *payload, size_t n) {
    TRY(connect_to(rank));
    outgoing *o = free_message();
    if (o == NULL)
        return CORAL_LINK_AGAIN;
    memcpy(o->envelope.head, head, CORAL_LINK_HEAD);
    if (n > 0)
        memcpy(o->payload, payload, n);
    coral_link_result r = send_from(rank, o, n);
    if (r == CORAL_LINK_AGAIN)
        look();
    return r;
}

static void *buffer_locked(void) {
    outgoing *o = held < HELD ? free_message() : NULL;
    if (o == NULL)
        return NULL;
    o->used = o->held = true;
    held++;
    return o->envelope.head;
}

static coral_link_result send_buffer_locked(int rank, void *memory, size_t n) {
    outgoing *o = (outgoing *)((char *)memory - offsetof(outgoing, envelope.head));
    o->held = o->used = false;
    held--;
    TRY(connect_to(rank));
    coral_link_result r = send_from(rank, o, n);
    if (r != CORAL_LINK_AGAIN)
        return r;
    peers[rank].sent++;
    o->used = true;
    o->late = ++latecomers;
    late++;
    return CORAL_LINK_DONE;
}

static coral_link_result receive_locked(
    int *source, const void **head, const void **payload, size_t *n) {
    if (taken != NULL)
        post(room_of(taken));
    taken = next_message(source, head, payload, n); /* progress has brought it */
    if (taken == NULL)
        return broken ? CORAL_LINK_FAILED : CORAL_LINK_AGAIN;
    return CORAL_LINK_DONE;
}

/* Transfers. */

static void part_ended(operation *o, size_t n, int error) {
    (void)n;
    transfer *t = ((struct part *)o)->of;
    t->left--;
    if (t->sends)
        sending--;
    if (t->puts)
        peers[t->rank].puts--;
    if (error != 0 && t->error == 0)
        t->error = error;
}

static transfer *transfer_of(int rank, size_t n) {
    size_t most = info->ep_attr->max_msg_size, parts = n == 0 ? 1 : (n - 1) / most + 1;
    transfer *t = calloc(1, sizeof *t + parts * sizeof *t->part);
    if (t == NULL)
        return NULL;
    t->rank = rank;
    t->parts = parts;
    for (size_t i = 0; i < parts; i++) {
        t->part[i].of = t;
        t->part[i].operation.ended = part_ended;
    }
    return t;
}

/* What a transfer is of, and the words for it in front of the image's number. */
typedef enum { SENDS_IT, RECEIVES_IT, PUTS_IT, GETS_IT } kind;
static const char *const words_for[] = {"a transfer to", "a transfer from", "a put to",
    "a get from"};

static ssize_t begin_part(kind k, int rank, remote_memory other, char *p, size_t n, void *context) {
    fi_addr_t address = peers[rank].address;
    struct iovec own = {p, n};
    struct fi_rma_iov there = {other.at, n, other.key};
    struct fi_msg_rma put = {.msg_iov = &own, .iov_count = 1, .addr = address,
        .rma_iov = &there, .rma_iov_count = 1, .context = context};
    switch (k) {
    case SENDS_IT:
        return fi_tsend(endpoint, p, n, NULL, address, other.key, context);
    case RECEIVES_IT:
        return fi_trecv(endpoint, p, n, NULL, FI_ADDR_UNSPEC, other.key, 0, context);
    case PUTS_IT: /* complete there when it has ended */
        return fi_writemsg(endpoint, &put, FI_COMPLETION | FI_DELIVERY_COMPLETE);
    default:
        return fi_read(endpoint, p, n, NULL, address, other.at, other.key, context);
    }
}

/* Whether so many transfers are on their way that messages need the rest of the provider's room. A
 * transfer may end only when its target has been sent a message that tells of it. */
static bool full(void) {
    size_t room = info->tx_attr->size, messages = room / 2 < SENDS ? room / 2 : SENDS;
    return sending > 0 && sending >= room - messages;
}

/* Begins the parts of a transfer, which a receiver gets in the order in which they are sent
 * (FI_ORDER_SAS). other: where they are on the other image, or their tag as the key. The first may
 * find no room; then there is no transfer. For the others room is waited for. */
static coral_link_result begin(
    transfer *t, kind what, remote_memory other, char *p, size_t n, void **request) {
    size_t most = info->ep_attr->max_msg_size;
    t->sends = what != RECEIVES_IT;
    if (t->sends && full()) {
        free(t);
        progress_locked(); /* a message may wait for room, by which one of them ends */
        return CORAL_LINK_AGAIN;
    }
    for (size_t i = 0; i < t->parts; i++) {
        size_t k = n < most ? n : most;
        void *context = &t->part[i].operation.context;
        ssize_t r = begin_part(what, t->rank, other, p, k, context);
        for (; r == -FI_EAGAIN && i > 0 && !broken;
             r = begin_part(what, t->rank, other, p, k, context))
            progress_locked();
        if (r != 0 && i == 0) {
            int rank = t->rank;
            free(t);
            if (r != -FI_EAGAIN)
                return failed_with(rank, words_for[what], r);
            progress_locked();
            return CORAL_LINK_AGAIN;
        }
        if (r != 0) { /* what has begun ends first */
            t->error = (int)-r;
            break;
        }
        t->left++;
        if (t->sends)
            sending++;
        if (t->puts)
            peers[t->rank].puts++;
        p += k;
        n -= k;
        other.at += k;
    }
    if (what == RECEIVES_IT)
        receiving_begins(&t->receiving);
    *request = t;
    return CORAL_LINK_DONE;
}

static coral_link_result done_locked(void *pointer) {
    transfer *t = pointer;
    if (t == NULL)
        return CORAL_LINK_DONE;
    if (t->left > 0)
        progress_locked();
    if (t->left > 0)
        return CORAL_LINK_AGAIN;
    int rank = t->rank, error = t->error;
    receiving_ends(&t->receiving);
    free(t);
    return error == 0 ? CORAL_LINK_DONE : failed_with(rank, "a transfer with", -error);
}

/* Tags of transfers: the sender's rank above 20 bits; those of gather have a higher bit. */
#define TAG(source, tag) ((remote_memory){.key = (uint64_t)(source) << 20 | (tag)})
#define GATHER_TAG(source, number) \
    ((remote_memory){.key = 1ull << 52 | (uint64_t)(source) << 32 | (number)})

static coral_link_result begin_send_locked(
    int rank, uint32_t tag, const void *p, size_t n, void **request) {
    TRY(connect_to(rank));
    transfer *t = transfer_of(rank, n);
    if (t == NULL)
        return CORAL_LINK_AGAIN;
    return begin(t, SENDS_IT, TAG(self.rank, tag), (char *)p, n, request);
}

static coral_link_result begin_receive_locked(
    int rank, uint32_t tag, void *p, size_t n, void **request) {
    transfer *t = transfer_of(rank, n);
    if (t == NULL)
        return CORAL_LINK_AGAIN;
    return begin(t, RECEIVES_IT, TAG(rank, tag), p, n, request);
}

/* Where an offset is on an image that this one is connected to. */
static remote_memory remote_at(int rank, const void *key, uint64_t offset) {
    remote_memory p = key != NULL ? *(const remote_memory *)key : peers[rank].slot;
    p.at += offset;
    return p;
}

static coral_link_result put_locked(
    int rank, const void *key, uint64_t offset, const void *p, size_t n, void **request) {
    TRY(connect_to(rank));
    transfer *t = transfer_of(rank, n);
    if (t == NULL)
        return CORAL_LINK_AGAIN;
    t->puts = true;
    return begin(t, PUTS_IT, remote_at(rank, key, offset), (char *)p, n, request);
}

static coral_link_result get_locked(
    int rank, const void *key, uint64_t offset, void *p, size_t n, void **request) {
    TRY(connect_to(rank));
    transfer *t = transfer_of(rank, n);
    if (t == NULL)
        return CORAL_LINK_AGAIN;
    return begin(t, GETS_IT, remote_at(rank, key, offset), p, n, request);
}

/* A put ends when it is complete. */
static coral_link_result flush_locked(int rank, void **request) {
    *request = NULL;
    while (peers[rank].puts > 0 && !broken)
        if (!progress_locked())
            sched_yield();
    return broken ? CORAL_LINK_FAILED : CORAL_LINK_DONE;
}

/* Memory that others reach. */

static int registered(void *p, size_t n, struct fid_mr **handle, remote_memory *there) {
    uint64_t mode = (uint64_t)info->domain_attr->mr_mode;
    int r = fi_mr_reg(
        domain, p, n, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, ++keys, 0, handle, NULL);
    if (r == 0 && mode & FI_MR_ENDPOINT) {
        r = fi_mr_bind(*handle, &endpoint->fid, 0);
        if (r == 0)
            r = fi_mr_enable(*handle);
        if (r != 0)
            fi_close(&(*handle)->fid);
    }
    if (r == 0)
        *there = (remote_memory){
            mode & FI_MR_VIRT_ADDR ? (uint64_t)(uintptr_t)p : 0, fi_mr_key(*handle)};
    return r;
}

/* A chunk's name is its address and its remote key. */
static coral_link_result register_locked(
    void *p, size_t n, void **chunk, void *name, size_t *name_size) {
    struct fid_mr *handle;
    remote_memory there;
    if (registered(p, n, &handle, &there) != 0)
        return CORAL_LINK_AGAIN;
    memcpy(name, &there, sizeof there);
    *name_size = sizeof there;
    *chunk = handle;
    return CORAL_LINK_DONE;
}

static coral_link_result reach_locked(int rank, const void *name, size_t n, void **key) {
    remote_memory *chunk = malloc(sizeof *chunk);
    if (chunk == NULL || n != sizeof *chunk || connect_to(rank) != CORAL_LINK_DONE) {
        free(chunk);
        return CORAL_LINK_AGAIN;
    }
    memcpy(chunk, name, sizeof *chunk);
    *key = chunk;
    return CORAL_LINK_DONE;
}

static void take_back_locked(void *request) {
    transfer *t = request;
    for (size_t i = 0; i < t->parts; i++)
        fi_cancel(&endpoint->fid, &t->part[i].operation.context);
    for (time_t end = seconds() + CLOSE_SECONDS; t->left > 0 && seconds() < end;)
        look();
    receiving_ends(&t->receiving);
    if (t->left == 0) /* else the provider has it still */
        free(t);
}

/* Whether the provider connects two endpoints where it has to, and may be lost when both begin at
 * the same time (seen with ofi_rxm of libfabric 1.17: neither end is ever connected). */
static bool connects(void) { return strstr(info->fabric_attr->prov_name, "ofi_rxm") != NULL; }

/* Connects all images where only one of two begins: that with the lower rank, by a greeting. */
static coral_link_result greet(void) {
    for (int rank = self.rank + 1; rank < self.size; rank++) {
        TRY(connect_to(rank));
        outgoing *o;
        while ((o = free_message()) == NULL)
            progress_locked();
        o->envelope.token = peers[rank].token;
        o->envelope.source = (uint32_t)self.rank;
        o->rank = rank;
        o->used = true;
        ssize_t r;
        while ((r = fi_send(endpoint, &o->envelope, GREETING, NULL, peers[rank].address,
                    &o->operation.context)) == -FI_EAGAIN)
            progress_locked();
        if (r != 0)
            return failed_with(rank, "the connection to", r);
    }
    while (greeted < self.rank && !broken)
        if (!progress_locked())
            sched_yield();
    for (int i = 0; i < SENDS && !broken;)
        if (!sends[i].used)
            i++;
        else if (!progress_locked())
            sched_yield();
    return broken ? CORAL_LINK_FAILED : CORAL_LINK_DONE;
}

/* Leaves what others need to reach this image where they read it. */
static coral_link_result share_locked(int known, void *slot, size_t n) {
    struct {
        bootstrap_record in;
        unsigned char address[512];
    } own = {.in = {.token = token}};
    size_t length = sizeof own.address;
    int r = known == CORAL_LINK_SLOT ? registered(slot, n, &memory, &own.in.slot) : 0;
    if (r != 0)
        return failed("the memory of this image cannot be made known to the network", r);
    if ((r = fi_getname(&endpoint->fid, own.address, &length)) != 0)
        return failed("this image has no address", r);
    if (!coral_pmi_publish(pmi, "ofi", &own, sizeof own.in + length) || !pmi->fence()) {
        snprintf(trouble, sizeof trouble, "the addresses of images cannot be exchanged by %s",
            pmi->name);
        return CORAL_LINK_FAILED;
    }
    return connects() ? greet() : CORAL_LINK_DONE;
}

/* Waits for a transfer of gather. Others may need this core to send what it waits for. */
static coral_link_result finish(void *request) {
    coral_link_result r;
    while ((r = done_locked(request)) == CORAL_LINK_AGAIN && !broken)
        if (!progress_locked())
            sched_yield();
    return r == CORAL_LINK_AGAIN ? CORAL_LINK_FAILED : r;
}

static coral_link_result gather_part(
    int rank, kind what, remote_memory tag, char *p, size_t n, void **request) {
    coral_link_result r = CORAL_LINK_AGAIN;
    while (r == CORAL_LINK_AGAIN && !broken) {
        transfer *t = transfer_of(rank, n);
        if (t == NULL) {
            snprintf(trouble, sizeof trouble, "no memory for what images say");
            return CORAL_LINK_FAILED;
        }
        r = begin(t, what, tag, p, n, request);
    }
    return r;
}

static coral_link_result swap(
    int to, const void *out, int from, void *in, size_t n, uint32_t gathering) {
    void *receiving = NULL, *sending = NULL;
    TRY(connect_to(to));
    TRY(gather_part(from, RECEIVES_IT, GATHER_TAG(from, gathering), in, n, &receiving));
    TRY(gather_part(to, SENDS_IT, GATHER_TAG(self.rank, gathering), (char *)out, n, &sending));
    TRY(finish(sending));
    return finish(receiving);
}

/* Nobody sends any more when all have come here. What has been sent must be there before anyone
 * goes; for that others may need this image's progress, so it looks at the network until all have
 * said that theirs is. */
static void close_locked(void) {
    time_t end = seconds() + CLOSE_SECONDS;
    for (int i = 0; i < SENDS; i++)
        while (sends[i].used && !sends[i].held && seconds() < end)
            progress_locked();
    closing = true;
    if (pmi->loose) {
        /* as in ucx.c: the launcher may let one through while others are still at work */
        char own = 0, *all = malloc((size_t)self.size);
        if (all != NULL)
            gather_locked(&own, 1, all);
        free(all);
    }
    coral_fence(pmi, progress_locked);
    while (all_receiving.next != &all_receiving) /* nobody sends any more */
        take_back_locked(all_receiving.next);
    coral_fence(pmi, progress_locked);
    if (memory != NULL)
        fi_close(&memory->fid);
    fi_close(&endpoint->fid);
    fi_close(&completions->fid);
    fi_close(&addresses->fid);
    fi_close(&domain->fid);
    fi_close(&fabric->fid);
    fi_freeinfo(info);
    pmi->close();
}

static coral_link_result link_reach(int rank, const void *name, size_t n, void **key) {
    LOCKED(reach_locked(rank, name, n, key));
}

static void link_deregister(void *chunk) {
    pthread_mutex_lock(&lock);
    fi_close(&((struct fid_mr *)chunk)->fid);
    pthread_mutex_unlock(&lock);
}

static void link_forget(void *key) { free(key); }

static bool link_progress(void) {
    pthread_mutex_lock(&lock);
    bool busy = progress_locked();
    pthread_mutex_unlock(&lock);
    return busy;
}

static coral_link_result link_arm(void) {
    pthread_mutex_lock(&lock);
    struct fid *waits[] = {&completions->fid};
    int r = first != NULL || idle != NULL || late > 0 ? -FI_EAGAIN : fi_trywait(fabric, waits, 1);
    pthread_mutex_unlock(&lock);
    if (r == FI_SUCCESS)
        return CORAL_LINK_DONE;
    return r == -FI_EAGAIN ? CORAL_LINK_AGAIN : CORAL_LINK_FAILED;
}

/* Not under the lock: another thread may hold it for good. */
static void link_abort(int code) {
    pmi->abort(code);
    sleep(1); /* the launcher is to end this process, so that it knows why */
    _Exit(code);
}

static const char *link_error(void) { return trouble; }

/* Whether it is by that provider of libfabric's, whatever stands upon it. */
static bool is_by(const struct fi_info *i, const char *provider) {
    const char *name = i->fabric_attr->prov_name;
    size_t n = strcspn(name, ";");
    return strlen(provider) == n && strncmp(name, provider, n) == 0;
}

/* Whether a provider does not reach other machines, or only to try something: "shm" and "sockets",
 * "udp" and "net" of libfabric, which FI_PROVIDER can name all the same. */
static bool unfit(const struct fi_info *i) {
    static const char *const names[] = {"shm", "sockets", "udp", "net", "UDP"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (is_by(i, names[k]))
            return true;
    return false;
}

static bool loopback(const struct fi_info *i) {
    return i->domain_attr->name != NULL && strcmp(i->domain_attr->name, "lo") == 0;
}

/* The first that libfabric offers, which has the fastest in front: of those that are fit, and the
 * machine's own interface last; unless the user names a provider. */
static struct fi_info *choice(struct fi_info *all) {
    bool named = getenv("FI_PROVIDER") != NULL;
    for (int pass = 0; pass < 2; pass++)
        for (struct fi_info *i = all; i != NULL; i = i->next)
            if ((named || !unfit(i)) && (pass == 1 || !loopback(i)))
                return i;
    return NULL;
}

static int start(char *text, size_t room) {
    struct fi_info *hints = fi_allocinfo(), *all = NULL;
    if (hints == NULL)
        return -FI_ENOMEM;
    coral_tcp_of_ofi();
    hints->caps = FI_MSG | FI_TAGGED | FI_RMA;
    hints->mode = FI_CONTEXT | FI_CONTEXT2;
    hints->ep_attr->type = FI_EP_RDM;
    hints->domain_attr->threading = FI_THREAD_DOMAIN;
    hints->domain_attr->resource_mgmt = FI_RM_ENABLED;
    hints->domain_attr->mr_mode =
        FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
    hints->tx_attr->msg_order = hints->rx_attr->msg_order = FI_ORDER_SAS;
    int r = fi_getinfo(FI_VERSION(1, 14), NULL, NULL, 0, hints, &all);
    fi_freeinfo(hints);
    struct fi_info *chosen = r == 0 ? choice(all) : NULL;
    if (chosen != NULL)
        info = fi_dupinfo(chosen);
    fi_freeinfo(all);
    if (info == NULL) {
        const char *named = getenv("FI_PROVIDER");
        if (named != NULL)
            snprintf(text, room,
                "FI_PROVIDER=%.64s: libfabric has no such provider here that Coral can use: unset "
                "it, or choose one that fi_info -t FI_EP_RDM lists",
                named);
        else
            snprintf(text, room,
                "libfabric has no provider here that Coral can use: with endpoints of type "
                "FI_EP_RDM, tags, puts and gets, and order among messages (fi_info -t FI_EP_RDM)");
        return r == 0 ? -FI_ENODATA : r;
    }
    struct fi_cq_attr queue = {.format = FI_CQ_FORMAT_MSG, .wait_obj = FI_WAIT_FD};
    struct fi_av_attr table = {.type = info->domain_attr->av_type == FI_AV_UNSPEC
            ? FI_AV_MAP
            : info->domain_attr->av_type,
        .count = (size_t)self.size};
    if ((r = fi_fabric(info->fabric_attr, &fabric, NULL)) != 0 ||
        (r = fi_domain(fabric, info, &domain, NULL)) != 0 ||
        (r = fi_av_open(domain, &table, &addresses, NULL)) != 0)
        return r;
    if (fi_cq_open(domain, &queue, &completions, NULL) == 0) {
        if (fi_control(&completions->fid, FI_GETWAIT, &self.descriptor) == 0)
            self.arm = link_arm;
    } else {
        queue.wait_obj = FI_WAIT_NONE;
        if ((r = fi_cq_open(domain, &queue, &completions, NULL)) != 0)
            return r;
    }
    if ((r = fi_endpoint(domain, info, &endpoint, NULL)) != 0 ||
        (r = fi_ep_bind(endpoint, &addresses->fid, 0)) != 0 ||
        (r = fi_ep_bind(endpoint, &completions->fid, FI_TRANSMIT | FI_RECV)) != 0)
        return r;
    return fi_enable(endpoint);
}

__attribute__((visibility("default"))) const coral_link *coral_link_open(char *text, size_t room) {
    if ((pmi = coral_pmi_open(text, room)) == NULL)
        return NULL;
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
        .shares_first = true,
        .share = link_share,
        .register_memory = link_register,
        .deregister = link_deregister,
        .reach = link_reach,
        .forget = link_forget,
        .put = link_put,
        .get = link_get,
        .flush = link_flush,
        .progress = link_progress,
        .gather = link_gather,
        .close = link_close,
        .abort = link_abort,
        .each = pmi->each,
        .error = link_error};
    peers = calloc((size_t)self.size, sizeof *peers);
    sends = calloc(SENDS, sizeof *sends);
    receives = calloc(RECEIVES, sizeof *receives);
    if (peers == NULL || sends == NULL || receives == NULL) {
        snprintf(text, room, "no memory for %d images", self.size);
        return NULL;
    }
    if (!coral_token(&token)) {
        snprintf(text, room, "the kernel gives no random numbers");
        return NULL;
    }
    *text = 0;
    int r = start(text, room);
    if (r != 0) {
        if (*text == 0)
            snprintf(text, room, "OFI does not start: %s", fi_strerror(-r));
        return NULL;
    }
    /* libfabric 1.17 keeps what its shared memory sends in a ring, and looks at the oldest only. */
    self.ends_in_order = is_by(info, "shm");
    snprintf(library, sizeof library, "libfabric %u.%u, %s by %s", FI_MAJOR(fi_version()),
        FI_MINOR(fi_version()), info->fabric_attr->prov_name, pmi->name);
    for (int i = 0; i < self.size; i++)
        peers[i].address = FI_ADDR_NOTAVAIL;
    for (int i = 0; i < SENDS; i++)
        sends[i].operation.ended = sent;
    for (int i = 0; i < RECEIVES; i++) {
        receives[i].operation.ended = arrived;
        post(&receives[i]);
    }
    if (broken) {
        snprintf(text, room, "OFI does not start: %s", trouble);
        return NULL;
    }
    return &self;
}
