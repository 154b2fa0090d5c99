// feature: coindexed objects in initializers of declarations whose type C23 infers
// build-args: -std=gnu2x
#include "../check.h"

#if defined __clang__ && __clang_major__ < 18 || !defined __clang__ && __GNUC__ < 13
#define auto __auto_type /* as compilers before C23 have it */
#endif

int a[4]:[*];
double m[3][2]:[2][*];
struct { struct { short s[2]; } in[2]; } t:[*];
static int twice(int k) { return 2 * k; }

int main(void)
{
    int next = (ME + 1) % N, i = 0;
    a[1] = 10 + ME;
    m[2][1] = 0.5 + ME;
    t.in[1].s[0] = (short)(7 * ME);
    xmp_sync_all();
    auto x = a[1]:[next];
    auto y = m[2][1]:[next % 2][next / 2];
    auto z = 2 * m[2][i + 1]:[next % 2][next / 2];
    auto s = t.in[1].s[0]:[next];
    auto f = twice(a[++i]:[next]);
    auto p = &a[i];
    for (auto k = a[1]:[next]; k < 12 + next; k++)
        i++;
    CHECK(x == 10 + next && y == 0.5 + next && z == 2 * y && s == 7 * next && f == 2 * x && *p == 10 + ME);
    CHECK(i == 3 && _Generic(x, int: 1) && _Generic(y, double: 1));
    FINISH();
}
