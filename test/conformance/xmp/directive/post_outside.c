// feature: XcalableMP post from a task to nodes outside of it
// conformance: images=2,3,5
#include "../check.h"

#pragma xmp nodes p[*]

int main(void)
{
    const int me = ME, n = N, tags[] = {4, 0, 9};
#pragma xmp task on p[0]
    {
        for (int k = 1; k < n; k++)
            for (int t = 0; t < 3; t++) {
#pragma xmp post(p[k], tags[t])
            }
#pragma xmp post(p[0], 2)
#pragma xmp wait(p[0])
    }
#pragma xmp task on p[1:n - 1]
    {
        CHECK(N == n - 1);
#pragma xmp wait(p[0], tags[2])
#pragma xmp wait(p[0], tags[0])
#pragma xmp wait
#pragma xmp post(p(1), me)
    }
    for (int k = n - 1; me == 0 && k > 0; k--) {
#pragma xmp wait(p[k], k)
    }
    FINISH();
}
