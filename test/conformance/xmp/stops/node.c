// feature: XcalableMP checks while the program runs
// conformance: images=2,3
// expect-exit: nonzero
// expect-stderr: the reference goes from number 4 to 4, counted from 0
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
