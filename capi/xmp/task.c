/* Node arrays and the executing nodes of XcalableMP: task, tasks, and the clause on. A task's nodes
 * are a team, which is entered and left without synchronisation; forming it is collective among the
 * nodes that meet the directive. */
#include "xmp.h"
#include "../caf2/caf2.h"
#include "task.h"

#include <pthread.h>
#include <stdio.h>

/* A set of nodes, as generated code brings it, is numbers: how many dimensions its node array has,
 * flags, the sizes (0: the open one), and for each dimension first index from 0, how many (-1: up
 * to the end), and step (OWN: the place of the node that asks). If the array is made of nodes of
 * another one, those follow, in the same form. */
enum { MAX_DIMS = 15, C_ORDER = 1, EXECUTING = 2, DERIVED = 4 };
static const long OWN = 1L << 62;

/* What the program counts the nodes of a dimension from. */
static int first_number(const long *set) {
    return set[1] & C_ORDER ? 0 : 1;
}

void coral_xmp_sync_images(int n, const int *images, int *stat, int line, const char *file);
void *__real_malloc(size_t) __attribute__((weak));
void __real_free(void *) __attribute__((weak));

/* The nodes of a set, in order: image indices of the initial team, or of the current one if the
 * array is of the executing nodes. */
typedef struct node_list {
    long n;
    long *node; /* NULL: 1, 2, .. n */
} node_list;

static long node_at(const node_list *l, long i) { return l->node ? l->node[i] : i + 1; }

/* The place of a node, from 0; -1: it is not in the list. */
static long place_of(const node_list *l, long node) {
    if (l->node == NULL)
        return node <= l->n ? node - 1 : -1;
    for (long i = 0; i < l->n; i++)
        if (l->node[i] == node)
            return i;
    return -1;
}

/* The array at the end of the chain: the one that is not made of another one's nodes. */
static bool of_executing(const long *set) {
    while (set[1] & DERIVED)
        set += 2 + 4 * set[0];
    return set[1] & EXECUTING;
}

/* The number of nodes; the open dimension, whose size is 0, gets what is left. 0: an error, which
 * is reported. */
static long shape(const coral_call *call, const long *set, long *sizes, long total) {
    long n = 1;
    int open = -1;
    for (int d = 0; d < set[0]; d++) {
        sizes[d] = set[2 + d];
        if (sizes[d] == 0)
            open = d;
        else
            n *= sizes[d];
        if (sizes[d] < 0)
            n = -1;
    }
    if (n <= 0 || n > total) {
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0214,
            "the node array has %ld nodes, there are %ld", n, total);
        return 0;
    }
    if (open >= 0) {
        sizes[open] = total / n;
        n *= sizes[open];
    }
    return n;
}

/* What a reference selects of each dimension. False: nothing, or an error, which is reported. */
static bool select_nodes(const coral_call *call, const long *set, const long *sizes, long own,
    long *first, long *count, long *step) {
    const long *subs = set + 2 + set[0];
    const int from = first_number(set);
    for (int i = 0; i < set[0]; i++) { /* from the dimension that varies fastest */
        int d = set[1] & C_ORDER ? (int)set[0] - 1 - i : i;
        first[d] = subs[3 * d], count[d] = subs[3 * d + 1], step[d] = subs[3 * d + 2];
        if (step[d] == 0) {
            coral_error(call, CORAL_STAT_ERROR, CORAL_R0214,
                "dimension %d of the reference to nodes has a step of 0", d + 1);
            return false;
        }
        if (step[d] == OWN) {
            if (own < 0)
                return false; /* this image is not in the array */
            first[d] = own % sizes[d];
        }
        if (own >= 0)
            own /= sizes[d];
        if (count[d] < 0 && step[d] > 0)
            count[d] = (sizes[d] - first[d] + step[d] - 1) / step[d];
        if (count[d] <= 0)
            return false;
        long last = first[d] + (count[d] - 1) * step[d];
        if (first[d] < 0 || first[d] >= sizes[d] || last < 0 || last >= sizes[d]) {
            char to[32] = "";
            if (count[d] > 1)
                snprintf(to, sizeof to, " to %ld", last + from);
            coral_error(call, CORAL_STAT_ERROR, CORAL_R0214,
                "dimension %d of the node array has the nodes %d to %ld, the reference is to %ld%s",
                d + 1, from, sizes[d] - 1 + from, first[d] + from, to);
            return false;
        }
    }
    return true;
}

