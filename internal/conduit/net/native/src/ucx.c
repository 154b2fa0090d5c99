/* UCX as a link: active messages of UCP, its puts, gets and atomic operations, its tags for what is
 * long and goes by rendezvous.
 *
 * What started the processes gives them a way to exchange words (pmi.h). Each leaves there how it
 * is reached: the address of its worker, where its slot is, and the key to it. Others read that
 * when they first have to do with the image, so that an image knows as many others as it speaks to.
 * One lock serialises the calls (UCS_THREAD_MODE_SERIALIZED). */
#include "locked.h"
#include "numbered.h"
#include "pmi.h"
#include "tcp.h"
#include "words.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <ucp/api/ucp.h>
#include <unistd.h>

enum { SENDS = 32, HELD = 16, MESSAGE = 1, CLOSE_SECONDS = 5 };

/* A message on its way out. */
typedef struct {
    void *request; /* of UCX; NULL: free */
    bool held;     /* somebody writes a message into it */
    envelope envelope;
    char payload[CORAL_LINK_PAYLOAD]; /* behind the envelope's head */
} outgoing;

typedef struct {
    ucp_ep_h endpoint; /* NULL: not connected yet */
    ucp_ep_h bulk;     /* for long transfers; NULL: there was none yet */
    ucp_rkey_h key;
    uint64_t slot;            /* its address there */
    uint32_t sent, received;  /* messages */
    uint64_t lost : 1, token : 63;
} peer;
_Static_assert(
    sizeof(void *) != 8 || sizeof(peer) == 48, "ucxPeer of net/accounting.go says how large it is");

typedef struct {
    receiving receiving; /* first */
    void *request;
    uint64_t operand, result, *old; /* of atomic operations */
    int width, rank;
} transfer;

static const coral_pmi *pmi;
static ucp_context_h context;
static ucp_worker_h worker;
static ucp_mem_h memory;
static peer *peers;
static outgoing *sends;
static arrival *taken; /* the message that the last call of receive has given */
/* of this image; UCX does not show who connects to its port (words.h) */
static uint64_t token;
static int held;
static bool closing;
static int lost = -1;
static char library[64];

static coral_link_result failed(const char *what, ucs_status_t status) {
    snprintf(trouble, sizeof trouble, "%s: %s", what, ucs_status_string(status));
    return CORAL_LINK_FAILED;
}

static coral_link_result failed_with(int rank, const char *what, ucs_status_t status) {
    snprintf(trouble, sizeof trouble, "%s image %d: %s", what, rank + 1, ucs_status_string(status));
    return CORAL_LINK_FAILED;
}

static void discard(void *request) {
    if (request != NULL && !UCS_PTR_IS_ERR(request))
        ucp_request_free(request);
}

/* Endpoints. */

static void ended(void *rank, ucp_ep_h endpoint, ucs_status_t status) {
    (void)endpoint;
    int k = (int)(intptr_t)rank;
    peers[k].lost = true;
    if (closing || lost >= 0)
        return;
    lost = k;
    snprintf(trouble, sizeof trouble, "the connection to image %d is lost: %s", k + 1,
        ucs_status_string(status));
}

/* What an image publishes: this, then the key to its slot, if that is known, then its address. */
typedef struct {
    uint64_t slot, token;
    uint32_t key, address; /* bytes */
} bootstrap_record;

/* What an image has published, which the caller frees; NULL: nothing. */
static unsigned char *bootstrap_of(int rank, bootstrap_record *in) {
    size_t n;
    unsigned char *bytes = coral_pmi_published(pmi, rank, "ucx", &n);
    if (bytes != NULL && n >= sizeof *in) {
        memcpy(in, bytes, sizeof *in);
        return bytes;
    }
    free(bytes);
    snprintf(trouble, sizeof trouble, "%s says nothing of image %d", pmi->name, rank + 1);
    return NULL;
}

