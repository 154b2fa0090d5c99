// feature: XcalableMP sections that overlap
#include "../check.h"

int a[12]:[*];

static void fill(void)
{
    for (int i = 0; i < 12; i++)
        a[i] = i;
}

int main(void)
{
    fill();
    a[1:11] = a[0:11];
    CHECK(a[0] == 0 && a[1] == 0 && a[11] == 10);
    fill();
    a[0:11] = a[1:11] + 1;
    CHECK(a[0] == 2 && a[10] == 12 && a[11] == 11);
    fill();
    a[1:11] = a[0:11] * 2;
    CHECK(a[1] == 0 && a[2] == 2 && a[11] == 20);
    fill();
    a[1:11]:[ME] = a[0:11] + a[1:11];
    CHECK(a[1] == 1 && a[11] == 21);
    fill();
    a[11:12:-1] = a[:]:[ME];
    CHECK(a[11] == 0 && a[0] == 11 && a[5] == 6);
    fill();
    a[1:11] += a[0:11];
    CHECK(a[1] == 1 && a[2] == 3 && a[11] == 21);
    FINISH();
}
