/* Topologies of CAF 2.0. Who is whose neighbour is Go's arithmetic (internal/rt/topology); here are
 * the teams. Nothing asks another image. */
#include "../coll/coll.h"
#include "caf2.h"
#include "../core/place.h"
#include "_cgo_export.h"

/* A team by the address of its record; NULL: reported. */
static const coral_team *team_at(const coral_call *call, int64_t address) {
    coral_team_value v = {.address = address};
    return coral_caf_member_of(call, &v);
}

static int32_t as_int(int64_t v) {
    return v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : (int32_t)v;
}

void coral_caf_cartesian_(const int64_t *team, const int32_t *n, const int64_t *dims,
    const int32_t *m, const int64_t *periodic, const int32_t *line, const char *file,
    size_t file_len) {
    STATEMENT("topology_cartesian", CORAL_WAIT_NONE);
    const coral_team *t = team_at(&call, *team);
    if (t)
        coral_report(&call,
            coralgo_topology_cartesian(t->id, t->n, *n, (int64_t *)dims, *m, (int64_t *)periodic));
}

void coral_caf_graph_(const int64_t *team, const int64_t *classes, const int32_t *n,
    const int64_t *counts, const int32_t *m, const int64_t *neighbors, const int32_t *line,
    const char *file, size_t file_len) {
    STATEMENT("topology_graph", CORAL_WAIT_NONE);
    const coral_team *t = team_at(&call, *team);
    if (*classes < 0 || *classes > *n)
        coral_error(&call, CORAL_STAT_ERROR, CORAL_R0215,
            "there are to be %lld classes, but %d counts", (long long)*classes, *n);
    else if (t)
        coral_report(&call,
            coralgo_topology_graph(
                t->id, t->n, (int32_t)*classes, (int64_t *)counts, *m, (int64_t *)neighbors));
}

/* How many dimensions a team's grid has. */
int32_t coral_caf_dimensions_(
    const int64_t *team, const int32_t *line, const char *file, size_t file_len) {
    STATEMENT("cart_coords", CORAL_WAIT_NONE);
    const coral_team *t = team_at(&call, *team);
    int32_t n = 0;
    if (t)
        coral_report(&call, coralgo_cart_dims(t->id, &n));
    return n;
}

void coral_caf_coordinates_(const int64_t *team, const int64_t *rank, int64_t *coords,
    const int32_t *line, const char *file, size_t file_len) {
    STATEMENT("cart_coords", CORAL_WAIT_NONE);
    const coral_team *t = team_at(&call, *team);
    if (t)
        coral_report(&call, coralgo_cart_coords(t->id, t->n, as_int(*rank), coords));
}

int32_t coral_caf_rank_at_(const int64_t *team, const int32_t *n, const int64_t *coords,
    const int32_t *line, const char *file, size_t file_len) {
    STATEMENT("cart_rank", CORAL_WAIT_NONE);
    const coral_team *t = team_at(&call, *team);
    int32_t rank = -1;
    if (t)
        coral_report(&call, coralgo_cart_rank(t->id, *n, (int64_t *)coords, &rank));
    return rank;
}

int32_t coral_caf_neighbor_(const int64_t *team, const int64_t *dim, const int64_t *shift,
    const int32_t *line, const char *file, size_t file_len) {
    STATEMENT("cart_neighbor", CORAL_WAIT_NONE);
    const coral_team *t = team_at(&call, *team);
    int32_t rank = -1;
    if (t)
        coral_report(&call, coralgo_cart_neighbor(t->id, t->me, as_int(*dim), *shift, &rank));
    return rank;
}

int32_t coral_caf_degree_(const int64_t *team, const int64_t *class, const int32_t *line,
    const char *file, size_t file_len) {
    STATEMENT("graph_neighbors", CORAL_WAIT_NONE);
    const coral_team *t = team_at(&call, *team);
    int32_t n = 0;
    if (t)
        coral_report(&call, coralgo_graph_degree(t->id, as_int(*class), &n));
    return n;
}

void coral_caf_edges_(const int64_t *team, const int64_t *class, int64_t *ranks,
    const int32_t *line, const char *file, size_t file_len) {
    STATEMENT("graph_neighbors", CORAL_WAIT_NONE);
    const coral_team *t = team_at(&call, *team);
    if (t)
        coral_report(&call, coralgo_graph_neighbors(t->id, as_int(*class), ranks));
}