static coral_link_result connect_to(int rank) {
    peer *p = &peers[rank];
    if (p->endpoint != NULL)
        return CORAL_LINK_DONE;
    bootstrap_record in;
    unsigned char *bytes = bootstrap_of(rank, &in);
    if (bytes == NULL)
        return CORAL_LINK_FAILED;
    ucp_ep_params_t params = {
        .field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS | UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE |
            UCP_EP_PARAM_FIELD_ERR_HANDLER,
        .address = (const ucp_address_t *)(bytes + sizeof in + in.key),
        .err_mode = rank == self.rank ? UCP_ERR_HANDLING_MODE_NONE : UCP_ERR_HANDLING_MODE_PEER,
        .err_handler = {ended, (void *)(intptr_t)rank},
    };
    ucs_status_t status = ucp_ep_create(worker, &params, &p->endpoint);
    if (status == UCS_OK && in.key > 0)
        status = ucp_ep_rkey_unpack(p->endpoint, bytes + sizeof in, &p->key);
    p->slot = in.slot;
    p->token = in.token;
    free(bytes);
    if (status != UCS_OK)
        return failed_with(rank, "the connection to", status);
    return CORAL_LINK_DONE;
}

/* Long transfers have a connection of their own, where no adapter writes memory: on one that tells
 * of errors UCX sends fragments, which the receiver copies; on one that does not it writes them
 * where they belong. The first one tells of errors for both. */
static coral_link_result connect_bulk(int rank) {
    peer *p = &peers[rank];
    if (connect_to(rank) != CORAL_LINK_DONE)
        return CORAL_LINK_FAILED;
    if (p->bulk != NULL)
        return CORAL_LINK_DONE;
    if (self.adapters || rank == self.rank) {
        p->bulk = p->endpoint;
        return CORAL_LINK_DONE;
    }
    bootstrap_record in;
    unsigned char *bytes = bootstrap_of(rank, &in);
    if (bytes == NULL)
        return CORAL_LINK_FAILED;
    ucp_ep_params_t params = {.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS,
        .address = (const ucp_address_t *)(bytes + sizeof in + in.key)};
    ucs_status_t status = ucp_ep_create(worker, &params, &p->bulk);
    free(bytes);
    return status == UCS_OK ? CORAL_LINK_DONE
                            : failed_with(rank, "the second connection to", status);
}

/* Messages. */

static uint32_t *received_of(uint32_t rank) { return &peers[rank].received; }

static ucs_status_t arrived(void *arg, const void *header, size_t header_length, void *data,
    size_t n, const ucp_am_recv_param_t *param) {
    (void)arg, (void)param;
    envelope e;
    if (header_length != sizeof e)
        return UCS_OK;
    memcpy(&e, header, sizeof e);
    if (e.token != token)
        return UCS_OK;
    arrival *m =
        e.source < (uint32_t)self.size && n <= CORAL_LINK_PAYLOAD ? malloc(sizeof *m + n) : NULL;
    if (m == NULL)
        return UCS_OK; /* no message of ours, or no memory, of which the order of the next ones
                          tells */
    m->envelope = e;
    m->n = n;
    if (n > 0)
        memcpy(m + 1, data, n);
    put_into_order(m);
    return UCS_OK;
}

/* A message to be written; NULL: all are in use. */
static outgoing *free_message(void) {
    for (int i = 0; i < SENDS; i++) {
        outgoing *o = &sends[i];
        if (o->held)
            continue;
        if (o->request != NULL && ucp_request_check_status(o->request) != UCS_INPROGRESS) {
            ucp_request_free(o->request);
            o->request = NULL;
        }
        if (o->request == NULL)
            return o;
    }
    ucp_worker_progress(worker);
    return NULL;
}

static coral_link_result send_from(int rank, outgoing *o, size_t n) {
    peer *p = &peers[rank];
    o->envelope.token = p->token;
    o->envelope.source = (uint32_t)self.rank;
    o->envelope.number = p->sent;
    ucp_request_param_t param = {
        .op_attr_mask = UCP_OP_ATTR_FIELD_FLAGS, .flags = UCP_AM_SEND_FLAG_EAGER};
    void *request = ucp_am_send_nbx(
        p->endpoint, MESSAGE, &o->envelope, sizeof o->envelope, o->payload, n, &param);
    if (UCS_PTR_IS_ERR(request))
        return failed_with(rank, "a message to", UCS_PTR_STATUS(request));
    o->request = request;
    p->sent++;
    return CORAL_LINK_DONE;
}

static coral_link_result send_locked(int rank, const void *head, const void *payload, size_t n) {
    TRY(connect_to(rank));
    outgoing *o = free_message();
    if (o == NULL)
        return CORAL_LINK_AGAIN;
    memcpy(o->envelope.head, head, CORAL_LINK_HEAD);
    if (n > 0)
        memcpy(o->payload, payload, n);
    return send_from(rank, o, n);
}