static long *room_for(const coral_call *call, long n) {
    long *p = __real_malloc((size_t)n * sizeof *p);
    if (p == NULL)
        coral_error(call, CORAL_STAT_MEMORY, CORAL_R0302, "no memory for a set of %ld nodes", n);
    return p;
}

static node_list nodes_of(const coral_call *call, const long *set);

/* All nodes of the array that a set is of. */
static node_list array_of(const coral_call *call, const long *set, long *sizes) {
    node_list all = {.n = set[1] & EXECUTING ? coral_num : coral.n};
    if (set[1] & DERIVED) {
        all = nodes_of(call, set + 2 + 4 * set[0]);
        if (all.n == 0)
            return all; /* an image that is in none of the sets that '*' makes */
    }
    all.n = shape(call, set, sizes, all.n);
    return all;
}

/* The list is to be given back by __real_free(.node). */
static node_list nodes_of(const coral_call *call, const long *set) {
    const int dims = (int)set[0];
    long sizes[MAX_DIMS], first[MAX_DIMS], count[MAX_DIMS], step[MAX_DIMS], index[MAX_DIMS] = {0};
    node_list all = array_of(call, set, sizes), found = {0};
    long own = all.n > 0 ? place_of(&all, of_executing(set) ? coral_me : coral_self) : -1, n = 1;
    if (all.n > 0 && select_nodes(call, set, sizes, own, first, count, step)) {
        for (int d = 0; d < dims; d++)
            n *= count[d];
        found.node = room_for(call, n);
    }
    while (found.node != NULL && found.n < n) {
        long place = 0;
        for (int i = 0; i < dims; i++) {
            int d = set[1] & C_ORDER ? i : dims - 1 - i;
            place = place * sizes[d] + first[d] + index[d] * step[d];
        }
        found.node[found.n++] = node_at(&all, place);
        for (int i = 0; i < dims; i++) {
            int d = set[1] & C_ORDER ? dims - 1 - i : i;
            if (++index[d] < count[d])
                break;
            index[d] = 0;
        }
    }
    __real_free(all.node);
    return found;
}

/* The place in the current team of an image; -1: it has none. */
static int member_of(int rank) {
    for (int m = 0; m < coral.team->n; m++)
        if (coral_member_rank(coral.team, m) == rank)
            return m;
    return -1;
}

#pragma GCC visibility push(default)

/* Where an array is declared: whether there are nodes for its shape. */
void coral_xmp_nodes(const long *set, int line, const char *file) {
    if (!coral.image)
        return; /* the launcher */
    XMP("nodes", CORAL_WAIT_NONE);
    long sizes[MAX_DIMS];
    node_list all = array_of(&call, set, sizes);
    __real_free(all.node);
}

/* The one node of a reference, by its image index in the initial team. */
int coral_xmp_node(const long *set, int line, const char *file) {
    XMP("node", CORAL_WAIT_NONE);
    node_list l = nodes_of(&call, set);
    const long n = l.n, node = n == 1 ? l.node[0] : 1;
    __real_free(l.node);
    if (n != 1)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0214, "the reference does not name one node");
    return of_executing(set) ? coral_member_rank(coral.team, (int)node - 1) + 1 : (int)node;
}

/* The same in the current team. */
int coral_xmp_executing(const long *set, int line, const char *file) {
    XMP("node", CORAL_WAIT_NONE);
    const int node = coral_xmp_node(set, line, file), member = member_of(node - 1);
    if (member >= 0)
        return member + 1;
    coral_error(&call, CORAL_STAT_ERROR, CORAL_R0214,
        "node %d (counted from 1) is not among the executing nodes", node);
    return 1;
}

