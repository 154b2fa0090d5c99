// feature: XcalableMP checks while the program runs
// conformance: images=1,2
// build-args: -check
// expect-exit: 1
// expect-stderr: image 7 (node 8) does not exist
#include <xmp.h>

int y[3]:[*];

int main(void)
{
    y[0]:[7] = 1;
    return 0;
}
