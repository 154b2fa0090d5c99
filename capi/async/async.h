/* Asynchronous operations of CAF 2.0: what C and Go agree on. The engine is Go's
 * (internal/rt/async); C begins operations, does what can be done at once, and is called back to
 * move data and to run shipped procedures.
 *
 * Events come to Go as image and offset in its slot; one of this image that lies elsewhere has the
 * offset of its address, which may be any number modulo 2**64. */
#ifndef CORAL_CAF2ASYNC_H
#define CORAL_CAF2ASYNC_H

#include <stdint.h>
#include <stdbool.h>
#include <stddef.h>

#include "../core/attach.h"

/* Words that only grow: once one has come to its value, an advance finds something to do (a
 * message, what a collective waits for). There may be more to do. Go sets them, on the program's
 * thread, at the end of every call that C makes. */
typedef struct coral_watched {
    const uint64_t *word;
    uint64_t value;
} coral_watched;
extern coral_watched coral_watch[3];

/* Set with them: an advance may find something to do of which they do not tell. */
extern bool coral_async_open;

/* One of them, which Go's helpers count up when they leave something to the program's thread. */
extern uint64_t coral_bell;

/* progress.c, if the program needs it: where coral.async is true. */
bool coral_async_due(void) __attribute__((weak)); /* one of the words has come to its value */

extern const char coral_has_async; /* progress.c. Who begins operations needs it: */
#define CORAL_NEEDS_ASYNC static const char *const needs __attribute__((used)) = &coral_has_async

/* something was begun since the last advance */
extern bool coral_async_begun __attribute__((weak));
extern bool coral_async_did __attribute__((weak));   /* an advance has done something */

/* Go's, which begin operations: results as coral_report takes them. */
struct coral_caf_operands;
int coralgo_async_copy(void *what, void *to, void *from, size_t bytes, int before_rank,
    uint64_t before_offset, int after_rank, uint64_t after_offset, uint64_t place, int touches);
int coralgo_async_enter(int team);
int coralgo_async_not_begun(int team, uint64_t number);
int coralgo_async_leave(void);
int coralgo_async_fence(int downward);
int coralgo_async_ship(int team, int member, void *args, size_t n, int result_rank,
    uint64_t result_offset, int after_rank, uint64_t after_offset);
int coralgo_async_collective(struct coral_caf_operands *o, int id, int after_rank,
    uint64_t after_offset, int blocking);
/* whether each member of a team is on a machine of its own */
int coralgo_async_apart(int id);

/* Called by Go, on any thread. */
/* moves the data, and frees copy; 0: done, else the run is ending */
int coral_caf_run_copy(void *copy);
/* What a copy is that another image's memory goes through one message for: one piece of that memory
 * to one of this image's own. rank: negative if it is none. */
typedef struct {
    void *to;
    int rank;
    uint64_t offset;
} coral_copied_from;
coral_copied_from coral_caf_copied_from(void *copy);
void coral_caf_drop_copy(void *copy); /* frees it: its data are moved by other means */
void coral_caf_post_at(int rank, uint64_t offset); /* notifies an event */
/* takes a count of an own event; 0: there was none */
int coral_caf_take_at(uint64_t offset);

/* calls wait to be sent. Go asks, on the program's thread, whenever it advances: */
extern int32_t coral_caf_unsent;
int coral_caf_flush(void); /* how many messages that were */

struct coral_call;
/* mail.c: executes the next message of the mailbox, if that is something that C executes and
 * nothing stands before it. */
bool coral_mail_take(const struct coral_call *call);
/* mail.c: waits until no message is being handled here, before FAIL IMAGE. */
void coral_mail_settle(void);

/* Called by Go on the program's thread: executes a procedure that another image has shipped, and
 * gives the bytes of its result in out. */
enum { CORAL_CAF_RESULT = 64 };
int coral_caf_run_shipped(int team, void *message, size_t bytes, void *out);

/* A collective, with what C needs to know of it. Go calls coral_caf_collected when this image's
 * part is over, and the others meanwhile, all on the program's thread. */
enum {
    CORAL_CAF_BARRIER,
    CORAL_CAF_BROADCAST,
    CORAL_CAF_GATHER,
    CORAL_CAF_ALLGATHER,
    CORAL_CAF_REDUCE,
    CORAL_CAF_ALLREDUCE,
    CORAL_CAF_SCATTER,
    CORAL_CAF_ALLTOALL,
    CORAL_CAF_SORT,
    CORAL_XMP_REDUCTION, /* the same as ALLREDUCE and BROADCAST, by XcalableMP's names */
    CORAL_XMP_BCAST
};
typedef struct coral_caf_operands {
    int kind, root;
    char *in, *out; /* NULL: this image has none */
    size_t in_bytes, out_bytes, elem;
    void *combination;
    /* number of a built-in operator; the members tell each other what they have begun */
    int op, checked;
    uint32_t type; /* coral_type_code of the elements */
    int touches;
    uint64_t place;  /* of the statement */
    /* structures that travel in parts: in are blocks of these lengths, one for each member or for
     * all; else NULL */
    size_t *blocks;
} coral_caf_operands;
/* By what operations are known to other images, in one word beside a length; as async.NewStatement
 * has it. type is a coral_type_code. */