static void *buffer_locked(void) {
    outgoing *o = held < HELD ? free_message() : NULL;
    if (o == NULL)
        return NULL;
    o->held = true;
    held++;
    return o->envelope.head;
}

static coral_link_result send_buffer_locked(int rank, void *memory, size_t n) {
    outgoing *o = (outgoing *)((char *)memory - offsetof(outgoing, envelope.head));
    o->held = false;
    held--;
    TRY(connect_to(rank));
    return send_from(rank, o, n);
}

static coral_link_result receive_locked(
    int *source, const void **head, const void **payload, size_t *n) {
    free(taken);
    taken = next_message(source, head, payload, n); /* progress has brought it */
    if (taken == NULL)
        return lost >= 0 ? CORAL_LINK_FAILED : CORAL_LINK_AGAIN;
    return CORAL_LINK_DONE;
}

/* Transfers. */

/* what: with a preposition, for the image's number. */
static coral_link_result begun(int rank, const char *what, void *request, void **result) {
    *result = NULL;
    if (UCS_PTR_IS_ERR(request))
        return failed_with(rank, what, UCS_PTR_STATUS(request));
    if (request == NULL)
        return CORAL_LINK_DONE;
    transfer *t = calloc(1, sizeof *t);
    if (t == NULL) { /* begun all the same: wait for it */
        while (ucp_request_check_status(request) == UCS_INPROGRESS)
            ucp_worker_progress(worker);
        ucp_request_free(request);
        return CORAL_LINK_DONE;
    }
    t->request = request;
    t->rank = rank;
    *result = t;
    return CORAL_LINK_DONE;
}

static coral_link_result done_locked(void *pointer) {
    transfer *t = pointer;
    if (t == NULL)
        return CORAL_LINK_DONE;
    ucs_status_t status = t->request ? ucp_request_check_status(t->request) : UCS_OK;
    if (status == UCS_INPROGRESS) {
        ucp_worker_progress(worker);
        status = ucp_request_check_status(t->request);
    }
    if (status == UCS_INPROGRESS)
        return CORAL_LINK_AGAIN;
    discard(t->request);
    if (t->old != NULL)
        *t->old = t->width == 4 ? (uint32_t)t->result : t->result;
    int rank = t->rank;
    receiving_ends(&t->receiving);
    free(t);
    return status == UCS_OK ? CORAL_LINK_DONE : failed_with(rank, "a transfer with", status);
}

static const ucp_request_param_t plain;

/* Tags of transfers: the sender's rank above 20 bits; those of gather have the highest bit. */
#define TAG(source, tag) ((uint64_t)(source) << 20 | (tag))
#define GATHER_TAG(source, number) (1ull << 63 | (uint64_t)(source) << 32 | (number))

static coral_link_result begin_send_locked(
    int rank, uint32_t tag, const void *p, size_t n, void **request) {
    TRY(connect_bulk(rank));
    return begun(rank, "a transfer to",
        ucp_tag_send_nbx(peers[rank].bulk, p, n, TAG(self.rank, tag), &plain), request);
}

static coral_link_result begin_receive_locked(
    int rank, uint32_t tag, void *p, size_t n, void **request) {
    coral_link_result r = begun(rank, "a transfer from",
        ucp_tag_recv_nbx(worker, p, n, TAG(rank, tag), UINT64_MAX, &plain), request);
    if (r == CORAL_LINK_DONE && *request != NULL)
        receiving_begins(*request);
    return r;
}

/* What a put or get needs of other memory. */
typedef struct {
    uint64_t at;
    ucp_rkey_h key;
} place;

/* Where an offset is on an image that this one is connected to. */
static place place_of(int rank, const void *key, uint64_t offset) {
    const place *chunk = key;
    return chunk != NULL ? (place){chunk->at + offset, chunk->key}
                         : (place){peers[rank].slot + offset, peers[rank].key};
}

static coral_link_result put_locked(
    int rank, const void *key, uint64_t offset, const void *p, size_t n, void **request) {
    TRY(connect_to(rank));
    place to = place_of(rank, key, offset);
    return begun(
        rank, "a put to", ucp_put_nbx(peers[rank].endpoint, p, n, to.at, to.key, &plain), request);
}

