/* What other images' memory is reached by where it is not mapped, and what Go does for all images.
 * Each has the name of what it does with mapped memory. */
#ifndef CORAL_NET_H
#define CORAL_NET_H

#include "../mem/mem.h"

#pragma GCC visibility push(hidden)

/* Transfers by the conduit. */
int coral_report(const coral_call *call, int result);             /* of a function of Go's */
void coral_library_move(const coral_array *a, bool put);
void coral_library_want(const coral_array *a);
/* ahead.c: brings a, and perhaps what a loop would get next */
void coral_library_get(const coral_array *a);
/* This image defines memory of another one, from an offset to the other. */
void coral_ahead_changed(int rank, uint64_t low, uint64_t high);
void coral_library_brought(void);
bool coral_library_reaches(const coral_array *a);
void coral_library_exchange(const coral_array *remote, const coral_array *local, int how);
bool coral_library_poll(void); /* something was there */
/* Whatever a program asks again and again is asked behind this: what other images have sent takes
 * effect here while their images look at the network, so that a loop around an inquiry sees it.
 * Where memory is mapped there is nothing to look at. */
void coral_look_slow(void) COLD;
HOT void coral_look(void) {
    if (UNLIKELY(coral.library)) {
        coral_caller = __builtin_return_address(0);
        coral_look_slow();
        coral_caller = NULL;
    }
}
void coral_library_stop(int code);
void coral_library_fail(void);
/* 0 or the error of the system */
int coral_library_foreign(int rank, bool put, void *there, void *here, size_t bytes);
/* returns where this image is not one of a library's launcher */
void coral_library_abort(int code);
void coral_library_wake_all(void);
int coral_library_sync_all(const coral_call *call);
void coral_library_sync_memory(const coral_call *call);
void coral_library_give(const coral_array *a);
void coral_library_tell(void); /* of all puts; what Go does afterwards comes behind them */
/* the library wants to be told of each static coarray (CORAL_MEMORY=ca) */
extern bool coral_memory_each;
void coral_library_static(const coral_array *a); /* tells it, if a is one and has no gaps */
void coral_library_sync_images(const coral_call *call, const int64_t *images, int64_t n);
void coral_library_event_post(const coral_call *call, coral_event *e);
/* at most so many, of one image */
enum { CORAL_POSTS_EACH = 16 };
void coral_library_event_post_each(const coral_call *call, coral_event *const *list, int n);
void coral_library_event_wait(const coral_call *call, coral_event *e, int64_t until);
/* returns when one of these own events has a count */
void coral_library_event_any(const coral_call *call, coral_event *const *list, int n);
/* as attempt in lock.c */
int coral_library_lock(const coral_call *call, coral_lock *l, bool wait);
int coral_library_unlock(const coral_call *call, coral_lock *l);
/* May take effect after the return; in order with other atomic operations on other images. */
void coral_library_define(void *p, int width, uint64_t value);
uint64_t coral_library_atomic(int op, void *p, int width, uint64_t operand, uint64_t compare);

/* Changes elements of another image's, from there on, step bytes apart, by operands, while that
 * image holds a lock; value: NULL, or where that of the one element goes, before or after. */
void coral_library_accumulate(const coral_call *call, const char *there, int64_t step, int what,
    const void *operands, size_t bytes, const char *lock, void *value, bool before);

/* What coral_combine, which Go calls, is given. */
typedef struct coral_combination { coral_op *op; void *context; size_t size; } coral_combination;

/* What an image brings to a collective beside the data, so that members that execute different ones
 * notice: it stands above the length of a message. From the lowest bits these are which it is, the
 * type of its elements, the operation, and the member, from 1, that it goes from or to. */
