// feature: NAS CG, class S, in XcalableMP, sums by put-accumulate
// conformance: images=1,2,4,8
// args: S accumulate
// expect-stdout: verification successful
#include "../../../../examples/xmp/cg.c"
