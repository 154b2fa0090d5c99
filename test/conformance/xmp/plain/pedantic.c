// feature: XcalableMP without warnings of the compiler
// build-args: -std=c99 -Wall -Wextra -Werror -pedantic
// What stands for coindexed objects and directives is quiet where C99 is asked for to the letter.
#include <stdio.h>
#include <xmp.h>

typedef struct point { double x, y; int tag; } point;
static double u[10]:[*];
static point pts[3]:[*];
static int flags[4][4]:[*];
static int bad;
static int grid[2]:[1][*];
static xmp_lock_t guard:[*];

static void check(int ok, int line)
{
    if (!ok) {
        printf("FAIL: image %d, line %d\n", xmpc_this_image(), line);
        bad = 1;
    }
}

static void put(int k, const double *from)
{
    u[0:10]:[k] = from[0:10];
}

static double get(int i, int k)
{
    return u[i]:[k];
}

int main(void)
{
    double loc[10], out[10];
    int i, me = xmpc_this_image(), n = xmpc_num_images(), next = (me + 1) % n, prev = (me + n - 1) % n;
    point q;
    int sum = 0;
    unsigned long count = 0;
    for (i = 0; i < 10; i++)
        loc[i] = 100.0 * me + i;
    put(next, loc);
    pts[0].x = me;
    pts[1].tag = me * 2;
    flags[:][:] = me;
    xmp_sync_all();
    check(u[3] == 100.0 * prev + 3, __LINE__);
    check(get(4, next) == 100.0 * me + 4, __LINE__);
    out[:] = u[:]:[next] - loc[:];
    check(out[9] == 0, __LINE__);
    out[0:5] = u[0:5:2]:[next];
    check(out[4] == 100.0 * me + 8, __LINE__);
    q = pts[1]:[next];
    check(q.tag == next * 2, __LINE__);
    check(pts[0]:[next].x == next, __LINE__);
    flags[0:2][1]:[next] = flags[2:2][2];
    xmp_sync_all();
    check(flags[1][1] == prev, __LINE__);
    flags[3][3]:[0] += 1;
    count += (unsigned long)flags[0][0]:[next];
    check(count == (unsigned long)(n > 1 ? next : 0), __LINE__);
    xmp_sync_all();
    check(flags[3][3]:[0] == n, __LINE__);
    for (i = 0; i < n; i++)
        sum += pts[1]:[i].tag;
    check(sum == n * (n - 1), __LINE__);
    if (next > 0)
        pts[2]:[next].y = 2.5;
    else
        pts[2]:[next].y = 3.5;
    xmp_sync_all();
    check(pts[2].y == (me > 0 ? 2.5 : 3.5), __LINE__);
#pragma xmp reduction(+ : sum)
    check(sum == n * n * (n - 1), __LINE__);
#pragma xmp lock(guard:[0])
    xmp_atomic_add(&flags[2][2]:[0], 1);
#pragma xmp unlock(guard:[0])
    grid[1]:[0][next] = me;
#pragma xmp bcast(q)
#pragma xmp barrier
    check(grid[1] == prev, __LINE__);
    if (me == 0 && !bad)
        puts("PASS");
    return bad;
}
