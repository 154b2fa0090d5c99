// feature: XcalableMP nested tasks
// conformance: images=1,2,4,5,6
#include "../check.h"

#pragma xmp nodes p(*)
int a[2]:[*];

static int work(int me, int n)
{
#pragma xmp nodes q(*) = *
    int low = 0;
#pragma xmp task on p(1:(n + 1) / 2)
    {
#pragma xmp nodes r(*) = *
        int half = xmp_num_nodes();
        CHECK(half == (n + 1) / 2);
#pragma xmp task on r(half)
        {
            low = 1;
            CHECK(me == half && xmp_num_nodes() == 1);
            return me; /* a task is left by any way out of it */
        }
        xmp_barrier();
        for (int i = 0; i < 2; i++) {
#pragma xmp task on p(1)
            {
                if (i == 0)
                    continue;
                low = 2;
                break;
            }
        }
    }
    return low;
}

int main(void)
{
    int me = xmp_node_num(), n = xmp_num_nodes(), half = (n + 1) / 2, got = 0;
    if (half > 1) { /* all of the outer task's nodes must meet its barrier */
#pragma xmp task on p(1:half)
        {
#pragma xmp nodes r(*) = *
#pragma xmp task on r(half)
            got = 1;
#pragma xmp task on p(1)
            {
                got = 2;
                CHECK(xmp_num_nodes() == 1 && xmp_all_node_num() == 1);
            }
            CHECK(xmp_num_nodes() == half);
        }
        CHECK(got == (me == half) + 2 * (me == 1));
    } else if (n == 1)
        CHECK(work(me, n) == 1);
    CHECK(xmp_num_nodes() == n && xmp_node_num() == me);
    FINISH();
}
