// feature: NAS IS, class S, in XcalableMP
// conformance: images=1,2,3,5
// args: S
// expect-stdout: verification successful
#include "../../../../examples/xmp/is.c"
