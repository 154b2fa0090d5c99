// feature: XcalableMP checks while the program runs
// conformance: images=1,2
// build-args: -check
// expect-exit: 1
// expect-stderr: the subscript of dimension 1 is 6, there are 6 elements, from 0
#include <xmp.h>

double y[6]:[*], z[6], m[2][6];

int main(void)
{
    int n = 3, k = 1;
    z[0:n] = y[5:n:-2]:[0];
    m[k][0:n] = z[n:n];
    z[0:n] = y[2:n:2]:[0];
    return 0;
}
