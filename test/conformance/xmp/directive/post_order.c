// feature: XcalableMP posts with tags in any order
#include "../check.h"

#pragma xmp nodes p(*)
int data[3]:[*];

int main(void)
{
    int me = xmp_node_num(), n = xmp_num_nodes(), next = me % n + 1, before = (me + n - 2) % n + 1;
    for (int i = 0; i < 3; i++) {
        data[i]:[next - 1] = 10 * me + i;
#pragma xmp post(p(next), i)
    }
#pragma xmp wait(p(before), 2)
    CHECK(data[2] == 10 * before + 2);
#pragma xmp wait(p(before), 0)
    CHECK(data[0] == 10 * before);
#pragma xmp wait(p(before))
    CHECK(data[1] == 10 * before + 1);
    /* from all to all, more than any buffer holds at once */
    for (int k = 1; k <= n; k++)
        for (int i = 0; i < 500; i++) {
#pragma xmp post(p(k), -i)
        }
    for (int i = 499; i >= 0; i--)
        for (int k = n; k >= 1; k--) {
#pragma xmp wait(p(k), -i)
        }
    for (int k = 1; k <= n; k++) {
#pragma xmp post(p(k), me)
    }
    for (int k = 1; k <= n; k++) {
#pragma xmp wait
    }
#pragma xmp barrier
    FINISH();
}
