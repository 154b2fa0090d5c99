// feature: XcalableMP node arrays in brackets
// conformance: images=2,4,6
// Brackets count from 0, have lengths in triplets, and the last subscript varies fastest.
#include "../check.h"

#pragma xmp nodes p[*]
#pragma xmp nodes q[*][2]

int main(void)
{
    int me = ME, n = N, got = 0, x = ME;
#pragma xmp task on p[0]
    got = 1;
    CHECK(got == (me == 0));
    got = 0;
#pragma xmp task on p[1:n - 1]
    {
        got = 1;
        CHECK(xmpc_num_images() == n - 1);
    }
    CHECK(got == (me > 0));
    got = 0;
#pragma xmp task on q[:][1]
    {
        got = xmpc_num_images();
        CHECK(xmpc_this_image() == me / 2);
    }
    CHECK(got == (me % 2 ? n / 2 : 0));
#pragma xmp bcast(x) from p[n - 1]
    CHECK(x == n - 1);
#pragma xmp post(p[(me + 1) % n], 4)
#pragma xmp wait(p[(me + n - 1) % n], 4)
    int sum = 1;
#pragma xmp reduction(+ : sum) on p[0:n]
    CHECK(sum == n);
    FINISH();
}
