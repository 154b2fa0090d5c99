// feature: NAS CG, class W, in XcalableMP
// conformance: images=2
// args: W
// expect-stdout: verification successful
#include "../../../../examples/xmp/cg.c"
