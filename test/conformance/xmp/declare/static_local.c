// feature: XcalableMP static coarrays in functions
#include "../check.h"

static int count(void)
{
    static int calls:[*] = 10;
    calls++;
    xmp_sync_all();
    int there = calls:[NEXT];
    xmp_sync_all();
    return there;
}

static double other(int k)
{
    static double calls[4]:[*];
    calls[k] = ME + k / 10.0;
    xmp_sync_all();
    if (k > 0) {
        static int calls:[2][*]; /* another one, with another corank */
        calls = ME;
        xmp_sync_all();
        CHECK(calls:[NEXT % 2][NEXT / 2] == NEXT);
    }
    double there = calls[k]:[NEXT];
    xmp_sync_all();
    return there;
}

int main(void)
{
    CHECK(count() == 11);
    CHECK(count() == 12);
    CHECK(other(0) == NEXT);
    CHECK(other(3) == NEXT + 0.3);
    FINISH();
}
