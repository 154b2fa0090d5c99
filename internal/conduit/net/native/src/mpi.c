/* MPI as a link: point-to-point messages on communicators of its own; one-sided operations on a
 * window (window.c), where the user wants them.
 *
 * Short messages go through rings of buffers: receives are posted before anything is sent to them,
 * and used in the order in which they were posted, which is the order of matching (MPI-3.1 3.5).
 * One lock serialises the calls (MPI_THREAD_SERIALIZED): more threads would meet the library's own.
 */
#include "locked.h"
#include "pmi.h"
#include "tcp.h"
#include "window.h"

#include <dirent.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RECEIVES = 32,
    SENDS = 32,
    HELD = 16,
    MESSAGE = CORAL_LINK_HEAD + CORAL_LINK_PAYLOAD,
    TAG_MESSAGE = 1,
    LIMIT = 1 << 30
};

typedef struct {
    MPI_Request request;
    _Alignas(16) char bytes[MESSAGE];
} buffer;

static coral_link self;
static MPI_Comm messages, data;
static buffer *receives, *sends;
static buffer *taken; /* the message that the last call of receive has given */
/* to be written; and a ring of those on their way, the oldest at first_leaving */
static buffer *spare[SENDS], *leaving[SENDS];
static int next_receive, spares, first_leaving, leaves, held;
static char library[2 * MPI_MAX_LIBRARY_VERSION_STRING], trouble[MPI_MAX_ERROR_STRING];

static coral_link_result failed(int code) {
    int n;
    MPI_Error_string(code, trouble, &n);
    return CORAL_LINK_FAILED;
}

#define TRY(call)                          \
    do {                                   \
        int code_ = (call);                \
        if (code_ != MPI_SUCCESS)          \
            return failed(code_);          \
    } while (0)

static coral_link_result post(buffer *b) {
    TRY(MPI_Irecv(b->bytes, MESSAGE, MPI_BYTE, MPI_ANY_SOURCE, TAG_MESSAGE, messages, &b->request));
    return CORAL_LINK_DONE;
}

/* Looks whether the oldest message has left. That is a look at the network too: it is done where
 * none has come, not when one is to be sent. */
static coral_link_result reclaim(void) {
    int free = 0;
    if (leaves > 0)
        TRY(MPI_Test(&leaving[first_leaving]->request, &free, MPI_STATUS_IGNORE));
    if (free) {
        spare[spares++] = leaving[first_leaving];
        first_leaving = (first_leaving + 1) % SENDS;
        leaves--;
    }
    return CORAL_LINK_DONE;
}

/* A buffer to send from, the one that was used last; NULL: all are in use. */
static coral_link_result free_buffer(buffer **result) {
    *result = NULL;
    if (spares == 0 && reclaim() == CORAL_LINK_FAILED)
        return CORAL_LINK_FAILED;
    if (spares == 0)
        return CORAL_LINK_AGAIN;
    *result = spare[--spares];
    return CORAL_LINK_DONE;
}

static coral_link_result send_from(int rank, buffer *b, size_t n) {
    int code = MPI_Isend(
        b->bytes, (int)(CORAL_LINK_HEAD + n), MPI_BYTE, rank, TAG_MESSAGE, messages, &b->request);
    if (code != MPI_SUCCESS) {
        b->request = MPI_REQUEST_NULL;
        spare[spares++] = b;
        return failed(code);
    }
    leaving[(first_leaving + leaves++) % SENDS] = b;
    return CORAL_LINK_DONE;
}

static coral_link_result send_locked(int rank, const void *head, const void *payload, size_t n) {
    buffer *b;
    coral_link_result r = free_buffer(&b);
    if (r != CORAL_LINK_DONE)
        return r;
    memcpy(b->bytes, head, CORAL_LINK_HEAD);
    if (n > 0)
        memcpy(b->bytes + CORAL_LINK_HEAD, payload, n);
    return send_from(rank, b, n);
}

