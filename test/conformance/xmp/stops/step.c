// feature: XcalableMP checks while the program runs
// conformance: images=1,2
// build-args: -check
// expect-exit: 1
// expect-stderr: the step of dimension 1 is 0
#include <xmp.h>

double y[6]:[*], z[6];

int main(void)
{
    int n = 3, step = n - 3;
    z[0:n] = y[2:n:step]:[0];
    return 0;
}