static coral_link_result get_locked(
    int rank, const void *key, uint64_t offset, void *p, size_t n, void **request) {
    TRY(connect_to(rank));
    place from = place_of(rank, key, offset);
    return begun(rank, "a get from",
        ucp_get_nbx(peers[rank].endpoint, p, n, from.at, from.key, &plain), request);
}

static coral_link_result flush_locked(int rank, void **request) {
    TRY(connect_to(rank));
    return begun(rank, "a flush of", ucp_ep_flush_nbx(peers[rank].endpoint, &plain), request);
}

static coral_link_result atomic_locked(int rank, const void *key, int op, uint64_t offset,
    int width, uint64_t operand, uint64_t compare, uint64_t *old, void **request) {
    static const ucp_atomic_op_t ops[] = {
        [CORAL_LINK_LOAD] = UCP_ATOMIC_OP_ADD, /* of nothing */
        [CORAL_LINK_STORE] = UCP_ATOMIC_OP_SWAP,
        [CORAL_LINK_ADD] = UCP_ATOMIC_OP_ADD,
        [CORAL_LINK_AND] = UCP_ATOMIC_OP_AND,
        [CORAL_LINK_OR] = UCP_ATOMIC_OP_OR,
        [CORAL_LINK_XOR] = UCP_ATOMIC_OP_XOR,
        [CORAL_LINK_COMPARE_AND_SWAP] = UCP_ATOMIC_OP_CSWAP};
    TRY(connect_to(rank));
    transfer *t = calloc(1, sizeof *t);
    if (t == NULL)
        return CORAL_LINK_AGAIN;
    *t = (transfer){.old = old, .width = width, .rank = rank};
    t->operand = op == CORAL_LINK_LOAD ? 0 : operand;
    if (ops[op] == UCP_ATOMIC_OP_CSWAP)
        t->operand = compare, t->result = operand;
    ucp_request_param_t param = {
        .op_attr_mask = UCP_OP_ATTR_FIELD_DATATYPE | UCP_OP_ATTR_FIELD_REPLY_BUFFER,
        .datatype = ucp_dt_make_contig((size_t)width),
        .reply_buffer = &t->result,
    };
    place at = place_of(rank, key, offset);
    void *r =
        ucp_atomic_op_nbx(peers[rank].endpoint, ops[op], &t->operand, 1, at.at, at.key, &param);
    if (UCS_PTR_IS_ERR(r)) {
        free(t);
        return failed_with(rank, "an atomic operation on", UCS_PTR_STATUS(r));
    }
    t->request = r;
    *request = t;
    return CORAL_LINK_DONE;
}

/* Makes memory known, and gives the key to it, which the caller gives back. It is sparse: its pages
 * are not to be made. */
static ucs_status_t registered(void *p, size_t n, ucp_mem_h *handle, void **key, size_t *key_size) {
    ucp_mem_map_params_t params = {
        .field_mask = UCP_MEM_MAP_PARAM_FIELD_ADDRESS | UCP_MEM_MAP_PARAM_FIELD_LENGTH |
            UCP_MEM_MAP_PARAM_FIELD_FLAGS,
        .address = p,
        .length = n,
        .flags = UCP_MEM_MAP_NONBLOCK,
    };
    ucs_status_t status = ucp_mem_map(context, &params, handle);
    if (status != UCS_OK)
        return status;
    status = ucp_rkey_pack(context, *handle, key, key_size);
    if (status != UCS_OK)
        ucp_mem_unmap(context, *handle);
    return status;
}

/* A chunk's name is its address, and then its key. */
static coral_link_result register_locked(
    void *p, size_t n, void **chunk, void *name, size_t *name_size) {
    ucp_mem_h handle;
    void *key;
    size_t key_size;
    uint64_t at = (uint64_t)(uintptr_t)p;
    if (registered(p, n, &handle, &key, &key_size) != UCS_OK)
        return CORAL_LINK_AGAIN;
    bool fits = sizeof at + key_size <= CORAL_LINK_NAME;
    if (fits) {
        memcpy(name, &at, sizeof at);
        memcpy((char *)name + sizeof at, key, key_size);
        *name_size = sizeof at + key_size;
        *chunk = handle;
    } else
        ucp_mem_unmap(context, handle);
    ucp_rkey_buffer_release(key);
    return fits ? CORAL_LINK_DONE : CORAL_LINK_AGAIN;
}