enum {
    CORAL_CO_SUM = 1, CORAL_CO_MIN, CORAL_CO_MAX, CORAL_CO_REDUCE, CORAL_CO_BROADCAST,
    CORAL_BCAST, CORAL_REDUCTION, CORAL_GMOVE, /* XcalableMP's, in C and Fortran */
    CORAL_TEAM_BROADCAST, CORAL_TEAM_GATHER, CORAL_TEAM_ALLGATHER, CORAL_TEAM_REDUCE,
    CORAL_TEAM_ALLREDUCE, CORAL_TEAM_SCATTER, CORAL_TEAM_ALLTOALL /* CAF 2.0's */
};
enum { CORAL_TYPE_BITS = 5 };
enum {
    CORAL_BRINGS_TYPE = CORAL_TYPE_BITS,
    CORAL_BRINGS_OP = 2 * CORAL_TYPE_BITS,
    CORAL_BRINGS_ROOT = 3 * CORAL_TYPE_BITS,
    CORAL_BRINGS_MEMBERS = (1 << 14) - 1
};
/* brings.c: the number of a type, of which Fortran's are told from each other; 0: all others. The
 * second is for XcalableMP, whose nodes may execute a directive in C or in Fortran: C has one type
 * of a byte. */
uint32_t coral_type_code(const coral_array *a);
uint32_t coral_type_code_c(const coral_array *a);
/* member from 0; -1: there is none */
uint32_t coral_brings(int which, uint32_t type, int op, int member);
/* The operations of XcalableMP's reduction, as generated code numbers them. */
enum {
    CORAL_XMP_SUM, CORAL_XMP_PRODUCT, CORAL_XMP_MAX, CORAL_XMP_MIN, CORAL_XMP_AND, CORAL_XMP_OR,
    CORAL_XMP_XOR, CORAL_XMP_LAND, CORAL_XMP_LOR, CORAL_XMP_EQV, CORAL_XMP_NEQV, CORAL_XMP_OPS
};
/* The collectives of CAF 2.0, from CORAL_TEAM_BROADCAST on behind the first, and in the order of
 * CORAL_CAF_BARRIER and so on. */
#define CORAL_TEAM_COLLECTIVES(T) \
    T("team_barrier") T("team_broadcast") T("team_gather") T("team_allgather") T("team_reduce") \
    T("team_allreduce") T("team_scatter") T("team_alltoall") T("team_sort")
extern const char *const coral_team_collectives[];
#define CORAL_BRINGS_PARTS UINT32_C(0x80000000) /* the lengths of what follows in parts */

/* heap, by Go */
int coral_library_sync_team(const coral_call *call, const coral_team *t);
typedef struct coral_formed {
    uint64_t control;
    int id, runs, failed; /* failed: a member has, as coral_library_form_team finds */
} coral_formed;
/* Forms teams, by new_index (0: open), or with split in the order of the key that stands in its
 * place; the members of all of them come into run, which has room for as many runs as there may be.
 * False: none was formed. Either way the error is reported. Where coral_library_form_team has
 * formed a new team, coral_library_form_close follows when C knows it: others may use it behind
 * that barrier, and ship procedures to images that are still in it. */
bool coral_library_form_begin(const coral_call *call, int64_t number, int64_t index);
void coral_library_form_share(bool split);
bool coral_library_form_end(const coral_call *call, int64_t number, int64_t index, bool split,
    bool failed, coral_team_run *run, coral_formed *f);
bool coral_library_form_team(const coral_call *call, int64_t number, int64_t index, bool split,
    coral_team_run *run, coral_formed *f);
void coral_library_form_close(const coral_call *call, bool failed);
void coral_library_change_team(int id);
/* Collective; NULL: reported to call. With an image that has failed, too, beside memory among the
 * others. */
void *coral_heap_alloc(const coral_call *call, size_t size);
void coral_heap_free(const coral_call *call, void *p);
int coral_library_reduce(
    const coral_call *call, const coral_array *a, int result, coral_op *op, void *context);
int coral_library_broadcast(const coral_call *call, const coral_array *a, int source);

#pragma GCC visibility pop

#endif
