// feature: NAS CG, class S, in XcalableMP, sums by get
// conformance: images=1,2,4,8
// args: S
// expect-stdout: verification successful
#include "../../../../examples/xmp/cg.c"
