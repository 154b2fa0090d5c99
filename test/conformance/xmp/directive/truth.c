// feature: XcalableMP reductions by && and || of one node and of several
// conformance: images=1,3
#include "../check.h"

#pragma xmp nodes p(*)
int a[6] = {5, 0, -2, 7, 0, 9};
double x[2] = {2.5, 0};

int main(void)
{
    int one = 7, other = 4;
#pragma xmp reduction(&& : a[0:3:2], x)
    CHECK(a[0] == 1 && a[1] == 0 && a[2] == 1 && a[3] == 7 && a[4] == 0 && x[0] == 1 && x[1] == 0);
#pragma xmp reduction(|| : one) async(3)
#pragma xmp wait_async(3)
    CHECK(one == 1);
#pragma xmp task on p(1)
    {
#pragma xmp reduction(|| : other)
        CHECK(other == 1);
    }
    FINISH();
}
