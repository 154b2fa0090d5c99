// feature: XcalableMP coindexed objects
#include "../check.h"

int x:[*];
double y:[*];
static char c:[*];

int main(void)
{
    x = ME;
    y = 0.5 * ME;
    c = (char)('a' + ME);
    xmp_sync_all();
    CHECK(x:[NEXT] == NEXT);
    CHECK(y:[BEFORE] == 0.5 * BEFORE);
    CHECK(c:[NEXT] == 'a' + NEXT);
    CHECK(x:[ME] == x);
    xmp_sync_all();
    x:[NEXT] = 100 + ME;
    y:[NEXT] = x:[ME] * 0;
    xmp_sync_all();
    CHECK(x == 100 + BEFORE);
    CHECK(y == 0);
    FINISH();
}