static inline uint64_t coral_caf_word(int kind, int op, uint32_t type, int root) {
    const uint64_t none = (1 << 14) - 1; /* of roots */
    bool rooted = kind == CORAL_CAF_BROADCAST || kind == CORAL_CAF_GATHER ||
        kind == CORAL_CAF_REDUCE || kind == CORAL_CAF_SCATTER || kind == CORAL_XMP_BCAST;
    return ((uint64_t)(kind + 1) << 24 | (uint64_t)op << 19 | (uint64_t)type << 14 |
               (rooted ? (uint64_t)root & none : none))
        << 36;
}
/* place.c: a statement's place as one word that all images of the program understand; 0: it has
 * none. */
struct coral_call;
uint64_t coral_caf_place(const struct coral_call *call);
/* In a place: the statement waits for what it begins. */
static const uint64_t CORAL_PLACE_BLOCKS = UINT64_C(1) << 63;
const char *coral_caf_collective_name(int kind, uint64_t place);
const char *coral_caf_file(uint64_t place, int *length, int *line);
void coral_caf_at_place(struct coral_call *call, uint64_t place); /* 0: leaves it as it is */
int coral_caf_place_is_c(uint64_t place);                         /* in a file of C */
void coral_caf_collected(coral_caf_operands *o);
/* A member's block has come. False: it has another number of elements than is wanted here. */
int coral_caf_block_arrived(coral_caf_operands *o, int member, void *block, size_t bytes);
int coral_caf_compare(coral_caf_operands *o, void *a, void *b);
void coral_caf_sort(coral_caf_operands *o, void *elements, size_t n);
void coral_caf_merge(coral_caf_operands *o, void *out, void *a, size_t na, void *b, size_t nb);

/* short.c: collectives of few bytes, begun by C without Go. Go adopts those that are pending
 * where C does not go on with them. It sets the counts of its own collectives, and of their
 * messages that nobody has read. */
typedef struct coral_short {
    int kind, root;
    void *op, *out; /* coral_op of a reduction */
    size_t bytes, size; /* of each member's part, and of an element */
    void *after; /* coral_event that is notified */
    void *team;  /* coral_team */
    uint64_t number;
    uint64_t word, place; /* coral_caf_word and the bytes; of the statement */
    uint32_t type;        /* in it */
    int next; /* the member whose part is wanted */
    _Alignas(16) unsigned char acc[112];
} coral_short;
enum { CORAL_SHORTS = 16 };
extern coral_short coral_shorts[CORAL_SHORTS];
extern int coral_shorts_pending;
/* the last: CORAL_SCHEDULE_FUZZ, 0: no delays */
extern uint64_t coral_go_mail, coral_go_collectives, coral_delays;
bool coral_delays_slow(void);
/* One time in two where steps are delayed on purpose (splitmix64, as internal/rt/async/delay.go).
 */
static inline bool coral_delays_late(void) {
    return __builtin_expect(coral_delays != 0, 0) && coral_delays_slow();
}
typedef struct coral_adopted {
    coral_caf_operands *operands;
    uint64_t number, after_offset;
    int team, after_rank;
    uint64_t word;
} coral_adopted;
coral_adopted coral_short_adopted(coral_short *o);
/* Looks so many times whether the one that is pending can be done, if it is to notify an event for
 * which the caller waits. True: it has been, and since the caller would take the count at once, the
 * event has not been touched. */
bool coral_short_await(const void *event, int looks);
uint64_t coral_short_lowest(int team); /* number of the first that is pending; 0: none */
bool coral_short_step(void);           /* true: one is over */

/* mail.c: shipped procedures that C sends and executes without Go, through the mailbox that
 * Go's conduit has. Go takes over what they are counted for: coral_mail_sent are those of the
 * program that Go has not counted as begun yet; acks[rank] those of rank that have been executed
 * here and of which it has not heard, acks_n of them in all. */
extern uint64_t coral_mail_sent, coral_mail_acks_n;
extern uint64_t *coral_mail_acks;
extern uint64_t coral_go_batched; /* Go has calls that wait to be sent: others do not pass them */
/* What C executes now, if anything: from the image whose rank is given, as a member of the team.
 * The first call of Go's notes (known) that it may begin operations. */
typedef struct coral_executing {
    int active, known, source, team;
} coral_executing;
extern coral_executing coral_mail_executing;

/* waiting.c: short copies that wait for events of this image. The program's thread does them in
 * its waits, else a helper. */
extern uint32_t coral_copies_waiting; /* how many are not complete */
uint64_t coral_copies_place(void);   /* of the first's statement; 0: none, or not known */
uint64_t coral_copies_poster(const void *event); /* of one that is to notify it; 0: none is known */
bool coral_copies_step(void);         /* does one that has its event now; false: none has */

/* Called by Go on the program's thread, with what coral_report takes and the kind and place of the
 * operation; -1, 0: unknown. It does not return. */
void coral_caf_failed(int result, int kind, uint64_t place);

#endif
