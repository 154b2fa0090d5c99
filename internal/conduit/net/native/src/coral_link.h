/* What a communication library gives to the network conduit (package net): messages, and long
 * transfers beside them. A file here puts one library into this form; it is compiled on the user's
 * machine, for the library found there, and loaded.
 *
 * All functions may be called by several threads at once. None blocks but coral_link_open, share,
 * gather and close, which all images call together, and flush. */
#ifndef CORAL_LINK_H
#define CORAL_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CORAL_LINK_VERSION 12
#define CORAL_LINK_HEAD 48     /* bytes of a message's head */
#define CORAL_LINK_PAYLOAD 65536 /* at most, of a message's payload */
#define CORAL_LINK_NAME 1024   /* bytes, at most, of a chunk's name */

typedef enum {
    CORAL_LINK_FAILED = -1,
    CORAL_LINK_AGAIN = 0,
    CORAL_LINK_DONE = 1
} coral_link_result;

/* What a library is told of the memory of images: nothing; each slot as a whole; parts of it, chunk
 * by chunk. */
typedef enum { CORAL_LINK_NOTHING, CORAL_LINK_SLOT, CORAL_LINK_CHUNKS } coral_link_known;

/* The operations on words. Store gives the value before; compare-and-swap stores operand if the
 * word is compare. */
typedef enum {
    CORAL_LINK_LOAD,
    CORAL_LINK_STORE,
    CORAL_LINK_ADD,
    CORAL_LINK_AND,
    CORAL_LINK_OR,
    CORAL_LINK_XOR,
    CORAL_LINK_COMPARE_AND_SWAP
} coral_link_op; /* conduit.AtomicOp, which methods_test.go compares */

typedef struct coral_link {
    uint32_t version;
    int rank, size;
    const char *library; /* its name and version */

    /* Sends a message. DONE: head and payload may be reused. AGAIN: there is no room; receive, and
     * try again. */
    coral_link_result (*send)(int rank, const void *head, const void *payload, size_t n);

    /* The same without a copy: memory for head and payload, one behind the other, which are written
     * there and sent later. NULL: there is none now; of some there always is until they are sent.
     * send_buffer gives the memory back, whatever it says, and never says AGAIN: what the library
     * has no room for now it sends later, at the latest when progress is called. */
    void *(*buffer)(void);
    coral_link_result (*send_buffer)(int rank, void *buffer, size_t n);

    /* Takes a message that has arrived. DONE: source, head, payload and n, the payload's bytes, are
     * set; head and payload stay as they are until the next call. AGAIN: there is none. Messages of
     * one image come in the order in which it has sent them. One thread at a time calls it. */
    coral_link_result (*receive)(int *source, const void **head, const void **payload, size_t *n);

    /* Long transfers: what one image begins to send under a tag, below 2^20, another receives that
     * has begun to under the same. AGAIN: there are too many, try again after some have ended. The
     * request is given back by done when it says DONE, after which the memory may be reused. What
     * is received under a tag comes in the order in which it was sent. Receives may be left as they
     * are at the end. */
    coral_link_result (*begin_send)(
        int rank, uint32_t tag, const void *memory, size_t n, void **request);
    coral_link_result (*begin_receive)(
        int rank, uint32_t tag, void *memory, size_t n, void **request);
    coral_link_result (*done)(void *request);
    /* of a receive for which nothing has been sent, nor will be */
    void (*take_back)(void *request);

    /* done says of a send that it has ended only when those that were begun before it have, also if
     * their receivers are not ready. Then Coral does not send in parts, each of which begins when
     * the one before has ended: a put that the receiver orders behind all parts may have begun
     * between two of them. */
    bool ends_in_order;

    /* Adapters move long data into other images' memory by themselves, as put and get below do;
     * else these are messages of the library's own, slower than its long transfers. */
    bool adapters;

    /* What a library does to other images' memory without a message. All of these are there (atomic
     * may be missing), or none (NULL), and Coral makes its own of messages. Where there are atomic
     * operations and no adapters, Coral asks for gets of at most 8 KiB alone: put and flush may be
     * missing. key: of the chunk that the memory is in, where offsets count from; NULL: of the
     * slot, where the slot is known. A request may be NULL; done says DONE of that. Where only the
     * target's processor can do such an operation, it does when its image calls any function here.
     */
    /* gather needs what share does; else share comes when it is known that all images say the same
     */
    bool shares_first;
    /* all images together, as gather */
    coral_link_result (*share)(int known, void *slot, size_t n);
    /* CORAL_MEMORY=auto has the slot known, although there are no atomic operations */
    bool slot_known;
    /* This one and the next three may be missing: then chunks cannot be known. It makes memory of
     * the own slot known. name, room for CORAL_LINK_NAME bytes of which *n are set, is what another
     * image needs to reach it. AGAIN: it cannot be made known. */
    coral_link_result (*register_memory)(
        void *memory, size_t n, void **chunk, void *name, size_t *name_size);
    void (*deregister)(void *chunk); /* nobody reaches it any more */
    /* AGAIN: it cannot be reached */
    coral_link_result (*reach)(int rank, const void *name, size_t n, void **key);
    void (*forget)(void *key);
    /* done: memory may be reused */
    coral_link_result (*put)(
        int rank, const void *key, uint64_t offset, const void *memory, size_t n, void **request);
    coral_link_result (*get)(
        int rank, const void *key, uint64_t offset, void *memory, size_t n, void **request);
    /* op: coral_link_op; width: 4 or 8. Atomic also with what the target's processor does. old
     * is written before done says DONE. */
    coral_link_result (*atomic)(int rank, const void *key, int op, uint64_t offset, int width,
        uint64_t operand, uint64_t compare, uint64_t *old, void **request);
    /* done: all puts that were begun before are complete at rank. It may block until they are;
     * meanwhile what other images do to this one's memory goes on. */
    coral_link_result (*flush)(int rank, void **request);
    /* looks at the network, for receive too; says whether anything was there, which may have
     * changed this image's memory */
    bool (*progress)(void);

    /* A descriptor by which to sleep until something comes. It becomes readable then, once arm has
     * said DONE; AGAIN: something is there already. NULL: the library has none. */
    int descriptor;
    coral_link_result (*arm)(void);

    /* Collects n bytes of each image, in the order of ranks, on all of them. All images call it
     * together; it blocks. */
    coral_link_result (*gather)(const void *own, size_t n, void *all);

    void (*close)(void);      /* all images */
    void (*abort)(int code);  /* ends the run, of all images; does not return */
    /* abort ends this process alone, with the code, since the launcher would lose it: the others
     * must be told before */
    bool each;
    const char *(*error)(void); /* what FAILED was about */
} coral_link;

/* The one symbol of the shared object. NULL: why is in text. */
const coral_link *coral_link_open(char *text, size_t room);

/* A library that is linked into the program: the name of its provider, and the function above. */
typedef struct {
    const char *provider;
    const coral_link *(*open)(char *text, size_t room);
} coral_link_in_program;
extern const coral_link_in_program coral_program_link;

#endif
