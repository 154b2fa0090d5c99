// feature: XcalableMP coarrays by directive, indexed by node
#include "../check.h"

int a[5];
static double b;
#pragma xmp coarray a:[*]
#pragma xmp coarray b:[2][*]

int main(void)
{
    static int c;
#pragma xmp coarray c:[*]
    int me = xmp_node_num(), n = xmp_num_nodes(), next = me % n + 1;
    a[2] = me;
    b = 0.5 * me;
    c = -me;
    xmp_sync_all();
    CHECK(me == ME + 1 && n == N);
    CHECK(a[2]:[next] == next);
    CHECK(c:[next] == -next);
    CHECK(b:[(next - 1) % 2 + 1][(next - 1) / 2 + 1] == 0.5 * next);
    xmp_sync_all();
    a[3]:[next] = me;
    xmp_sync_all();
    CHECK(a[3] == (me + n - 2) % n + 1);
    FINISH();
}
