// feature: XcalableMP coarrays that are declared in front of xmp.h
// conformance: images=1,3
struct part { int id; double v[4]; };
extern struct part parts[2]:[*];
static inline double peek(int k, int j) { return parts[1].v[j]:[k] + parts[0]:[k].v[0]; }
static inline void poke(int k, double x) { parts[1].v[0:2]:[k] = x; }
#include "../check.h"

struct part parts[2]:[*];

int main(void)
{
    parts[1].v[:] = ME;
    parts[0].v[:] = 100;
    xmp_sync_all();
    CHECK(peek(NEXT, 3) == 100 + NEXT);
    xmp_sync_all();
    poke(NEXT, 7);
    xmp_sync_all();
    CHECK(parts[1].v[1] == 7 && parts[1].v[2] == ME);
    FINISH();
}
