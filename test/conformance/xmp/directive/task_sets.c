// feature: XcalableMP sets of nodes
// conformance: images=1,2,3,4,5
#include "../check.h"

#pragma xmp nodes p(*)
#define HALF (n / 2 + 1)

static int last(int n) { return n; }

int main(void)
{
    int me = xmp_node_num(), n = xmp_num_nodes(), inside = 0;
#pragma xmp task on p
    inside = xmp_num_nodes();
    CHECK(inside == n);
#pragma xmp task on p(:)
    inside = -xmp_num_nodes();
    CHECK(inside == -n);
    inside = 0;
#pragma xmp task on p(last(n))
    inside = 1;
    CHECK(inside == (me == n));
    inside = 0;
#pragma xmp task on p(HALF:)
    inside = xmp_node_num();
    CHECK(inside == (me >= HALF ? me - HALF + 1 : 0));
    inside = 0;
#pragma xmp task on p(:HALF)
    inside = xmp_num_nodes();
    CHECK(inside == (me <= HALF ? HALF : 0));
#pragma xmp task on p(n:1:-1)
    {
        CHECK(xmp_num_nodes() == n && xmp_node_num() == n + 1 - me);
        int first = me;
#pragma xmp bcast(first)
        CHECK(first == n);
    }
    /* each its own row of an array of nodes: several sets at one directive */
    if (n % 2 == 0) {
#pragma xmp nodes q(2, *)
#pragma xmp task on q(:, (me + 1) / 2)
        {
            CHECK(xmp_num_nodes() == 2);
            int sum = me;
#pragma xmp reduction(+ : sum)
            CHECK(sum == (me % 2 ? 2 * me + 1 : 2 * me - 1));
        }
    }
    FINISH();
}