static void *buffer_locked(void) {
    buffer *b;
    if (held >= HELD || free_buffer(&b) != CORAL_LINK_DONE)
        return NULL;
    held++;
    return b->bytes;
}

static coral_link_result send_buffer_locked(int rank, void *memory, size_t n) {
    buffer *b = (buffer *)((char *)memory - offsetof(buffer, bytes));
    held--;
    return send_from(rank, b, n);
}

static coral_link_result receive_locked(
    int *source, const void **head, const void **payload, size_t *n) {
    if (taken != NULL) {
        if (post(taken) == CORAL_LINK_FAILED)
            return CORAL_LINK_FAILED;
        taken = NULL;
    }
    buffer *b = &receives[next_receive];
    MPI_Status status;
    int arrived, length;
    TRY(MPI_Test(&b->request, &arrived, &status));
    if (!arrived)
        return reclaim() == CORAL_LINK_FAILED ? CORAL_LINK_FAILED : CORAL_LINK_AGAIN;
    TRY(MPI_Get_count(&status, MPI_BYTE, &length));
    *source = status.MPI_SOURCE;
    *n = (size_t)length - CORAL_LINK_HEAD;
    *head = b->bytes;
    *payload = b->bytes + CORAL_LINK_HEAD;
    taken = b;
    next_receive = (next_receive + 1) % RECEIVES;
    return CORAL_LINK_DONE;
}

/* A count is an int: longer transfers are counted in larger pieces, the rest travels as a second
 * request. */
typedef struct {
    receiving receiving; /* first */
    MPI_Request part[2];
    int target; /* of a put or get; -1: it is a message */
} transfer;

typedef int start(void *memory, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
    MPI_Request *request);
static int start_send(void *memory, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
    MPI_Request *request) {
    return MPI_Isend(memory, count, type, rank, tag, comm, request);
}

static coral_link_result begin(
    start *operation, int rank, uint32_t tag, char *memory, size_t n, void **request) {
    transfer *t = malloc(sizeof *t);
    if (t == NULL)
        return CORAL_LINK_AGAIN;
    t->receiving = (receiving){NULL, NULL};
    t->target = operation == window_put || operation == window_get ? rank : -1;
    t->part[0] = t->part[1] = MPI_REQUEST_NULL;
    size_t rest = n % LIMIT;
    int code = operation(memory, (int)rest, MPI_BYTE, rank, (int)tag, data, &t->part[0]);
    if (code == MPI_SUCCESS && n > rest) {
        MPI_Datatype piece;
        MPI_Type_contiguous(LIMIT, MPI_BYTE, &piece);
        MPI_Type_commit(&piece);
        code = operation(memory + rest, (int)(n / LIMIT), piece, rank, (int)tag, data, &t->part[1]);
        MPI_Type_free(&piece); /* when the communication has ended (MPI-3.1 4.1.9) */
    }
    if (code != MPI_SUCCESS) {
        free(t);
        return failed(code);
    }
    *request = t;
    return CORAL_LINK_DONE;
}

static coral_link_result done_locked(void *request) {
    transfer *t = request;
    if (t == NULL)
        return CORAL_LINK_DONE;
    MPI_Status statuses[2]; /* MPICH's constant for none makes gcc warn */
    int ended;
    TRY(MPI_Testall(2, t->part, &ended, statuses));
    if (!ended)
        return CORAL_LINK_AGAIN;
    if (t->target >= 0)
        TRY(window_settle(t->target));
    receiving_ends(&t->receiving);
    free(t);
    return CORAL_LINK_DONE;
}

static coral_link_result begin_send_locked(
    int rank, uint32_t tag, const void *memory, size_t n, void **request) {
    return begin(start_send, rank, tag, (char *)memory, n, request);
}

static coral_link_result begin_receive_locked(
    int rank, uint32_t tag, void *memory, size_t n, void **request) {
    coral_link_result r = begin(MPI_Irecv, rank, tag, memory, n, request);
    if (r == CORAL_LINK_DONE)
        receiving_begins(*request);
    return r;
}

