/* How Go calls an adapter (native/src/coral_link.h): each function of it by one that cgo can call,
 * and the steps that follow each other closely as one call, since a call from Go into C takes as
 * long as some looks at the network. */
#ifndef CORAL_CALLS_H
#define CORAL_CALLS_H

#include "../native/src/coral_link.h"

#include <dlfcn.h>
#include <stdio.h>

typedef const coral_link *opener(char *text, size_t room);

/* Names are looked up at once, so that what is missing is said now; and globally, since libraries
 * of MPI load parts of themselves that expect theirs. */
static const coral_link *load(const char *path, char *text, size_t room) {
    void *object = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    opener *open = object ? (opener *)dlsym(object, "coral_link_open") : NULL;
    if (open == NULL) {
        const char *why = dlerror();
        snprintf(text, room,
            "%s: install what is missing on this host, or say where it is (LD_LIBRARY_PATH)",
            why ? why : "no coral_link_open");
        return NULL;
    }
    return open(text, room);
}

/* A weak reference: most programs have no library in them. */
#pragma weak coral_program_link
static const char *linked_provider(void) {
    return &coral_program_link ? coral_program_link.provider : NULL;
}
static const coral_link *open_linked(char *text, size_t room) {
    return coral_program_link.open(text, room);
}

/* The translator puts it into programs that ask which images have failed. */
extern const char coral_failures_;
#pragma weak coral_failures_
static int asks_for_failures(void) { return &coral_failures_ != NULL; }

/* The link's address as a number: of pointers Go looks what they point to, at each call. */
typedef uintptr_t at;
#define LINK(l) ((const coral_link *)(l))

static int do_send(at l, int rank, void *head, void *payload, size_t n) {
    return LINK(l)->send(rank, head, payload, n);
}
static void *do_buffer(at l) { return LINK(l)->buffer(); }
/* Sends a buffer and takes the next one, if there is any. */
typedef struct {
    int result;
    void *next;
} sent_buffer;
static sent_buffer send_buffer(at l, int rank, void *buffer, size_t n) {
    sent_buffer s = {LINK(l)->send_buffer(rank, buffer, n), NULL};
    if (s.result == CORAL_LINK_DONE)
        s.next = LINK(l)->buffer();
    return s;
}

/* A message that has arrived, as one result. */
typedef struct {
    int result, source, ended;
    bool busy;
    size_t n;
    const void *head, *payload;
} message;
static message do_receive(at l) {
    message m = {.ended = CORAL_LINK_AGAIN};
    m.result = LINK(l)->receive(&m.source, &m.head, &m.payload, &m.n);
    return m;
}
/* Looks at the network, at most so many times, until something is there or a transfer has ended
 * (NULL: none), and takes a message: to come here from Go takes as long as some looks. */
static message do_look(at l, int looks, void *request) {
    message m = {.ended = CORAL_LINK_AGAIN};
    do {
        m.busy = LINK(l)->progress && LINK(l)->progress();
        m.result = LINK(l)->receive(&m.source, &m.head, &m.payload, &m.n);
        if (request != NULL && m.result == CORAL_LINK_AGAIN)
            m.ended = LINK(l)->done(request);
    } while (m.result == CORAL_LINK_AGAIN && m.ended == CORAL_LINK_AGAIN && !m.busy && --looks > 0);
    return m;
}
static int begin_send(at l, int rank, uint32_t tag, void *p, size_t n, void **request) {
    return LINK(l)->begin_send(rank, tag, p, n, request);
}
/* What is to be sent, and when it has begun the request; as numbers, as above. */
typedef struct {
    at memory, request;
    size_t n;
    uint32_t tag;
} outgoing_data;

/* Begins to send as much as there is room for, and then a message behind it, if there is one
 * (head). The other end asks for the data while the message is written: who looks at once finds
 * that. */
typedef struct {
    int result, begun, sent;
} begun_and_told;
static begun_and_told begin_each(
    at l, int rank, outgoing_data *each, int n, void *head, void *payload, size_t m) {
    begun_and_told b = {.result = CORAL_LINK_DONE, .sent = CORAL_LINK_AGAIN};
    for (; b.begun < n; b.begun++) {
        outgoing_data *d = &each[b.begun];
        void *request = NULL;
        b.result = LINK(l)->begin_send(rank, d->tag, (void *)d->memory, d->n, &request);
        d->request = (at)request;
        if (b.result != CORAL_LINK_DONE)
            return b;
    }
    if (head == NULL)
        return b;
    b.sent = LINK(l)->send(rank, head, payload, m);
    at *last = &each[n - 1].request;
    for (int looks = 3; b.sent == CORAL_LINK_DONE && *last != 0 && looks > 0; looks--) {
        int ended = LINK(l)->done((void *)*last);
        if (ended == CORAL_LINK_DONE)
            *last = 0;
        if (ended == CORAL_LINK_FAILED)
            b.sent = ended;
    }
    return b;
}
static int begin_receive(at l, int rank, uint32_t tag, void *p, size_t n, void **request) {
    return LINK(l)->begin_receive(rank, tag, p, n, request);
}
static int do_done(at l, void *request) { return LINK(l)->done(request); }
static void do_take_back(at l, void *request) { LINK(l)->take_back(request); }
static int do_gather(at l, void *own, size_t n, void *all) { return LINK(l)->gather(own, n, all); }
static int do_share(at l, int known, void *slot, size_t n) {
    return LINK(l)->share(known, slot, n);
}
static int do_register(at l, void *memory, size_t n, void **chunk, void *name, size_t *name_size) {
    return LINK(l)->register_memory(memory, n, chunk, name, name_size);
}
static void do_deregister(at l, void *chunk) { LINK(l)->deregister(chunk); }
static int do_reach(at l, int rank, void *name, size_t n, void **key) {
    return LINK(l)->reach(rank, name, n, key);
}
static void do_forget(at l, void *key) { LINK(l)->forget(key); }
static int do_put(at l, int rank, void *key, uint64_t offset, void *p, size_t n, void **request) {
    return LINK(l)->put(rank, key, offset, p, n, request);
}
static int do_get(at l, int rank, void *key, uint64_t offset, void *p, size_t n, void **request) {
    return LINK(l)->get(rank, key, offset, p, n, request);
}
static int do_atomic(at l, int rank, void *key, int op, uint64_t offset, int width,
    uint64_t operand, uint64_t compare, void *old, void **request) {
    return LINK(l)->atomic(rank, key, op, offset, width, operand, compare, old, request);
}
static int do_flush(at l, int rank, void **request) { return LINK(l)->flush(rank, request); }
static int do_arm(at l) { return LINK(l)->arm(); }
static void do_close(at l) { LINK(l)->close(); }
static void do_abort(at l, int code) { LINK(l)->abort(code); }
static const char *do_error(at l) { return LINK(l)->error(); }

#endif
