// feature: XcalableMP operands of ?:, && and || in statements of sections
// Such an operand is evaluated only if C needs its value: no image that does not exist is asked, no
// null pointer is followed, and nothing is divided by 0.
// conformance: images=1,2,3
#include <stdarg.h>
#include "../check.h"

struct cell { int n, *data, v[4]; };
double a[8]:[*], h[8];
int b[4]:[*], c[4], calls, zero;
short s[4];

static int called(int x) { calls++; return x; }
static int add(int n, ...)
{
    va_list list;
    va_start(list, n);
    c[0:4] = b[0:4] + va_arg(list, int);
    c[1:2] = va_arg(list, int);
    va_end(list);
    return c[0] + c[1] + c[2] + c[3];
}

int main(void)
{
    const int me = ME, n = N;
    struct cell *none = 0, one = {2, c, {5, 6, 7, 8}}, *some = &one;
    a[:] = me;
    b[:] = me - 1;
    xmp_sync_all();
    h[:] = me > 0 ? a[:]:[me - 1] : -1;
    CHECK(h[0] == me - 1 && h[7] == me - 1);
    h[0:4] = me + 1 < n ? a[4:4]:[me + 1] * 2 + a[0]:[me + 1] : a[0:4];
    CHECK(h[3] == (me + 1 < n ? 3 * (me + 1) : me));
    h[0:4] = n == 1 || a[0:4]:[me ? me - 1 : 1] >= 0;
    CHECK(h[3] == 1);
    h[0:4] = n > 1 && a[0:4]:[me ? me - 1 : 1] >= 0;
    CHECK(h[3] == (n > 1));

    for (int i = 0; i < 4; i++)
        c[i] = i;
    c[0:2] = none ? none->data[0:none->n] + none->n : c[2:2];
    CHECK(c[0] == 2 && c[1] == 3);
    c[2:2] = some ? some->v[0:some->n] + some->n : c[0:2];
    CHECK(c[2] == 7 && c[3] == 8);
    c[:] = none == 0 ? some != 0 ? some->v[:] : none->v[:] : none->data[0:4];
    CHECK(c[0] == 5 && c[3] == 8);
    c[:] = !none || none->n > c[:];
    CHECK(c[0] == 1 && c[3] == 1);
    c[:] = zero ? : some->v[:];
    CHECK(c[0] == 5 && c[3] == 8);

    c[:] = zero ? c[:] / zero : 10 / (zero + 2);
    CHECK(c[0] == 5);
    c[:] = zero ? 10 / zero : c[:];
    CHECK(c[3] == 5);
    c[:] = c[:] > 5 ? 10 / zero : c[:] + 1;
    CHECK(c[3] == 6);
    c[:] = c[:] > 5 && calls++ == 0;
    CHECK(c[3] == 1 && calls == 1);
    c[:] = (zero && called(1)) + c[:];
    c[:] = zero ? called(1) + c[:] : c[:];
    c[:] = c[:] > 5 ? called(1) : 2;
    CHECK(c[3] == 2 && calls == 1);
    c[:] = c[:] == 2 ? called(3) + c[:] : called(4);
    CHECK(c[0] == 5 && c[3] == 5 && calls == 2);
    /* what is evaluated late has the value from before the statement */
    c[0:4] = c[0:4] > 0 ? c[0] + called(c[1]) + 1 : 0;
    CHECK(c[0] == 11 && c[1] == 11 && c[3] == 11 && calls == 3);
    b[0:4]:[me] += b[0:4] < 100 ? called(7) : b[0]:[n];
    CHECK(b[0] == me + 6 && b[3] == me + 6 && calls == 4);

    CHECK(add(2, 10, 20) == 2 * (me + 16) + 40);
    s[:] = 1;
    s[:] = zero ? s[:] : -1;
    h[0:4] = zero ? s[:] : 1u - 2;
    CHECK(s[3] == -1 && h[3] == 4294967295.0);
    FINISH();
}
