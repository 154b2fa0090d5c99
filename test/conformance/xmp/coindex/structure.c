// feature: XcalableMP structures
#include "../check.h"

struct inner { short s; double d[3]; };
struct point { int id; struct inner in; float f; };
struct point p:[*], list[4]:[*];
typedef struct { long a, b; } pair;
static pair q[2]:[*];

int main(void)
{
    p.id = ME;
    p.in.d[1] = 0.25 * ME;
    p.f = 3;
    for (int i = 0; i < 4; i++)
        list[i] = (struct point){.id = 10 * ME + i, .in = {.s = (short)i}};
    q[1] = (pair){ME, -ME};
    xmp_sync_all();
    CHECK(p.id:[NEXT] == NEXT);
    CHECK(p.in.d[1]:[NEXT] == 0.25 * NEXT);
    struct point copy = p:[NEXT];
    CHECK(copy.id == NEXT && copy.f == 3 && copy.in.d[1] == 0.25 * NEXT);
    CHECK(p:[NEXT].in.d[1] == 0.25 * NEXT);
    int two = 2;
    p:[NEXT].in.d[two] = 9;
    xmp_sync_all();
    CHECK(p.in.d[2] == 9 && p:[NEXT].in.d[(two - 1) * 2] == 9);
    CHECK(p:[NEXT].id == NEXT);
    CHECK((list[2]:[NEXT]).id == 10 * NEXT + 2);
    CHECK(q[1].b:[NEXT] == -NEXT);
    xmp_sync_all();
    list[0]:[NEXT] = copy;
    list[1].in.s:[NEXT] = (short)(ME + 5);
    q[0]:[NEXT] = (pair){1, ME};
    xmp_sync_all();
    CHECK(list[0].id == ME && list[0].f == 3);
    CHECK(list[1].in.s == BEFORE + 5);
    CHECK(q[0].b == BEFORE);
    FINISH();
}
