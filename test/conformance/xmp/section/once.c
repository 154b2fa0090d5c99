// feature: XcalableMP sections evaluate their subscripts once
// build-args: -check
#include "../check.h"

struct s {
    int n, v[3][4];
} st[5], (*al)[2][3]:[*];
int a[4]:[*], calls;

static int next(int i)
{
    calls++;
    return i;
}

static struct s *at(struct s *p)
{
    calls++;
    return p;
}

#define CALLS(n) \
    do { \
        CHECK(calls == (n)); \
        calls = 0; \
    } while (0)

/* C evaluates the operand of sizeof and typeof if that is an array of variable length */
static void variable(int n, int (*p)[n], int (*q)[n][n]:[*])
{
    int v[n][n];
    (*(p + next(1)))[:] = 5;
    CALLS(1);
    CHECK(p[1][0] == 5 && p[1][n - 1] == 5 && p[0][0] == 1 && p[2][0] == 1);
    (*(p + next(2)))[:] = (*(p + next(1)))[:] + 1;
    CALLS(2);
    CHECK(p[2][n - 1] == 6);
    q[next(1)][next(1)][:]:[ME] = p[next(2)][:];
    CALLS(3);
    v[next(0)][:] = q[next(1)][1][:]:[ME] + (*(q + next(1)))[next(1)][0:n];
    CALLS(4);
    CHECK(v[0][0] == 12);
    xmp_sync_all();
#pragma xmp bcast(q[next(1)])
    CALLS(1);
#pragma xmp reduction(+ : q[next(1)][next(1)])
    CALLS(2);
    CHECK(q[1][1][n - 1] == 6 * N);
}

int main(void)
{
    int rows[3][4];
    rows[:][:] = 1;
    al = xmp_malloc(4 * sizeof *al);
    al[next(1)][next(0)][2].v[1][:]:[ME] = 3;
    CALLS(2);
    al[next(1)][0][2].v[::-2][next(3)]:[ME] = al[next(1)][0][2].v[1][0:2]:[ME];
    CALLS(3);
    CHECK(al[1][0][2].v[2][3] == 3 && al[1][0][2].v[0][3] == 3);
    at(st + next(2))->v[:][1] += st[next(0)].v[0:3][2] + 1;
    CALLS(3);
    (*at(&st[2])).v[1][:] = (*at(&st[2])).v[1][:] * 2;
    CALLS(2);
    CHECK(st[2].v[2][1] == 1 && st[2].v[1][1] == 2);
    variable(4, rows, xmp_malloc(2 * 4 * 4 * sizeof(int)));
    xmp_free(al);
    FINISH();
}