static coral_link_result reach_locked(int rank, const void *name, size_t n, void **key) {
    place *chunk = malloc(sizeof *chunk);
    if (chunk == NULL || n < sizeof chunk->at || connect_to(rank) != CORAL_LINK_DONE ||
        ucp_ep_rkey_unpack(
            peers[rank].endpoint, (const char *)name + sizeof chunk->at, &chunk->key) != UCS_OK) {
        free(chunk);
        return CORAL_LINK_AGAIN;
    }
    memcpy(&chunk->at, name, sizeof chunk->at);
    *key = chunk;
    return CORAL_LINK_DONE;
}

static coral_link_result share_locked(int known, void *slot, size_t n) {
    ucs_status_t status;
    void *key = NULL;
    size_t key_size = 0;
    ucp_address_t *address;
    size_t address_size;
    if (known == CORAL_LINK_SLOT &&
        (status = registered(slot, n, &memory, &key, &key_size)) != UCS_OK)
        return failed("the memory of this image cannot be made known to the network", status);
    if ((status = ucp_worker_get_address(worker, &address, &address_size)) != UCS_OK)
        return failed("this image has no address", status);
    bootstrap_record in = {
        (uint64_t)(uintptr_t)slot, token, (uint32_t)key_size, (uint32_t)address_size};
    char *all = malloc(sizeof in + key_size + address_size);
    bool good = all != NULL;
    if (good) {
        memcpy(all, &in, sizeof in);
        if (key_size > 0)
            memcpy(all + sizeof in, key, key_size);
        memcpy(all + sizeof in + key_size, address, address_size);
        good = coral_pmi_publish(pmi, "ucx", all, sizeof in + key_size + address_size) &&
            pmi->fence();
    }
    free(all);
    if (key != NULL)
        ucp_rkey_buffer_release(key);
    ucp_worker_release_address(worker, address);
    if (!good) {
        snprintf(trouble, sizeof trouble, "the addresses of images cannot be exchanged by %s",
            pmi->name);
        return CORAL_LINK_FAILED;
    }
    return CORAL_LINK_DONE;
}

/* Waits for a transfer of gather. Others may need this core to send what it waits for. */
static coral_link_result finish(void *request) {
    coral_link_result r;
    while ((r = done_locked(request)) == CORAL_LINK_AGAIN && lost < 0)
        if (ucp_worker_progress(worker) == 0)
            sched_yield();
    return r == CORAL_LINK_AGAIN ? CORAL_LINK_FAILED : r;
}

static coral_link_result swap(
    int to, const void *out, int from, void *in, size_t n, uint32_t gathering) {
    void *receiving, *sending;
    TRY(connect_to(to));
    TRY(begun(from, "what is said by",
        ucp_tag_recv_nbx(
            worker, in, n, GATHER_TAG(from, gathering), UINT64_MAX, &plain),
        &receiving));
    TRY(begun(to, "what is said to",
        ucp_tag_send_nbx(
            peers[to].endpoint, out, n, GATHER_TAG(self.rank, gathering), &plain),
        &sending));
    TRY(finish(sending));
    return finish(receiving);
}

/* Waits until what has been sent is on its way, while others may need this image's progress for the
 * same. */
static void await(void *request, time_t end) {
    while (request != NULL && !UCS_PTR_IS_ERR(request) &&
        ucp_request_check_status(request) == UCS_INPROGRESS && seconds() < end)
        ucp_worker_progress(worker);
    discard(request);
}

static void flush_all(time_t end) {
    for (int i = 0; i < self.size; i++) {
        if (peers[i].endpoint == NULL || peers[i].lost)
            continue;
        await(ucp_ep_flush_nbx(peers[i].endpoint, &plain), end);
    }
}

static void take_back_locked(void *request) {
    transfer *t = request;
    ucp_request_cancel(worker, t->request);
    await(t->request, seconds() + CLOSE_SECONDS);
    receiving_ends(&t->receiving);
    free(t);
}

static bool progress_locked(void) { return ucp_worker_progress(worker) != 0; }

/* Nobody sends any more when all have come here. What has been sent must be there before anyone
 * goes; for that others may need this image's progress, so it looks at the network until all have
 * said that theirs is. Then endpoints go without a word, since those at the other end may have
 * gone. */
