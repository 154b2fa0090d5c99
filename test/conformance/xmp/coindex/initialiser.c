// feature: XcalableMP coindexed objects in initialisers
#include "../check.h"

int a[3]:[*];
struct line { int n; double d[2]; };
struct line s:[*];

int main(void)
{
    a[0] = ME;
    a[1] = 1;
    s = (struct line){ME, {1, ME}};
    xmp_sync_all();
    int x = a[0]:[NEXT], y = a[0]:[BEFORE], v[3] = {a[0]:[NEXT], [2] = a[1]:[NEXT] + 1};
    struct line t = s:[NEXT], u = {.d[1] = s.d[1]:[NEXT], .n = a[1]:[NEXT]};
    const double d = s.d[1]:[NEXT];
    int *p = (int[]){a[0]:[NEXT], 7};
    struct line *q = &(struct line){a[0]:[BEFORE], {a[1]:[NEXT]}};
    int w[a[1]:[NEXT] + 2];
    CHECK(x == NEXT && y == BEFORE && v[0] == NEXT && v[1] == 0 && v[2] == 2);
    CHECK(t.n == NEXT && t.d[1] == NEXT && u.n == 1 && u.d[0] == 0 && u.d[1] == NEXT && d == NEXT);
    CHECK(p[0] == NEXT && p[1] == 7 && q->n == BEFORE && q->d[0] == 1 && sizeof w == 3 * sizeof(int));
    for (int i = a[1]:[NEXT], j = a[0]:[NEXT]; i < 2; i++)
        CHECK(j == NEXT);
    FINISH();
}
