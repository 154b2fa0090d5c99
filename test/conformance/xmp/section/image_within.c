// feature: XcalableMP sections with the image in front of a member
// s[0:n]:[k].x and s:[k].x[0:n] are what s[0:n].x:[k] and s.x[0:n]:[k] are, on both sides, with
// operators, in several dimensions, by pointers, in gmove, and where C may not evaluate them.
#include "../check.h"

#pragma xmp nodes p(*)
struct point { int tag; double x[3]; };
struct body { int id, w[4]; struct point at[2]; union { unsigned u; unsigned char b[4]; } bits; };
struct body bodies[6]:[*], one:[*], grid[2][3]:[2][*], old;
#pragma xmp coarray old:[*]
static int calls;
static int counted(int k) { calls++; return k; }

int main(void)
{
    int n[6], next = NEXT, before = BEFORE;
    double x[2][3];
    struct body *made:[*] = xmp_malloc(3 * sizeof *made);
    for (int i = 0; i < 6; i++) {
        bodies[i] = (struct body){.id = 10 * ME + i, .w = {ME, i, 2, 3},
            .at[1] = {.x = {ME, i, 0.5}}};
        grid[i / 3][i % 3] = made[i % 3] = bodies[i];
    }
    one = old = bodies[5];
    xmp_sync_all();
    n[:] = bodies[:]:[next].id;
    CHECK(n[0] == 10 * next && n[5] == 10 * next + 5);
    n[0:3] = bodies[0:3:2]:[next].w[1] + bodies[1]:[next].w[1:3];
    CHECK(n[0] == 1 && n[1] == 4 && n[2] == 7);
    n[0:2] = (one:[next]).w[0:2:2];
    CHECK(n[0] == next && n[1] == 2);
    n[0:4] = old:[next + 1].w[:];
    CHECK(n[0] == next && n[1] == 5);
    x[:][:] = bodies[2:2]:[next].at[1].x[0:3];
    CHECK(x[1][0] == next && x[1][1] == 3 && x[0][2] == 0.5);
    if (N > 1) {
        x[:][:] = grid[0:2][0:3]:[next % 2][next / 2].at[1].x[1];
        CHECK(x[1][2] == 5 && x[0][1] == 1);
    }
    n[0:3] = made[0:3]:[next].id - made[1]:[next].w[0:3];
    CHECK(n[0] == 9 * next + 3 && n[2] == 10 * next + 3);
    n[0:4] = ME < 0 ? one:[counted(next)].w[0:4] : one:[counted(next)].w[0:4] + 1;
    CHECK(n[1] == 6 && calls == 1);
#pragma xmp gmove in
    n[0:4] = one:[next].w[:];
    CHECK(n[0] == next);
    xmp_sync_all();
    bodies[0:3]:[next].id = -1;
    bodies[5]:[next].w[0:2] = n[0:2];
    one:[next].bits.b[1:2] = 0x7f;
    one:[next].w[0:4] += 5;
    grid[0][1:2]:[next % 2][next / 2].id = 8;
#pragma xmp gmove out
    made[2]:[next].w[2:2] = n[0:2];
    xmp_sync_all();
    CHECK(bodies[2].id == -1 && bodies[3].id == 10 * ME + 3);
    CHECK(bodies[5].w[0] == ME && bodies[5].w[1] == 5 && bodies[5].w[2] == 2);
    CHECK(one.bits.b[1] == 0x7f && one.bits.b[2] == 0x7f && one.bits.b[0] == 0);
    CHECK(one.w[0] == ME + 5 && one.w[3] == 8);
    CHECK(grid[0][1].id == 8 && grid[0][2].id == 8 && grid[0][0].id == 10 * ME);
    CHECK(made[2].w[2] == ME && made[2].w[1] == 5 && before >= 0);
    xmp_free(made);
    FINISH();
}