static void close_locked(void) {
    time_t end = seconds() + CLOSE_SECONDS;
    flush_all(end);
    for (int i = 0; i < SENDS; i++) { /* UCX would warn of requests that nobody has given back */
        await(sends[i].request, end);
        sends[i].request = NULL;
    }
    closing = true;
    if (pmi->loose) {
        /* Slurm's PMIx lets one through at times while others are still at work, who would take it
         * for dead (one run of ten on three nodes) */
        char own = 0, *all = malloc((size_t)self.size);
        if (all != NULL && gather_locked(&own, 1, all) == CORAL_LINK_DONE)
            flush_all(end);
        free(all);
    }
    coral_fence(pmi, progress_locked);
    while (all_receiving.next != &all_receiving) /* nobody sends any more */
        take_back_locked(all_receiving.next);
    /* while all are there: nobody takes it that the other end has gone */
    for (int i = 0; i < self.size; i++)
        if (peers[i].bulk != NULL && peers[i].bulk != peers[i].endpoint)
            await(ucp_ep_close_nbx(peers[i].bulk, &plain), end);
    coral_fence(pmi, progress_locked);
    for (int i = 0; i < self.size; i++) {
        if (peers[i].endpoint == NULL)
            continue;
        if (peers[i].key != NULL)
            ucp_rkey_destroy(peers[i].key);
        const ucp_request_param_t force = {
            .op_attr_mask = UCP_OP_ATTR_FIELD_FLAGS, .flags = UCP_EP_CLOSE_FLAG_FORCE};
        await(ucp_ep_close_nbx(peers[i].endpoint, &force), end);
    }
    if (memory != NULL)
        ucp_mem_unmap(context, memory);
    ucp_worker_destroy(worker);
    ucp_cleanup(context);
    pmi->close();
}

static coral_link_result link_reach(int rank, const void *name, size_t n, void **key) {
    LOCKED(reach_locked(rank, name, n, key));
}
static coral_link_result link_atomic(int rank, const void *key, int op, uint64_t offset, int width,
    uint64_t operand, uint64_t compare, uint64_t *old, void **request) {
    LOCKED(atomic_locked(rank, key, op, offset, width, operand, compare, old, request));
}

static void link_deregister(void *chunk) {
    pthread_mutex_lock(&lock);
    ucp_mem_unmap(context, chunk);
    pthread_mutex_unlock(&lock);
}

static void link_forget(void *key) {
    pthread_mutex_lock(&lock);
    ucp_rkey_destroy(((place *)key)->key);
    pthread_mutex_unlock(&lock);
    free(key);
}


static bool link_progress(void) {
    pthread_mutex_lock(&lock);
    bool busy = progress_locked();
    pthread_mutex_unlock(&lock);
    return busy;
}

/* Says FAILED where some transport tells of nothing. */
static coral_link_result link_arm(void) {
    pthread_mutex_lock(&lock);
    ucs_status_t status = first != NULL ? UCS_ERR_BUSY : ucp_worker_arm(worker);
    pthread_mutex_unlock(&lock);
    if (status == UCS_OK)
        return CORAL_LINK_DONE;
    return status == UCS_ERR_BUSY ? CORAL_LINK_AGAIN : CORAL_LINK_FAILED;
}

/* Not under the lock: another thread may hold it for good. */
static void link_abort(int code) {
    pmi->abort(code);
    sleep(1); /* the launcher is to end this process, so that it knows why */
    _Exit(code);
}

static const char *link_error(void) { return trouble; }

/* Whether UCX may use shared memory. It warns of settings for what it does not use. */
static bool shares_memory(void) {
    static const char *const names[] = {"sm", "mm", "shm", "posix", "sysv", "all"};
    const char *list = getenv("UCX_TLS");
    if (list == NULL || *list == 0 || *list == '^')
        return true;
    for (size_t n; *list; list += n + (list[n] != 0)) {
        n = strcspn(list, ",");
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strlen(names[i]) == n && strncmp(list, names[i], n) == 0)
                return true;
    }
    return false;
}

/* Whether UCX reaches other machines by adapters that write memory there, or has shared memory
 * alone. It does not say so but in its description of itself; where that is not to be had, or in
 * other words, the answer is no, which is right too, if slower on some networks. */
