// feature: XcalableMP scalars on the right of sections
#include "../check.h"

double a[3][4]:[*], one:[*];
int calls;
static double value(void) { return ++calls; }

int main(void)
{
    one = ME + 0.5;
    a[:][:] = 0;
    xmp_sync_all();
    a[1][:]:[NEXT] = 3;
    a[2][0:2]:[NEXT] = one:[NEXT];
    a[0][1:2]:[NEXT] = value() + ME; /* evaluated once */
    xmp_sync_all();
    CHECK(a[1][0] == 3 && a[1][3] == 3 && a[2][1] == ME + 0.5 && a[2][2] == 0);
    CHECK(a[0][1] == 1 + BEFORE && a[0][2] == 1 + BEFORE && a[0][0] == 0 && calls == 1);
    xmp_sync_all();
    a[:][0]:[NEXT] = -one;
    xmp_sync_all();
    CHECK(a[0][0] == -BEFORE - 0.5 && a[2][0] == -BEFORE - 0.5);
    FINISH();
}
