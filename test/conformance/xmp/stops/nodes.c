// feature: XcalableMP checks while the program runs
// conformance: images=1,2
// expect-exit: 1
// expect-stderr: the node array has 4 nodes
#include <xmp.h>

#pragma xmp nodes p(4)

int main(void)
{
    xmp_sync_all();
    return 0;
}
