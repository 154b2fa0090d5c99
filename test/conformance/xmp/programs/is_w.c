// feature: NAS IS, class W, in XcalableMP
// conformance: images=1,2,3
// args: W
// expect-stdout: verification successful
#include "../../../../examples/xmp/is.c"
