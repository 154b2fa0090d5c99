// feature: XcalableMP tasks
#include "../check.h"

#pragma xmp nodes p(*)
int a:[*];

int main(void)
{
    int me = xmp_node_num(), n = xmp_num_nodes(), part = 0;
    a = 0;
    xmp_sync_all();
    if (n > 1) {
#pragma xmp tasks
        {
#pragma xmp task on p(1)
            {
                /* the other task's node waits for this one, and goes on only after it */
                a:[0] = 5;
                part = 1;
#pragma xmp post(p(1), 3)
            }
#pragma xmp task on p(2:n)
            {
                part = 2;
                CHECK(xmp_num_nodes() == n - 1);
#pragma xmp barrier
            }
        }
        CHECK(part == (me == 1 ? 1 : 2));
        if (me == 1) {
#pragma xmp wait(p(1), 3)
            CHECK(a == 5);
        }
    }
    CHECK(xmp_num_nodes() == n);
    FINISH();
}
