// feature: XcalableMP sections without elements
#include "../check.h"

int a[4][4]:[*], b[4];

int main(void)
{
    int none = 0;
    a[:][:] = ME;
    b[:] = 9;
    xmp_sync_all();
    b[0:none] = a[0][0:none]:[NEXT];
    b[4:0] = a[3][4:0]:[NEXT];
    a[0:none][:]:[NEXT] = 5;
    a[:][0:none]:[NEXT] += 5;
    b[2:none:-1] = 7;
    CHECK(b[0] == 9 && b[2] == 9 && b[3] == 9);
    xmp_sync_all();
    CHECK(a[0][0] == ME && a[3][3] == ME);
    FINISH();
}
