// conformance: images=2
// feature: XcalableMP static data of more than 2 GiB
// build-args: -mcmodel=medium
#include "../check.h"
#pragma xmp nodes p(*)

double a[357914112L], b[357914112L], c[300000000L]:[*];

int main(void)
{
    int next = (ME + 1) % N;
    a[5] = 1;
    b[357914111L] = 2;
    c[299999999L] = ME;
    xmp_sync_all();
    CHECK(a[5] + b[357914111L] == 3);
    CHECK(c[299999999L]:[next] == next);
    FINISH();
}
