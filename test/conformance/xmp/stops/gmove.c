// feature: XcalableMP checks while the program runs
// conformance: images=2,3
// expect-exit: 1
// expect-stderr: the executing nodes name different rows
#include <xmp.h>

int v[10], w[10];

int main(void)
{
    int first = xmpc_this_image();
#pragma xmp gmove
    v[0:2] = w[first:2];
    return 0;
}
