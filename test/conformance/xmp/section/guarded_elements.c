// feature: XcalableMP operands behind conditions of elements
// What no element asks for is not evaluated: null pointers, images that are not there.
// conformance: images=1,2,3
#include "../check.h"

struct node { int n, *data; struct node *next; };
int m[4]:[*], x[4]:[*], a[4], b[4], c[4], d[4], grid[2][2], calls;

static int called(int i) { calls++; return i; }

int main(void)
{
    struct node *none = 0, one = {1, a, 0}, *some = &one;
    const int next = NEXT, absent = N;
    for (int i = 0; i < 4; i++) {
        a[i] = 10 + i;
        b[i] = 20 + i;
        d[i] = 30 + i;
        x[i] = i % 2;
    }
    xmp_sync_all();
    c[:] = m[:] ? (none->n ? b[:] : a[:]) : d[:];
    CHECK(c[0] == 30 && c[3] == 33);
    c[:] = m[:]:[next] ? (none->n ? b[:] : a[:]) : d[:];
    CHECK(c[0] == 30 && c[3] == 33);
    c[:] = x[:]:[next] ? (some->n ? b[:] : a[:]) : d[:];
    CHECK(c[0] == 30 && c[1] == 21 && c[2] == 32 && c[3] == 23);
    c[:] = m[:] ? none->data[0:4] : d[:];
    c[:] = m[:] ? x[:]:[absent] : c[:];
    c[:] = m[:] ? x[0]:[absent] + a[:] : c[:];
    CHECK(c[1] == 31);
    c[:] = x[:]:[next] ? some->data[0:4] + called(100) : d[called(0):4];
    CHECK(c[0] == 30 && c[1] == 111 && calls == 2);
    c[:] = m[:] ? a[called(0):4] : c[:];
    CHECK(c[0] == 30 && c[1] == 111 && calls == 2);
    c[:] = m[:] && none->data[0:4];
    CHECK(c[1] == 0);
    grid[:][:] = 0;
    grid[:][:] = grid[:][:] == 1 ? grid[called(0):2][:] : 2;
    CHECK(grid[1][1] == 2);
    xmp_sync_all();
    x[:] = 1;
    xmp_sync_all();
    c[:] = x[:]:[next] || none->data[0:4];
    CHECK(c[1] == 1);
    c[:] = x[:] ?: none->data[0:4];
    CHECK(c[1] == 1);
    c[:] = x[:] ? (m[:]:[next] > 0 ? (none->next->n ? none->next->data[0:4] : m[:]:[absent])
                                   : a[:])
                : none->data[0:4];
    CHECK(c[1] == 11);
    c[:] = x[:] ? (some->n ? (m[:]:[next] ? none->data[0:4] : b[:])
                           : (x[:]:[absent] ? a[:] : none->data[0:4]))
                : none->data[0:4];
    CHECK(c[2] == 22);
    /* what one condition needs of another image is needed behind the others, too */
    c[:] = x[:]:[next] ? (calls ? (m[:]:[next] ? none->data[0:4] : b[:])
                                : m[:]:[next] + 4) : none->data[0:4];
    CHECK(c[2] == 22);
    c[:] = x[:]:[next] ? (calls < 0 ? (m[:]:[next] ? none->data[0:4] : b[:])
                                    : m[:]:[next] + 4) : none->data[0:4];
    CHECK(c[2] == 4);
    b[0:4] = b[0:4] > 20 ? some->data[0:4] : b[0:4];
    CHECK(b[0] == 20 && b[1] == 11 && b[3] == 13);
    FINISH();
}
