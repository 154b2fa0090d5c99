// feature: XcalableMP long sections
#include "../check.h"

enum { LONG = 1000000 };
double a[LONG]:[*], b[LONG];

int main(void)
{
    for (int i = 0; i < LONG; i++)
        a[i] = ME + i * 1e-6;
    xmp_sync_all();
    b[:] = a[:]:[NEXT];
    int wrong = 0;
    for (int i = 0; i < LONG; i++)
        wrong += b[i] != NEXT + i * 1e-6;
    CHECK(wrong == 0);
    b[0:LONG / 2] = a[1:LONG / 2:2]:[BEFORE];
    CHECK(b[LONG / 2 - 1] == BEFORE + (LONG - 1) * 1e-6);
    xmp_sync_all();
    a[0:LONG / 2]:[NEXT] = b[LONG / 2:LONG / 2];
    xmp_sync_all();
    CHECK(a[0] == ME + (LONG / 2) * 1e-6 && a[LONG - 1] == ME + (LONG - 1) * 1e-6);
    FINISH();
}
