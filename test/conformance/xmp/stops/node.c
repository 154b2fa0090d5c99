// feature: XcalableMP checks while the program runs
// conformance: images=2,3
// expect-exit: nonzero
// expect-stderr: the reference is to 4
// expect-stderr: node.c:13
// Nodes are counted in a message as the program counts them: p[..] from 0.
#include <xmp.h>

#pragma xmp nodes p[*]

int main(void)
{
#pragma xmp task on p[4]
    {
    }
    return 0;
}
