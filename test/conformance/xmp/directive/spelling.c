// feature: XcalableMP two ways to write nodes
// conformance: images=4,6
// Nodes in parentheses count from 1, the first subscript the fastest, however their array is declared; in brackets from 0, the last one the fastest.
// Operators of reductions are known in capitals, too.
#include "../check.h"

#pragma xmp nodes p[*]
#pragma xmp nodes q(2, *)

int main(void)
{
    int me = ME, n = N, v = me, on = 0;
    const int target = 3;
#pragma xmp bcast(v) from p(target)
    CHECK(v == 2);
    v = me;
#pragma xmp task on p(2:n)
    {
#pragma xmp bcast(v)
        on = N;
    }
    CHECK(v == (me > 0) && on == (me > 0 ? n - 1 : 0));
    on = 0;
#pragma xmp task on q[1][0]
    on = 1;
    CHECK(on == (me == 2));
    on = 0;
#pragma xmp task on q(1:2, 2)
    on = N;
    CHECK(on == (me / 2 == 1 ? 2 : 0));
    on = 0;
#pragma xmp task on q[1][0:2]
    on = N;
    CHECK(on == (me / 2 == 1 ? 2 : 0));
    int least = me, most = me, sum = me;
#pragma xmp reduction(MIN : least)
#pragma xmp reduction(MAX : most)
#pragma xmp reduction(- : sum)
    CHECK(least == 0 && most == n - 1 && sum == n * (n - 1) / 2);
    FINISH();
}
