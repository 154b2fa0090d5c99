/* Copointers: what they are assigned, and the pointers by which a statement reaches what they refer
 * to. Called by the program's threads. */
#include "../coll/coll.h"
#include "copointer.h"
#include "../core/place.h"
#include "../sync/view.h"

/* What the next coral_caf_point assigns. */
static _Thread_local coral_array target;

void coral_caf_target(const void *obj) { coral_array_from(&target, obj); }

/* By the address of its first element; with size a scalar, of which obj says nothing. */
void coral_caf_target_at(const int64_t *first, const void *obj, const int64_t *size) {
    coral_array_from(&target, obj);
    target.addr = (char *)*first;
    if (size)
        target.size = (size_t)*size;
}

void coral_caf_point_(coral_copointer *p, const int32_t *rank, const int64_t *lower,
    const int32_t *line, const char *file, size_t file_len) {
    coral_call call = {
        .what = "assignment of a copointer", .line = *line, .file = file, .file_len = file_len};
    char *at = coral_real(target.addr);
    if (at == NULL)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0301, "the coarray is not allocated");
    if (!coral_in_window(at))
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0306,
            "what the copointer is to refer to is not in memory that images share");
    if (target.rank != *rank)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0404,
            "the copointer has rank %d, what it is to refer to has rank %d", *rank, target.rank);
    int of = coral_rank_of(at);
    *p = (coral_copointer){.image = of + 1,
        .maker = (uint16_t)coral.rank,
        .born = coral_frees(),
        .size = (int64_t)target.size,
        .offset = at - coral_slot(of)};
    for (int d = 0; d < *rank; d++) {
        p->dim[d].lower = lower[d];
        p->dim[d].extent = target.dim[d].extent > 0 ? target.dim[d].extent : 0;
        p->dim[d].step = target.dim[d].step;
    }
}

/* Where what it refers to was deallocated. Only who has assigned it knows what it has freed since.
 */
COLD static void stays(const coral_copointer *p, const int32_t *line, const char *file,
    size_t file_len) {
    if (p->maker != coral.rank || !coral_freed_since(p->born, p->image - 1, p->offset))
        return;
    coral_call call = {.what = "copointer", .line = *line, .file = file, .file_len = file_len};
    coral_error(&call, CORAL_STAT_ERROR, CORAL_R0311,
        "what the copointer was assigned has been deallocated since");
}

/* Generated code has the pointer behind a word that makes the compiler initialise it. */
void coral_caf_at_(const int64_t *pointer, const coral_copointer *p, const int32_t *rank,
    const int32_t *class, const int32_t *line, const char *file, size_t file_len) {
    if (UNLIKELY(p->image == 0)) {
        coral_call call = {.what = "copointer", .line = *line, .file = file, .file_len = file_len};
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0311, "the copointer refers to nothing");
    }
    if (UNLIKELY(p->born != coral_frees()))
        stays(p, line, file, file_len);
    coral_array a = {.addr = coral_slot(p->image - 1) + p->offset,
        .size = (size_t)p->size,
        .rank = *rank,
        .type = (coral_class) * class};
    int64_t lower[CORAL_MAX_RANK];
    for (int d = 0; d < *rank; d++) {
        lower[d] = p->dim[d].lower;
        a.dim[d].extent = p->dim[d].extent;
        a.dim[d].step = p->dim[d].step;
    }
    coral_point((int64_t *)*pointer + 1, &a, lower);
}

/* ASSOCIATED with two copointers: the same elements in the same order (F2018 16.9.16). */
int32_t coral_caf_same_(const coral_copointer *p, const coral_copointer *q, const int32_t *rank) {
    if (p->image == 0 || p->image != q->image || p->offset != q->offset)
        return 0;
    for (int d = 0; d < *rank; d++)
        if (p->dim[d].extent == 0 || p->dim[d].extent != q->dim[d].extent ||
            (p->dim[d].extent > 1 && p->dim[d].step != q->dim[d].step))
            return 0;
    return 1;
}

/* The rank in the current team; -1: it is no member, or there is none. */
int32_t coral_caf_imageof_(const coral_copointer *p) {
    const coral_team *t = coral.team;
    int rank = p->image - 1;
    if (rank < 0)
        return -1;
    if (t->rank == NULL) {
        int distance = rank - t->first, k = t->step ? distance / t->step : 0;
        return k >= 0 && k < t->n && t->first + k * t->step == rank ? k : -1;
    }
    for (int k = 0; k < t->n; k++)
        if (t->rank[k] == rank)
            return k;
    return -1;
}
