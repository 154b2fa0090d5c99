// feature: XcalableMP checks while the program runs
// conformance: images=1,2
// build-args: -check
// expect-exit: 1
// expect-stderr: there is no image 8 (7 where the program counts from 0)
#include <xmp.h>

int y[3]:[*];

int main(void)
{
    y[0]:[7] = 1;
    return 0;
}
