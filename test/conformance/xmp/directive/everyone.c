// feature: XcalableMP clause on *
#include "../check.h"

#pragma xmp nodes p(*)

static int a:[*];

int main(void)
{
    const int n = xmp_num_nodes();
    int s = 1, root = xmp_node_num();
#pragma xmp reduction(+ : s) on *
    CHECK(s == n);
#pragma xmp barrier on *
#pragma xmp bcast(root) from p(n) on *
    CHECK(root == n);
#pragma xmp task on *
    {
        CHECK(xmp_num_nodes() == n && xmp_node_num() == xmp_all_node_num());
        a:[NEXT] = xmp_node_num();
        xmp_sync_all();
        CHECK(a == BEFORE + 1);
    }
#pragma xmp task on p(1:(n + 1) / 2)
    {
        s = 1;
#pragma xmp reduction(+ : s) on *
        CHECK(s == (n + 1) / 2);
#pragma xmp tasks
        {
#pragma xmp task on *
            {
                s = 1;
#pragma xmp reduction(+ : s)
                CHECK(s == (n + 1) / 2);
            }
        }
    }
    FINISH();
}
