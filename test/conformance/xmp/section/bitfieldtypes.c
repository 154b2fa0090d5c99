// feature: XcalableMP members that have a bit-field's name in another structure
#include "../check.h"

typedef struct node {
    struct { unsigned a : 5; unsigned n; };
    struct node *next;
    struct { int k : 3; int a[2]; } in[2];
    int (*call)(int a, int k);
} node;
struct other { int a; double k; };
node z:[*];
struct other o:[*], all[3]:[*];
int a[4]:[*];
double d[3];

static node *mine(void) { return &z; }

int main(void)
{
    const int k = NEXT;
    z.a = 7, z.n = 3, z.in[1].k = -2, z.in[1].a[1] = 40, o.a = 11, o.k = 2.5;
    for (int i = 0; i < 3; i++)
        all[i] = (struct other){i, i * .5};
    xmp_sync_all();
    a[:] = z.a:[k];
    CHECK(a[0] == 7 && a[3] == 7);
    a[:] = z.in[1].a[1]:[k];
    CHECK(a[3] == 40);
    a[:] = z:[k].in[1].k;
    CHECK(a[3] == -2);
    a[:] = o.a:[k];
    CHECK(a[3] == 11);
    d[:] = all[0:3].k:[k];
    CHECK(d[2] == 1);
    a[0:3] = all[0:3].a;
    CHECK(a[2] == 2 && a[3] == 11);
    a[:] = k ? z.a:[k] : z.n;
    CHECK(a[2] == (k ? 7 : 3));
    a[0:2] = a[0:2] ? (z.a:[k]) : 1;
    CHECK(a[1] == 7);
    a[1:2] = mine()->a + ((struct node *)&z)->a;
    CHECK(a[2] == 14);
    xmp_sync_all();
    o.k:[k] = 4;
    o.a:[k] += 3;
    all[0:3].a:[k] = 8;
    z.in[0].a[0:2]:[k] = 9;
    {
        struct node { int a; };
        struct node one = {5};
        a[:] = one.a;
        CHECK(a[0] == 5);
    }
    xmp_sync_all();
    CHECK(o.k == 4 && o.a == 14 && all[2].a == 8 && z.in[0].a[1] == 9);
#pragma xmp reduction(max : o.a)
#pragma xmp bcast(o.k)
    CHECK(o.a == 14);
    FINISH();
}
