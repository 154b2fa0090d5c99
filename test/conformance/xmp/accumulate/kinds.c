// feature: XcalableMP accumulation: operations and types of which one message tells the target, and those of which none can
#include "../check.h"

enum { SIZE = 5000 };
double a[SIZE]:[*], b[SIZE], d[9]:[*];
float f[64]:[*];
int n[64]:[*];
unsigned char c[64]:[*];
short h[10]:[*];
long l:[*];
double _Complex z[8]:[*];

int main(void)
{
    double sum = 0;
    for (int i = 0; i < SIZE; i++)
        b[i] = i + ME;
    for (int i = 0; i < 64; i++)
        f[i] = 1, n[i] = 1000, c[i] = 250;
    for (int i = 0; i < 10; i++)
        h[i] = 7;
    for (int i = 0; i < 9; i++)
        d[i] = -0.0;
    xmp_sync_all();
    for (int k = 0; k < N; k++) {
        sum += k;
        a[:]:[k] += b[:];
        a[7]:[k] -= 1.5;
        f[:]:[k] *= 2.0f;
        n[:]:[k] -= ME;
        n[3]:[k] += 0.75; /* by conversion the old value */
        n[5]:[k] /= 1;
        c[:]:[k] += 1;
        c[1]:[k] |= 0;
        l:[k] += ME + 1;
        l:[k]++;
        z[:]:[k] += 1.0 + 2.0i;
        h[0:5:2]:[k] += 1;
        h[1]:[k] ^= 0;
        d[0:9]:[k] += -0.0;
        d[8]:[k] -= 0.0;
        f[0]:[k] += (float)(d[1]:[k] * 0); /* of what others do not change meanwhile */
        n[0:8]:[k] += n[0:8]:[k] * 0;
    }
    xmp_sync_all();
    for (int i = 0; i < SIZE; i++)
        CHECK(a[i] == N * (double)i + sum - (i == 7 ? 1.5 * N : 0));
    for (int i = 0; i < 64; i++) {
        CHECK(f[i] == (float)(1 << N));
        CHECK(n[i] == 1000 - (int)sum);
        CHECK(c[i] == (unsigned char)(250 + N));
    }
    CHECK(l == (long)sum + 2 * N);
    for (int i = 0; i < 8; i++)
        CHECK(z[i] == N * (1.0 + 2.0i));
    for (int i = 0; i < 10; i++)
        CHECK(h[i] == (i % 2 ? 7 : 7 + N));
    for (int i = 0; i < 9; i++)
        CHECK(1 / d[i] < 0); /* the zeros are negative still */
    FINISH();
}
