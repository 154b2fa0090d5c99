// feature: XcalableMP xmp_desc_of, xmp_nodes_ndims, xmp_nodes_size, xmp_nodes_index
// conformance: images=1,4,6
#include "../check.h"

#define ROWS (xmp_all_num_nodes() > 1 ? 2 : 1)

int main(void)
{
#pragma xmp nodes p(ROWS, *)
#pragma xmp nodes q[ROWS][*]
#pragma xmp nodes one(1) = p(1, 1)
    const int n = xmp_num_nodes(), rows = ROWS, me = xmp_node_num();
    int dims = 0, size = 0, row = -1, column = -1;
    xmp_desc_t d = xmp_desc_of(p);
    CHECK(d == xmp_desc_of(p) && d != xmp_desc_of(q));
    CHECK(xmp_nodes_ndims(d, &dims) == 0 && dims == 2);
    CHECK(xmp_nodes_size(d, 1, &size) == 0 && size == rows);
    CHECK(xmp_nodes_size(d, 2, &size) == 0 && size == n / rows);
    CHECK(xmp_nodes_index(d, 1, &row) == 0 && row == (me - 1) % rows + 1);
    CHECK(xmp_nodes_index(d, 2, &column) == 0 && column == (me - 1) / rows + 1);
    CHECK(xmp_nodes_size(d, 3, &size) != 0 && xmp_nodes_index(d, 0, &row) != 0);
    CHECK(xmp_nodes_size(xmp_desc_of(q), 2, &size) == 0 && size == n / rows);
    CHECK(xmp_nodes_index(xmp_desc_of(q), 1, &row) == 0 && row == (me - 1) / (n / rows));
    CHECK(xmp_nodes_index(xmp_desc_of(q), 2, &column) == 0 && column == (me - 1) % (n / rows));
    CHECK((xmp_nodes_index(xmp_desc_of(one), 1, &row) == 0) == (me == 1));
    CHECK(xmp_nodes_size(xmp_desc_of(one), 1, &size) == 0 && size == 1);
    FINISH();
}
