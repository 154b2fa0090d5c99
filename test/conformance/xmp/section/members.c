// feature: XcalableMP sections of structures and their members
#include "../check.h"

struct cell { int id; double v[4]; };
struct cell grid[5]:[*];
struct { double u[3][3]; int n; } box:[*];

int main(void)
{
    for (int i = 0; i < 5; i++) {
        grid[i].id = 10 * ME + i;
        for (int j = 0; j < 4; j++)
            grid[i].v[j] = 100 * ME + 10 * i + j;
    }
    box.u[:][:] = ME;
    xmp_sync_all();
    int ids[5];
    double v[5], w[4], x[2][4];
    ids[:] = grid[:].id:[NEXT];
    CHECK(ids[0] == 10 * NEXT && ids[4] == 10 * NEXT + 4);
    v[:] = grid[:].v[2]:[NEXT];
    CHECK(v[3] == 100 * NEXT + 32);
    w[:] = grid[4].v[:]:[NEXT];
    CHECK(w[3] == 100 * NEXT + 43);
    x[:][:] = grid[1:2].v[:]:[NEXT];
    CHECK(x[1][3] == 100 * NEXT + 23);
    struct cell copy[2];
    copy[:] = grid[3:2]:[NEXT];
    CHECK(copy[1].id == 10 * NEXT + 4 && copy[0].v[1] == 100 * NEXT + 31);
    double d[3];
    d[:] = box.u[1][:]:[NEXT];
    CHECK(d[2] == NEXT);
    xmp_sync_all();
    struct cell *p = grid;
    p[0:5].id = 1;
    p->v[0:4] = 2;
    CHECK(grid[4].id == 1 && grid[0].v[3] == 2);
    FINISH();
}
