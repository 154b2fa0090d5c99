// feature: XcalableMP macros with parameters in directives
#include "../check.h"

#define SIZE(n) (n)
#define BASE 3
#define TAG(i) ((i) % 4 + BASE)
#define NEXT_NODE(k) (WRAPPED(k) + 1)
#define WRAPPED(k) ((k) % n)
#define NODE(array, k) array(k)
#define BOTH(a, b) a, b
#define ALL() p
#define EVERYWHERE on p(1 : n)
#define p(k) p(k) /* a macro's own name in it is not expanded again */

#pragma xmp nodes p(*)
#pragma xmp nodes first(SIZE(1))

int main(void)
{
    const int me = xmp_node_num(), n = xmp_num_nodes();
    int x = 1, y = 2;
    for (int round = 0; round < 5; round++) {
#pragma xmp post(NODE(p, NEXT_NODE(me)), TAG(round))
#pragma xmp wait(p((me + n - 2) % n + 1), TAG(round))
    }
#pragma xmp reduction(+ : BOTH(x, y)) EVERYWHERE
    CHECK(x == n && y == 2 * n);
#pragma xmp task on ALL()(NEXT_NODE(n))
    {
        CHECK(me == 1);
    }
#pragma xmp barrier on ALL()
    FINISH();
}
