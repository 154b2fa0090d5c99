// feature: XcalableMP sections behind pointers
#include "../check.h"
#include <stdlib.h>

int a[20]:[*];
struct box { int n; int *data; int own[4]; };

static void gather(int n, int to[n], int *from:[*], int k) { to[0:n] = from[0:n]:[k]; }

int main(void)
{
    int *p = malloc(10 * sizeof *p), *q:[*] = a + 5, (*rows)[4] = malloc(3 * sizeof *rows);
    struct box box = {10, p, {0}}, *at = &box;
    for (int i = 0; i < 20; i++)
        a[i] = 100 * ME + i;
    xmp_sync_all();
    p[0:10] = a[10:10]:[NEXT];
    CHECK(p[0] == 100 * NEXT + 10 && p[9] == 100 * NEXT + 19);
    p[0:5] = q[0:5]:[NEXT];
    CHECK(p[4] == 100 * NEXT + 9);
    rows[1][0:4] = a[0:4]:[NEXT];
    rows[0:2:2][1] = 8;
    CHECK(rows[1][3] == 100 * NEXT + 3 && rows[0][1] == 8);
    at->own[:] = a[16:4]:[NEXT];
    at->data[0:2] = at->own[2:2];
    CHECK(box.own[3] == 100 * NEXT + 19 && p[1] == 100 * NEXT + 19);
    gather(3, p, a + 2, NEXT);
    CHECK(p[2] == 100 * NEXT + 4);
    xmp_sync_all();
    q[0:2]:[NEXT] = p[0:2];
    xmp_sync_all();
    CHECK(a[5] == 100 * ME + 2 && a[7] == 100 * ME + 7);
    free(p);
    free(rows);
    FINISH();
}
