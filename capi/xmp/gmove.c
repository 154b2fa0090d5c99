/* gmove of XcalableMP, collective: what the right side names goes to all executing nodes. */
#include "xmp.h"
#include "collective.h"
#include "task.h"
#include "../rma/copy.h"
#include "../coll/operation.h"

OPERATION(most_int64_t, int64_t, b[i] > a[i] ? b[i] : a[i])

/* Which rows of an array a section has, and so whose its elements are: rows lie in blocks on the
 * executing nodes. */
enum { DIM, EXTENT, FIRST, STEP, ROW, ROWS_WORDS };

/* Nodes that name different rows would wait for each other's blocks, or take them for their own. */
static bool agreed(coral_call *call, uint32_t type, const long *rows) {
    int64_t seen[2 * ROWS_WORDS];
    for (int i = 0; i < ROWS_WORDS; i++) {
        seen[2 * i] = rows[i];
        seen[2 * i + 1] = -rows[i];
    }
    coral_array a = {.addr = (char *)seen, .size = sizeof(int64_t), .rank = 1, .type = CORAL_OTHER};
    a.dim[0].extent = 2 * ROWS_WORDS;
    a.dim[0].step = sizeof(int64_t);
    call->brings = coral_brings(CORAL_GMOVE, type, 0, -1);
    coral_team_reduce(call, &a, -1, most_int64_t, NULL);
    for (int i = 0; i < ROWS_WORDS; i++)
        if (seen[2 * i] != -seen[2 * i + 1]) {
            coral_error(call, CORAL_STAT_ERROR, CORAL_R0404,
                "the executing nodes name different rows on the right side of gmove");
            return false;
        }
    return true;
}

static int owner(const long *rows, long element) {
    const long nodes = coral.team->n, block = (rows[EXTENT] + nodes - 1) / nodes;
    const long row = (rows[FIRST] + element * rows[STEP]) / rows[ROW];
    return (int)(row / block);
}

/* One block of rows: its node brings it, all get it. */
static void share(coral_call *call, coral_array to, coral_array from, int dim, long begin,
    long end, int node) {
    if (dim >= 0) {
        to.addr += begin * to.dim[dim].step;
        from.addr += begin * from.dim[dim].step;
        to.dim[dim].extent = from.dim[dim].extent = end - begin;
    }
    if (node == coral.team->me)
        coral_copy_sections(&to, &from);
    call->brings = coral_brings(CORAL_GMOVE, coral_type_code_c(&to), 0, node);
    coral_team_broadcast(call, &to, node);
}

/* to: as many elements as the section has, close together. */
void coral_xmp_gather_typed(coral_call *call, coral_array type, void *to, const void *from,
    int rank, const long *n, const long *steps, const long *rows) {
    const size_t size = type.size;
    long close[CORAL_MAX_RANK];
    long step = (long)size;
    for (int d = 0; d < rank; d++) {
        close[d] = step;
        step *= n[d];
        if (n[d] <= 0)
            return;
    }
    coral_array a = coral_xmp_array(to, size, rank, n, close),
                b = coral_xmp_array(coral_real(from), size, rank, n, steps);
    a.type = type.type;
    a.kind = type.kind;
    if (rows[EXTENT] == 0) { /* no array: each node has its own */
        coral_copy_sections(&a, &b);
        return;
    }
    const int dim = (int)rows[DIM];
    const long count = dim >= 0 ? n[dim] : 1,
               last = (rows[FIRST] + (count - 1) * rows[STEP]) / rows[ROW];
    if (rows[FIRST] < 0 || last < 0 || rows[FIRST] / rows[ROW] >= rows[EXTENT] ||
        last >= rows[EXTENT]) {
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0404,
            "the right side of gmove has rows %ld to %ld of an array of %ld",
            rows[FIRST] / rows[ROW], last, rows[EXTENT]);
        return;
    }
    if (!agreed(call, coral_type_code_c(&a), rows))
        return;
    for (long begin = 0, end; begin < count; begin = end) {
        const int node = owner(rows, begin);
        for (end = begin + 1; end < count && owner(rows, end) == node; end++)
            ;
        share(call, a, b, dim, begin, end, node);
    }
}

XMP_VISIBLE void coral_xmp_gather(void *to, const void *from, unsigned long size, int rank,
    const long *n, const long *steps, const long *rows, int class, int line, const char *file) {
    XMP("gmove", CORAL_WAIT_COLL);
    coral_array type = {.size = size};
    coral_xmp_set_type(&type, class);
    coral_xmp_gather_typed(&call, type, to, from, rank, n, steps, rows);
}
