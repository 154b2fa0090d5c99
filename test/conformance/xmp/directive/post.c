// feature: XcalableMP post and wait
#include "../check.h"

#pragma xmp nodes p(*)
int a[200]:[*];

int main(void)
{
    int me = xmp_node_num(), n = xmp_num_nodes(), next = me % n + 1, before = (me + n - 2) % n + 1;
    for (int i = 0; i < 200; i++) {
        a[i]:[next - 1] = 10 * me + i;
#pragma xmp post(p(next), i)
#pragma xmp wait(p(before), i)
        CHECK(a[i] == 10 * before + i);
    }
    /* in another order than they come */
#pragma xmp post(p(next), 1)
#pragma xmp post(p(next), 2)
#pragma xmp post(p(next), -3)
#pragma xmp wait(p(before), -3)
#pragma xmp wait(p(before), 2)
#pragma xmp wait(p(before), 1)
#pragma xmp barrier
    /* from any node, with any tag */
    if (me != 1) {
#pragma xmp post(p(1), me)
    } else {
        for (int k = 2; k <= n; k++) {
#pragma xmp wait
        }
    }
#pragma xmp barrier
#pragma xmp post(p(next), 5)
#pragma xmp wait(p(before))
    FINISH();
}
