/* Node arrays and the executing nodes of XcalableMP: task, tasks, and the clause on. A task's nodes are a team, which is entered and left
 * without synchronisation; forming it is collective among the nodes that meet the directive. */
#include "xmp.h"
#include "caf2.h"
#include "xmptask.h"

#pragma GCC visibility push(default)

enum { MAX_DIMS = 15, C_ORDER = 1, EXECUTING = 2 };

/* The number of nodes; the open dimension, whose size is 0, gets what is left. */
static long shape(const coral_call *call, int dims, const long *given, long *sizes, int total) {
    long n = 1;
    int open = -1;
    for (int d = 0; d < dims; d++) {
        sizes[d] = given[d];
        if (given[d] == 0)
            open = d;
        else
            n *= given[d];
        if (given[d] < 0)
            n = -1;
    }
    if (n <= 0 || n > total) {
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0214, "the node array has %ld nodes, there are %d", n, total);
        return 0;
    }
    if (open >= 0) {
        sizes[open] = total / n;
        n *= sizes[open];
    }
    return n;
}

void coral_xmp_nodes(const char *name, int dims, const long *given, int open, int line, const char *file) {
    if (!coral.image)
        return; /* the launcher */
    XMP("nodes", CORAL_WAIT_NONE);
    long sizes[MAX_DIMS];
    (void)name, (void)open;
    shape(&call, dims, given, sizes, coral_num);
}

/* Calls visit for each node of a reference, in order, with its image index in the node array's own set of nodes, from 1. */
static long each(const coral_call *call, int dims, const long *given, int flags, const long *subs, void (*visit)(long node, long place, void *), void *with) {
    long sizes[MAX_DIMS], index[MAX_DIMS] = {0}, count[MAX_DIMS];
    const int total = flags & EXECUTING ? coral_num : coral.n;
    if (shape(call, dims, given, sizes, total) == 0)
        return 0;
    for (int d = 0; d < dims; d++) {
        long first = subs[3 * d], step = subs[3 * d + 2];
        count[d] = subs[3 * d + 1];
        if (count[d] < 0 && step > 0)
            count[d] = (sizes[d] - first + step - 1) / step;
        long last = first + (count[d] - 1) * step;
        if (count[d] <= 0)
            return 0;
        if (first < 0 || first >= sizes[d] || last < 0 || last >= sizes[d]) {
            coral_error(call, CORAL_STAT_ERROR, CORAL_R0214, "dimension %d of the node array has %ld nodes, the reference goes from number %ld to %ld", d + 1, sizes[d], first + 1, last + 1);
            return 0;
        }
    }
    long place = 0;
    for (;;) {
        long node = 0;
        for (int i = 0; i < dims; i++) {
            int d = flags & C_ORDER ? i : dims - 1 - i;
            node = node * sizes[d] + subs[3 * d] + index[d] * subs[3 * d + 2];
        }
        visit(node + 1, place++, with);
        int i = 0;
        for (; i < dims; i++) {
            int d = flags & C_ORDER ? dims - 1 - i : i;
            if (++index[d] < count[d])
                break;
            index[d] = 0;
        }
        if (i == dims)
            return place;
    }
}

struct search { long self, found, first; };

static void find(long node, long place, void *with) {
    struct search *s = with;
    if (place == 0)
        s->first = node;
    if (node == s->self)
        s->found = place;
}

static void last_of(long node, long place, void *with) {
    (void)place;
    *(long *)with = node;
}

/* The image index in the current team of the one node of a reference. */
int coral_xmp_node(int dims, const long *given, int flags, const long *subs, int line, const char *file) {
    XMP("node", CORAL_WAIT_NONE);
    long node = 0;
    if (each(&call, dims, given, flags, subs, last_of, &node) != 1) {
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0214, "the reference does not name one node");
        return 1;
    }
    if (flags & EXECUTING)
        return (int)node;
    for (int m = 0; m < coral.team->n; m++)
        if (coral_member_rank(coral.team, m) == node - 1)
            return m + 1;
    coral_error(&call, CORAL_STAT_ERROR, CORAL_R0214, "node %ld is not among the executing nodes", node);
    return 1;
}

/* Collective among the executing nodes. Nodes may name different sets, as each its row of an array of nodes: a set is known by its first node. */
void coral_xmp_task_form(struct coral_xmp_task *t, int dims, const long *given, int flags, const long *subs, int line, const char *file) {
    XMP("task", CORAL_WAIT_TEAM);
    struct search s = {.self = flags & EXECUTING ? coral_me : coral_self, .found = -1};
    each(&call, dims, given, flags, subs, find, &s);
    coral_team *team = coral_team_split(&call, s.found >= 0 ? s.first : INT64_MAX, s.found >= 0 ? s.found : coral_me);
    t->member = s.found >= 0;
    t->team = (int64_t)team;
}

void coral_xmp_task_enter(struct coral_xmp_task *t, int line, const char *file) {
    XMP("task", CORAL_WAIT_TEAM);
    if (t->member)
        t->entered = coral_caf_enter(&call, &t->team);
}

void coral_xmp_task_begin(struct coral_xmp_task *t, int dims, const long *given, int flags, const long *subs, int line, const char *file) {
    coral_xmp_task_form(t, dims, given, flags, subs, line, file);
    coral_xmp_task_enter(t, line, file);
}

void coral_xmp_task_end(struct coral_xmp_task *t) {
    if (t->entered)
        coral_caf_leave();
}

#pragma GCC visibility pop
