// feature: XcalableMP task
#include "../check.h"

#pragma xmp nodes p(*)
int a:[*];

int main(void)
{
    int me = xmp_node_num(), n = xmp_num_nodes(), sum = 0, entered = 0;
    a = 10 * me;
    xmp_sync_all();
#pragma xmp task on p(1)
    {
        entered = 1;
        CHECK(me == 1 && xmp_num_nodes() == 1 && xmp_node_num() == 1 && xmp_all_num_nodes() == n);
#pragma xmp barrier
    }
    CHECK(entered == (me == 1));
    CHECK(xmp_node_num() == me && xmp_num_nodes() == n);
#pragma xmp task on p(1:n:2)
    {
        sum = 1;
#pragma xmp reduction(+ : sum)
        CHECK(sum == (n + 1) / 2);
        CHECK(xmp_node_num() == (me + 1) / 2 && xmpc_this_image() == me / 2);
        int last = xmp_num_nodes();
        CHECK(a:[last - 1] == 10 * (2 * last - 1));
        xmp_sync_all();
        if (xmp_node_num() == 1)
            a:[last - 1] += 1;
        xmp_sync_all();
    }
#pragma xmp task on p(n:n) nocomm
    CHECK(me == n);
    CHECK(a == 10 * me + (me == (n - 1) / 2 * 2 + 1));
    FINISH();
}
