// feature: XcalableMP definitions of real and imaginary parts and behind __extension__
#include "../check.h"

struct s { int v, w[3], b : 3; } s:[*];
int x:[*];
double _Complex z[8]:[*];
float _Complex f:[*];
struct __attribute__((packed)) { char c; double _Complex z; } p:[*];

int main(void)
{
    int k = NEXT;
    xmp_sync_all();
    __real__ z[3]:[k] = 4;
    __imag__ (z[3]):[k] = 2;
    __real__ z[3]:[k] += 1.5;
    (__imag__ z[3]:[k])--;
    ++__imag__ f:[k];
    __imag p.z:[k] = 9;
    __real p.z:[k] -= 9;
    __extension__ x:[k] = 4;
    (__extension__ x:[k])++;
    (__extension__ s:[k]).v = 3;
    (__extension__ s:[k]).w[2] += 7;
    (__extension__ s).w[1]:[k] = 6;
    (&s)->w[0]:[k] = 5;
    xmp_sync_all();
    CHECK(__real__ z[3] == 5.5 && __imag__ z[3] == 1);
    CHECK(__real__ f == 0 && __imag__ f == 1);
    CHECK(__real__ p.z == -9 && __imag__ p.z == 9);
    CHECK(x == 5);
    CHECK(s.v == 3 && s.w[0] == 5 && s.w[1] == 6 && s.w[2] == 7);
    xmp_sync_all();
    double d = (__real__ z[3]:[k] *= 2);
    CHECK(d == 11);
    d = (__imag__ z[3]:[k])++;
    CHECK(d == 1);
    CHECK((&s)->v:[k] == 3 && (&s)->b:[k] == 0);
    CHECK(sizeof(__real__ z[0]:[k]) == sizeof(double));
    __extension__ z[0:2] = 3;
    __extension__ (z[0:2] += 1);
    CHECK(z[1] == 4);
    xmp_sync_all();
    CHECK(__real__ z[3] == 11 && __imag__ z[3] == 2);
    FINISH();
}