/* sync_images with the nodes of a set, of which this one may be one. */
void coral_xmp_sync_nodes(const long *set, int line, const char *file) {
    XMP("sync_images", CORAL_WAIT_NONE);
    node_list l = nodes_of(&call, set);
    int *images = (int *)room_for(&call, l.n), n = 0;
    for (long i = 0; i < l.n && images != NULL; i++) {
        const int rank = of_executing(set) ? coral_member_rank(coral.team, (int)l.node[i] - 1)
                                           : (int)l.node[i] - 1,
                  member = member_of(rank);
        if (member < 0)
            coral_error(&call, CORAL_STAT_ERROR, CORAL_R0214,
                "node %d (counted from 1) is not among the executing nodes", rank + 1);
        else if (member != coral_me - 1)
            images[n++] = member;
    }
    coral_xmp_sync_images(n, images, NULL, line, file);
    __real_free(images);
    __real_free(l.node);
}

/* The descriptor of a node array, for xmp_nodes_..: the same for the same array, and good for ever.
 */
const void *coral_xmp_descriptor(const long *set, int numbers) {
    static struct known {
        struct known *next;
        int numbers;
        long set[];
    } *first;
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
    const size_t bytes = (size_t)numbers * sizeof *set;
    pthread_mutex_lock(&one);
    struct known *k = first;
    while (k != NULL && (k->numbers != numbers || memcmp(k->set, set, bytes) != 0))
        k = k->next;
    if (k == NULL) {
        if ((k = __real_malloc(sizeof *k + bytes)) == NULL)
            coral_fatal(CORAL_R0302, "no memory for a descriptor");
        memcpy(k->set, set, bytes);
        k->numbers = numbers, k->next = first, first = k;
    }
    pthread_mutex_unlock(&one);
    return k->set;
}

int xmp_nodes_ndims(const void *descriptor, int *dims) {
    *dims = (int)*(const long *)descriptor;
    return 0;
}

/* Dimensions count from 1, as subscripts are written. */
static int inquire(const long *set, int dim, bool of_index, int *result) {
    const coral_call call = {.what = "inquiry", .file = "", .file_len = 0};
    long sizes[MAX_DIMS];
    if (dim < 1 || dim > set[0])
        return 1;
    node_list all = array_of(&call, set, sizes);
    long place = all.n > 0 ? place_of(&all, of_executing(set) ? coral_me : coral_self) : -1;
    __real_free(all.node);
    if (all.n == 0 || (of_index && (place < 0 || place >= all.n)))
        return 1;
    const int n = (int)set[0];
    for (int i = 0; i < n; i++) { /* from the dimension that varies fastest */
        const int d = set[1] & C_ORDER ? n - 1 - i : i;
        if (d == dim - 1)
            *result = (int)(of_index ? place % sizes[d] + first_number(set) : sizes[d]);
        place /= sizes[d];
    }
    return 0;
}

int xmp_nodes_size(const void *descriptor, int dim, int *size) {
    return inquire(descriptor, dim, false, size);
}
int xmp_nodes_index(const void *descriptor, int dim, int *index) {
    return inquire(descriptor, dim, true, index);
}

/* Collective among the executing nodes. Nodes may name different sets, as each its row of an array
 * of nodes: a set is known by its first node. */
void coral_xmp_task_form(struct coral_xmp_task *t, const long *set, int line, const char *file) {
    XMP("task", CORAL_WAIT_TEAM);
    node_list l = nodes_of(&call, set);
    const long place = l.n > 0 ? place_of(&l, of_executing(set) ? coral_me : coral_self) : -1;
    coral_team *team =
        coral_team_split(&call, place >= 0 ? l.node[0] : INT64_MAX, place >= 0 ? place : coral_me);
    __real_free(l.node);
    t->member = place >= 0;
    t->team = (int64_t)team;
}

void coral_xmp_task_enter(struct coral_xmp_task *t, int line, const char *file) {
    XMP("task", CORAL_WAIT_TEAM);
    if (t->member)
        t->entered = coral_caf_enter(&call, &t->team);
}

void coral_xmp_task_begin(struct coral_xmp_task *t, const long *set, int line, const char *file) {
    coral_xmp_task_form(t, set, line, file);
    coral_xmp_task_enter(t, line, file);
}

void coral_xmp_task_end(struct coral_xmp_task *t) {
    if (t->entered)
        coral_caf_leave();
}

#pragma GCC visibility pop
