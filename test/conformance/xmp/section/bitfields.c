// feature: XcalableMP bit-fields as operands
#include "../check.h"

struct bits { unsigned u : 5; int s : 9; _Bool b : 1; unsigned long l : 40; } mine = {3, -4, 1, 5};
struct bits there:[*];
int a[4]:[*], c[4] = {1, 2, 3, 4};
long l:[*];
double d[4]:[*];

int main(void)
{
    there.s = 7;
    there.l = 1ul << 36;
    xmp_sync_all();
    c[:] += mine.u;
    CHECK(c[0] == 4 && c[3] == 7);
    a[:] = mine.s;
    CHECK(a[0] == -4 && a[3] == -4);
    a[:] = c[:] * there.s:[NEXT] + there:[NEXT].s;
    CHECK(a[0] == 35);
    a[:] = mine.b ? c[:] - mine.s : 0;
    CHECK(a[3] == 11);
    xmp_sync_all();
    a[0]:[NEXT] = mine.u;
    a[1]:[NEXT] += mine.u;
    a[2]:[NEXT] -= there.s:[NEXT];
    l:[NEXT] += mine.l + there.l:[NEXT];
    d[1]:[NEXT] -= mine.s;
    d[2:2]:[NEXT] += mine.u;
    int v = (a[3]:[NEXT] = mine.l);
    xmp_sync_all();
    CHECK(a[0] == 3 && a[1] == 12 && a[2] == 3 && a[3] == 5 && v == 5);
    CHECK(l == (1l << 36) + 5 && d[1] == 4 && d[2] == 3 && d[3] == 3);
    FINISH();
}
