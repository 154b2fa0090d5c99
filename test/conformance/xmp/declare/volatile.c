// feature: XcalableMP volatile coarrays
// build-args: -Wall -Wextra -Werror
// All that changes, fetches and sends them, without a warning of the compiler.
#include "../check.h"
#include <complex.h>

struct part { volatile int a; int b; };
#pragma xmp nodes p(*)
volatile int v:[*], w[6][2]:[*];
volatile double d[4]:[*];
volatile double complex z:[*];
volatile struct part t:[*];
struct part s[3]:[*];
static volatile int own[6];

int main(void)
{
    const int next = NEXT, before = BEFORE, me = ME;
    v = 1;
    w[0][1] = 2;
    d[0] = 3;
    z = 1;
    t.a = 5;
    s[1].a = 4;
    xmp_sync_all();
    v:[next] |= 8;
    v:[next]++;
    const int seen = v:[next] += 1;
    w[0][1]:[next] *= 3;
    d[0]:[next] /= 2;
    z:[next] *= I;
    t.a:[next] -= 1;
    s[1].a:[next] <<= 1;
    CHECK(seen == 11);
    xmp_sync_all();
    CHECK(v == 11 && w[0][1] == 6 && d[0] == 1.5 && z == I && t.a == 4 && s[1].a == 8);
    xmp_sync_all();
    w[0:6][:]:[next] = me;
    d[0:2]:[next] = own[0:2];
    xmp_sync_all();
    w[0:6][:]:[next] += 1;
    xmp_sync_all();
    own[0:6] = w[:][1]:[next];
    CHECK(own[5] == me + 1 && w[5][1] == before + 1 && d[1] == 0);
    own[:] = own[5:6:-1] + 1;
#pragma xmp gmove
    own[:] = w[:][0]:[next];
    CHECK(own[2] == me + 1);
#pragma xmp gmove out
    w[:][0]:[next] = own[:];
    xmp_sync_all();
    xmp_atomic_add(v:[next], 1);
    xmp_atomic_add(&v, 1);
    xmp_atomic_define(&w[1][1]:[next], 3);
    xmp_sync_all();
    xmp_atomic_ref(&own[0], v:[next]);
    CHECK(own[0] == 13 && w[1][1] == 3 && w[5][0] == before + 1);
    own[:] = 1;
#pragma xmp reduction(+ : own)
#pragma xmp bcast(d, t) from p(1)
    CHECK(own[5] == N && t.a == 4);
    FINISH();
}