/* One-sided operations: a put is complete here when its request is, at the target after a flush.
 * MPI's atomic operations are atomic among themselves alone (MPI-3.1 11.7.1), not with what the
 * target's processor does, so there are none here. */

static coral_link_result share_locked(int known, void *slot, size_t n) {
    const char *why;
    TRY(window_open(data, known, slot, n, &why));
    if (why != NULL) {
        snprintf(trouble, sizeof trouble, "%s", why);
        return CORAL_LINK_FAILED;
    }
    return CORAL_LINK_DONE;
}

static coral_link_result put_locked(
    int rank, const void *key, uint64_t offset, const void *memory, size_t n, void **request) {
    window_aim(memory, key, offset);
    return begin(window_put, rank, 0, (char *)memory, n, request);
}

static coral_link_result get_locked(
    int rank, const void *key, uint64_t offset, void *memory, size_t n, void **request) {
    window_aim(memory, key, offset);
    return begin(window_get, rank, 0, memory, n, request);
}

static coral_link_result flush_locked(int rank, void **request) {
    *request = NULL;
    TRY(window_flush(rank));
    return CORAL_LINK_DONE;
}

static coral_link_result register_locked(
    void *memory, size_t n, void **chunk, void *name, size_t *name_size) {
    return window_attach(memory, n, chunk, name, name_size) ? CORAL_LINK_DONE : CORAL_LINK_AGAIN;
}

static coral_link_result gather_locked(const void *own, size_t n, void *all) {
    TRY(MPI_Allgather(own, (int)n, MPI_BYTE, all, (int)n, MPI_BYTE, data));
    return CORAL_LINK_DONE;
}

/* What MPICH above UCX says of itself; NULL: it is another library. */
static const char *above_ucx(void) {
#if defined MPICH_VERSION && !defined I_MPI_VERSION && !defined MVAPICH2_VERSION
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int n;
    MPI_Get_library_version(text, &n);
    if (strstr(text, "ch4:ucx") != NULL)
        return text;
#endif
    return NULL;
}

/* MPICH above UCX can stand in MPI_Finalize for ever: what a connection by TCP still owes must be
 * acknowledged by the process at the other end, but each looks at the network only until its own
 * debts are settled, then waits for all others by PMI without a look (MPICH 4.0, UCX 1.13). There
 * all wait by PMI with a look, and leave the launcher by PMI too. NULL: MPI_Finalize will do, or
 * PMI is not spoken in a way that is known here. */
static const coral_pmi *way_out(void) {
    const char *text = above_ucx(), *spoken = getenv("MPIR_CVAR_PMI_VERSION");
    if (text != NULL && strstr(text, "with-pmi=") == NULL &&
        (spoken == NULL || strcmp(spoken, "1") == 0))
        return coral_wire_taken();
    return NULL;
}

static bool look(void) {
    int there;
    /* no such message ever comes */
    return MPI_Iprobe(MPI_ANY_SOURCE, TAG_MESSAGE, data, &there, MPI_STATUS_IGNORE) != MPI_SUCCESS;
}

