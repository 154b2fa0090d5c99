/* What every link does alike: its functions under one lock. The file that includes this has those
 * that are declared here. */
#ifndef CORAL_LOCKED_H
#define CORAL_LOCKED_H

#include "coral_link.h"

#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The library has ended, and takes no calls any more: a heartbeat, for one, may have waited for the
 * lock meanwhile. */
static bool closed;

#define LOCKED(call)                                                  \
    pthread_mutex_lock(&lock);                                        \
    coral_link_result result = closed ? CORAL_LINK_AGAIN : (call);    \
    pthread_mutex_unlock(&lock);                                      \
    return result

/* By which waits end: the clock of the day may be set meanwhile. */
static inline time_t seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return now.tv_sec;
}

/* Receives that have begun and not ended: some may never end, and are taken back when the library
 * closes. */
typedef struct receiving {
    struct receiving *before, *next;
} receiving;
static receiving all_receiving = {&all_receiving, &all_receiving};

static void receiving_begins(receiving *r) {
    r->next = &all_receiving;
    r->before = all_receiving.before;
    r->before->next = r->next->before = r;
}

/* Also of what has not begun. */
static void receiving_ends(receiving *r) {
    if (r->next == NULL)
        return;
    r->before->next = r->next;
    r->next->before = r->before;
    r->next = NULL;
}

static coral_link_result send_locked(int rank, const void *head, const void *payload, size_t n);
static coral_link_result receive_locked(
    int *source, const void **head, const void **payload, size_t *n);
static void *buffer_locked(void);
static coral_link_result send_buffer_locked(int rank, void *buffer, size_t n);
static coral_link_result begin_send_locked(
    int rank, uint32_t tag, const void *memory, size_t n, void **request);
static coral_link_result begin_receive_locked(
    int rank, uint32_t tag, void *memory, size_t n, void **request);
static coral_link_result done_locked(void *request);
static void take_back_locked(void *request);
static coral_link_result gather_locked(const void *own, size_t n, void *all);
static void close_locked(void);
static coral_link_result link_send(int rank, const void *head, const void *payload, size_t n) {
    LOCKED(send_locked(rank, head, payload, n));
}
static void *link_buffer(void) {
    pthread_mutex_lock(&lock);
    void *b = closed ? NULL : buffer_locked();
    pthread_mutex_unlock(&lock);
    return b;
}
static coral_link_result link_send_buffer(int rank, void *buffer, size_t n) {
    LOCKED(send_buffer_locked(rank, buffer, n));
}
static coral_link_result link_receive(
    int *source, const void **head, const void **payload, size_t *n) {
    LOCKED(receive_locked(source, head, payload, n));
}
static coral_link_result link_begin_send(
    int rank, uint32_t tag, const void *memory, size_t n, void **request) {
    LOCKED(begin_send_locked(rank, tag, memory, n, request));
}
static coral_link_result link_begin_receive(
    int rank, uint32_t tag, void *memory, size_t n, void **request) {
    LOCKED(begin_receive_locked(rank, tag, memory, n, request));
}
static coral_link_result link_done(void *request) { LOCKED(done_locked(request)); }
static void link_take_back(void *request) {
    pthread_mutex_lock(&lock);
    if (!closed)
        take_back_locked(request);
    pthread_mutex_unlock(&lock);
}
static coral_link_result link_gather(const void *own, size_t n, void *all) {
    LOCKED(gather_locked(own, n, all));
}
static void link_close(void) {
    pthread_mutex_lock(&lock);
    close_locked();
    closed = true;
    pthread_mutex_unlock(&lock);
}

/* What a library does to other images' memory without a message, unless the file that includes this
 * says that it has none of it, or no puts. */
#ifndef CORAL_MESSAGES_ONLY
static coral_link_result share_locked(int known, void *slot, size_t n);
static coral_link_result register_locked(
    void *memory, size_t n, void **chunk, void *name, size_t *name_size);
static coral_link_result get_locked(
    int rank, const void *key, uint64_t offset, void *memory, size_t n, void **request);

static coral_link_result link_share(int known, void *slot, size_t n) {
    LOCKED(share_locked(known, slot, n));
}
static coral_link_result link_register(
    void *memory, size_t n, void **chunk, void *name, size_t *name_size) {
    LOCKED(register_locked(memory, n, chunk, name, name_size));
}
static coral_link_result link_get(
    int rank, const void *key, uint64_t offset, void *memory, size_t n, void **request) {
    LOCKED(get_locked(rank, key, offset, memory, n, request));
}
#ifndef CORAL_NO_PUTS
static coral_link_result put_locked(
    int rank, const void *key, uint64_t offset, const void *memory, size_t n, void **request);
static coral_link_result flush_locked(int rank, void **request);

static coral_link_result link_put(
    int rank, const void *key, uint64_t offset, const void *memory, size_t n, void **request) {
    LOCKED(put_locked(rank, key, offset, memory, n, request));
}
static coral_link_result link_flush(int rank, void **request) {
    LOCKED(flush_locked(rank, request));
}
#endif
#endif

#endif
