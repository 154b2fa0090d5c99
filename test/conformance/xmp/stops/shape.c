// feature: XcalableMP checks while the program runs
// conformance: images=1,2
// expect-exit: 1
// expect-stderr: dimension 1 has 2 elements on the left, 3 on the right
#include <xmp.h>

int y[3]:[*], z[3];

int main(void)
{
    int n = 2;
    z[0:n] = y[0:n + 1]:[0];
    return 0;
}
