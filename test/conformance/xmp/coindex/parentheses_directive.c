// feature: XcalableMP coarrays by directive count as the file's node arrays do: in parentheses, from 1
#include "../check.h"

int a[4];
#pragma xmp nodes p(*)
#pragma xmp coarray a:[*]

int main(void)
{
    a[0] = 10 + ME;
    xmp_sync_all();
    CHECK(a[0]:[1] == 10);
    CHECK(a[0]:[N] == 10 + N - 1);
    xmp_sync_all();
    FINISH();
}