static bool adapters(void) {
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    if (out == NULL)
        return false;
    ucp_context_print_info(context, out);
    if (fclose(out) != 0 || text == NULL)
        return false;
    static const char *const names[] = {" rc_", " dc_", " ugni_"};
    bool found = strstr(text, " tcp/") == NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        found = found || strstr(text, names[i]) != NULL;
    free(text);
    return found;
}

/* Whether UCX uses its second protocols, as it does from 1.16 on unless UCX_PROTO_ENABLE says
 * otherwise. They have no atomic operations by the processor on a connection that tells of errors:
 * UCX 1.18 looks for one for ever, in the call, and 1.23 gives an error. The first protocols are no
 * way out: those of 1.23 refuse gets by TCP. */
static bool second_protocols(void) {
    const char *wanted = getenv("UCX_PROTO_ENABLE");
    if (wanted != NULL)
        return !(*wanted == 'n' || *wanted == 'N' || *wanted == '0' ||
            strcasecmp(wanted, "off") == 0);
    unsigned major, minor, release;
    ucp_get_version(&major, &minor, &release);
    return major > 1 || minor >= 16;
}

static ucs_status_t start(void) {
    coral_tcp_of_ucx();
    ucp_config_t *config;
    ucs_status_t status = ucp_config_read(NULL, NULL, &config);
    if (status != UCS_OK)
        return status;
    /* images change words by their processors, too */
    ucp_config_modify(config, "ATOMIC_MODE", "cpu");
    if (second_protocols())
        self.atomic = NULL; /* Coral makes them of messages */
    if (shares_memory())
        ucp_config_modify(config, "MM_ERROR_HANDLING",
            "y"); /* images of one machine are told when one has died, as others are */
    if (getenv("UCX_KEEPALIVE_INTERVAL") == NULL)
        ucp_config_modify(config, "KEEPALIVE_INTERVAL", "2s"); /* so long until that is known */
    ucp_params_t params = {
        .field_mask =
            UCP_PARAM_FIELD_FEATURES | UCP_PARAM_FIELD_ESTIMATED_NUM_EPS | UCP_PARAM_FIELD_NAME,
        .features = UCP_FEATURE_TAG | UCP_FEATURE_AM | UCP_FEATURE_RMA | UCP_FEATURE_AMO32 |
            UCP_FEATURE_AMO64 | UCP_FEATURE_WAKEUP,
        .estimated_num_eps = (size_t)self.size,
        .name = "coral",
    };
    status = ucp_init(&params, config, &context);
    ucp_config_release(config);
    if (status != UCS_OK)
        return status;
    self.adapters = adapters();
    ucp_worker_params_t working = {.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE,
        .thread_mode = UCS_THREAD_MODE_SERIALIZED};
    if ((status = ucp_worker_create(context, &working, &worker)) != UCS_OK)
        return status;
    if (ucp_worker_get_efd(worker, &self.descriptor) == UCS_OK)
        self.arm = link_arm;
    ucp_am_handler_param_t handler = {
        .field_mask = UCP_AM_HANDLER_PARAM_FIELD_ID | UCP_AM_HANDLER_PARAM_FIELD_FLAGS |
            UCP_AM_HANDLER_PARAM_FIELD_CB,
        .id = MESSAGE,
        .flags = UCP_AM_FLAG_WHOLE_MSG,
        .cb = arrived,
    };
    return ucp_worker_set_am_recv_handler(worker, &handler);
}

__attribute__((visibility("default"))) const coral_link *coral_link_open(char *text, size_t room) {
    if ((pmi = coral_pmi_open(text, room)) == NULL)
        return NULL;
    snprintf(library, sizeof library, "UCX %s by %s", ucp_get_version_string(), pmi->name);
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
        .atomic = link_atomic,
        .flush = link_flush,
        .progress = link_progress,
        .gather = link_gather,
        .close = link_close,
        .abort = link_abort,
        .each = pmi->each,
        .error = link_error};
    peers = calloc((size_t)self.size, sizeof *peers);
    sends = calloc(SENDS, sizeof *sends);
    if (peers == NULL || sends == NULL) {
        snprintf(text, room, "no memory for %d images", self.size);
        return NULL;
    }
    if (!coral_token(&token)) {
        snprintf(text, room, "the kernel gives no random numbers");
        return NULL;
    }
    ucs_status_t status = start();
    if (status != UCS_OK) {
        snprintf(text, room, "UCX does not start: %s", ucs_status_string(status));
        return NULL;
    }
    return &self;
}