static void take_back(MPI_Request *request) {
    if (*request == MPI_REQUEST_NULL)
        return;
    MPI_Cancel(request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

static void take_back_locked(void *request) {
    transfer *t = request;
    take_back(&t->part[0]);
    take_back(&t->part[1]);
    receiving_ends(&t->receiving);
    free(t);
}

static void finalize(void) {
    while (all_receiving.next != &all_receiving)
        take_back_locked(all_receiving.next);
    for (int i = 0; i < RECEIVES; i++) {
        if (&receives[i] == taken)
            continue;
        take_back(&receives[i].request);
    }
    window_close();
    MPI_Comm_free(&messages);
    MPI_Comm_free(&data);
    MPI_Finalize();
}

static void close_locked(void) {
    MPI_Barrier(messages); /* nobody sends any more */
    for (int i = 0; i < SENDS; i++)
        MPI_Wait(&sends[i].request, MPI_STATUS_IGNORE);
    const coral_pmi *launcher = way_out();
    if (launcher != NULL) {
        coral_fence(launcher, look);
        launcher->close();
    } else
        finalize();
}

/* Not under the lock: another thread may hold it for good. */
static void link_abort(int code) {
    MPI_Abort(MPI_COMM_WORLD, code);
    _Exit(code);
}


static void link_deregister(void *chunk) {
    pthread_mutex_lock(&lock);
    window_detach(chunk);
    pthread_mutex_unlock(&lock);
}

static const char *link_error(void) { return trouble; }

static bool has_entries(const char *path) {
    DIR *dir = opendir(path);
    bool found = false;
    if (dir == NULL)
        return false;
    for (struct dirent *e; !found && (e = readdir(dir)) != NULL;)
        found = e->d_name[0] != '.';
    closedir(dir);
    return found;
}

/* Whether network adapters can write the memory of all images' machines (InfiniBand, RoCE,
 * Omni-Path, EFA; Slingshot). Else an MPI makes one-sided operations of messages, which takes up to
 * three times as long as its long transfers. */
static bool adapters_write(void) {
    int all = has_entries("/sys/class/infiniband") || has_entries("/sys/class/cxi");
    return MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, messages) == MPI_SUCCESS && all;
}

__attribute__((visibility("default"))) const coral_link *coral_link_open(char *text, size_t room) {
    int begun, level = MPI_THREAD_SINGLE, n;
    MPI_Initialized(&begun);
    if (!begun) {
        window_prepare();
        if (above_ucx() != NULL)
            coral_tcp_of_ucx();
#ifdef OPEN_MPI
        coral_tcp_of_openmpi();
#endif
        MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
    } else
        MPI_Query_thread(&level);
    if (level < MPI_THREAD_SERIALIZED) {
        snprintf(text, room, "this MPI gives threads no access (MPI_THREAD_SERIALIZED)");
        return NULL;
    }
    strcpy(library, window_library);
    MPI_Get_library_version(library + strlen(library), &n);
    library[strcspn(library, "\n")] = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &messages);
    MPI_Comm_dup(MPI_COMM_WORLD, &data);
    MPI_Comm_set_errhandler(messages, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(data, MPI_ERRORS_RETURN);
    receives = calloc(RECEIVES, sizeof *receives);
    sends = calloc(SENDS, sizeof *sends);
    if (receives == NULL || sends == NULL) {
        snprintf(text, room, "no memory for message buffers");
        return NULL;
    }
    for (int i = 0; i < SENDS; i++) {
        sends[i].request = MPI_REQUEST_NULL;
        spare[spares++] = &sends[SENDS - 1 - i];
    }
    for (int i = 0; i < RECEIVES; i++)
        if (post(&receives[i]) == CORAL_LINK_FAILED) {
            snprintf(text, room, "%s", trouble);
            return NULL;
        }
    self = (coral_link){.version = CORAL_LINK_VERSION,
        .library = library,
        .send = link_send,
        .buffer = link_buffer,
        .send_buffer = link_send_buffer,
        .receive = link_receive,
        .begin_send = link_begin_send,
        .begin_receive = link_begin_receive,
        .done = link_done,
        .take_back = link_take_back,
        .gather = link_gather,
        .share = link_share,
        .slot_known = window_wanted && adapters_write(),
        .register_memory = window_parts ? link_register : NULL,
        .deregister = link_deregister,
        .reach = window_reach,
        .forget = window_forget,
        .put = link_put,
        .get = link_get,
        .flush = link_flush,
        .close = link_close,
        .abort = link_abort,
        .error = link_error};
    MPI_Comm_rank(messages, &self.rank);
    MPI_Comm_size(messages, &self.size);
    return &self;
}
