// feature: XcalableMP sections of ordinary arrays
#include "../check.h"

int main(void)
{
    double a[10], b[10], c[3][4], *p = a;
    a[:] = 2;
    b[0:10] = 3;
    CHECK(a[0] == 2 && a[9] == 2 && b[9] == 3);
    a[0:5] += b[0:5];
    CHECK(a[4] == 5 && a[5] == 2);
    a[:] *= 2;
    CHECK(a[4] == 10 && a[9] == 4);
    b[:] = a[:] + 2 * b[:] - 1;
    CHECK(b[0] == 15 && b[9] == 9);
    c[:][:] = 0;
    c[1][:] = a[0:4];
    c[:][3] = b[0:3];
    CHECK(c[1][0] == 10 && c[1][3] == 15 && c[0][3] == 15 && c[0][0] == 0);
    p[2:3] = 7;
    CHECK(a[1] == 10 && a[2] == 7 && a[4] == 7 && a[5] == 4);
    a[9:10:-1] = a[0:10];
    CHECK(a[9] == 10 && a[7] == 7 && a[0] == 4);
    int i[5], m = 3;
    i[:] = m++;
    CHECK(m == 4 && i[4] == 3);
    float f[5];
    f[:] = i[:];
    f[:] = f[:] > 2 ? -f[:] : (float)i[:];
    CHECK(f[3] == -3);
    i[0:0] = 9;
    CHECK(i[0] == 3);
    FINISH();
}
