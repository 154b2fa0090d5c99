// feature: XcalableMP node arrays of two dimensions
// conformance: images=4,6
#include "../check.h"

#define ROWS 2
#pragma xmp nodes p(ROWS, *)
#pragma xmp nodes q[*][2]

int main(void)
{
    int me = xmp_node_num(), n = xmp_num_nodes(), row = (me - 1) % 2 + 1, col = (me - 1) / 2 + 1, sum = me, on = 0;
#pragma xmp task on p(row, :)
    {
        CHECK(xmp_num_nodes() == n / 2 && xmp_node_num() == col);
    }
    sum = me;
#pragma xmp reduction(+ : sum) on p(1, :)
    CHECK(sum == (row == 1 ? n / 2 * (n / 2) : me));
    sum = me;
#pragma xmp bcast(sum) from p(2, 1)
    CHECK(sum == 2);
#pragma xmp task on p(1:2, 2:2)
    {
        on = 1;
        CHECK(xmp_num_nodes() == 2);
    }
    CHECK(on == (col == 2));
    on = 0;
#pragma xmp task on q[1][0:2]
    {
        on = xmp_node_num();
    }
    CHECK(on == (me == 3 ? 1 : me == 4 ? 2 : 0));
#pragma xmp barrier on p(*, :)
    FINISH();
}
