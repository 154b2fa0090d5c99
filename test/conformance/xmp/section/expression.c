// feature: XcalableMP sections in expressions
#include "../check.h"

double a[6]:[*], b[6]:[*], c[6];
static int calls;
static double f(void) { calls++; return 2; }

int main(void)
{
    for (int i = 0; i < 6; i++) {
        a[i] = ME + i;
        b[i] = 10 * ME;
    }
    xmp_sync_all();
    c[:] = a[:]:[NEXT] + b[:]:[BEFORE] * 2 - a[:];
    for (int i = 0; i < 6; i++)
        CHECK(c[i] == NEXT + i + 20 * BEFORE - ME - i);
    c[:] = a[:]:[NEXT] * f();
    CHECK(calls == 1 && c[5] == 2 * (NEXT + 5));
    c[0:3] = a[0]:[NEXT];
    CHECK(c[2] == NEXT && c[3] == 2 * (NEXT + 3));
    int k = 0;
    c[k++:2] = a[k:2]:[NEXT];
    CHECK(k == 1);
    c[:] = (a[:]:[NEXT] > NEXT + 2) ? 1 : -1;
    CHECK(c[2] == -1 && c[3] == 1);
    int whole[6];
    whole[:] = a[:]:[NEXT] / 2;
    CHECK(whole[5] == (NEXT + 5) / 2);
    xmp_sync_all();
    a[:]:[NEXT] = b[:] + 0.5;
    xmp_sync_all();
    CHECK(a[3] == 10 * BEFORE + 0.5);
    if (ME == 0)
        a[0:2]:[NEXT] = 77;
    else
        c[0:2] = 0;
    xmp_sync_all();
    if (ME == 1 % N)
        CHECK(a[1] == 77);
    FINISH();
}
