// feature: XcalableMP nodes without a node array
#include <xmp.h>
// expect-error: in the directive 'nodes': expected a name, found the end
#pragma xmp nodes
// expect-error: in the directive 'nodes': expected a name, found the end
#pragma xmp nodes p(*),

int main(void) { return 0; }
