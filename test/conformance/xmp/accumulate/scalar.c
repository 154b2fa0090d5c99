// feature: XcalableMP accumulation
#include "../check.h"

int i:[*];
double d:[*];
float f[3]:[*];
long l:[*];
unsigned short s[4]:[*];
signed char c[3]:[*];

int main(void)
{
    enum { TIMES = 1000 };
    xmp_sync_all();
    for (int n = 0; n < TIMES; n++) {
        i:[0] += 1;
        d:[0] += 0.5;
        f[1]:[0] -= 1;
        l:[0] += 3;
        s[1]:[0] += 1;
        s[2]:[0] -= 1;
        c[1]:[0] ^= 1;
    }
    xmp_sync_all();
    if (ME == 0) {
        CHECK(i == TIMES * N);
        CHECK(d == 0.5 * TIMES * N);
        CHECK(f[1] == -1.f * TIMES * N && f[0] == 0 && f[2] == 0);
        CHECK(l == 3L * TIMES * N);
        CHECK(s[1] == (unsigned short)(TIMES * N) && s[2] == (unsigned short)-(TIMES * N) && s[0] == 0 && s[3] == 0);
        CHECK(c[1] == (TIMES * N) % 2 && c[0] == 0 && c[2] == 0);
    }
    FINISH();
}
