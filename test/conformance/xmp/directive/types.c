// feature: XcalableMP reductions of every type
#include "../check.h"
#include <complex.h>
#include <stdint.h>

int main(void)
{
    int n = N, s = n * (n + 1) / 2;
    signed char a = ME + 1;
    unsigned char b = ME + 1;
    short c = -ME - 1;
    unsigned short d = ME + 1;
    long e = (1L << 40) + ME;
    unsigned long long f = ME + 1;
    long double g = ME + 0.5L;
    float h[3] = {ME, 1, -ME};
    float complex z = ME + I;
    long double complex zl[2] = {ME - I, 1}, turned = I;
    const long double complex turns[] = {1, I, -1, -I};
    _Bool t = ME == 0, u = 1;
    enum { X, Y } v = ME ? X : Y;
    int64_t w[2][2] = {{ME, 1}, {2, -ME}};
#pragma xmp reduction(+ : a, b, c, d, e, f, g, h, z, w, zl)
#pragma xmp reduction(* : turned)
    CHECK(a == s && b == s && c == -s && d == s && e == n * (1L << 40) + s - n && f == (unsigned)s);
    CHECK(g == s - n * 0.5L && h[0] == s - n && h[1] == n && h[2] == n - s && crealf(z) == s - n && cimagf(z) == n);
    CHECK(w[0][0] == s - n && w[0][1] == n && w[1][0] == 2 * n && w[1][1] == n - s);
    CHECK(zl[0] == s - n - n * I && zl[1] == n && turned == turns[n % 4]);
#pragma xmp reduction(|| : t)
#pragma xmp reduction(&& : u)
    CHECK(t == 1 && u == 1);
#pragma xmp reduction(max : v)
    CHECK(v == Y);
    double small = ME + 1, big = ME + 1;
    unsigned char low = 200 + ME, bits = 1 << ME % 8;
#pragma xmp reduction(min : small, low)
#pragma xmp reduction(max : big)
#pragma xmp reduction(| : bits)
    CHECK(small == 1 && big == n && low == 200 && bits == (n >= 8 ? 255 : (1 << n) - 1));
    FINISH();
}
