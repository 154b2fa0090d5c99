// feature: XcalableMP scopes of names
#include "../check.h"

int a[4]:[*];
typedef int T;

static int f(int a[4]) { return a[1]; }
static int g(int k)
{
    int a = 7;
    {
        extern int a[4]; /* the coarray */
        return a[1]:[k];
    }
    return a;
}

int main(void)
{
    int local[4] = {1, 2, 3, 4};
    a[1] = 5;
    xmp_sync_all();
    {
        int a[4] = {9, 9, 9, 9};
        CHECK(a[1] == 9);
        T T = 3;
        CHECK(T * a[0] == 27);
    }
    CHECK(a[1]:[NEXT] == 5);
    CHECK(f(local) == 2 && g(NEXT) == 5);
    struct a { int a; } s = {4};
    CHECK(s.a == 4);
a:
    CHECK(a[1] == 5);
    if (0)
        goto a;
    FINISH();
}
