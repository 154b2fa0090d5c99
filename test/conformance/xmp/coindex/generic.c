// feature: XcalableMP _Generic, typeof and sizeof with coindexed objects
#include "../check.h"
#include <tgmath.h>

float f[2]:[*];
double d:[*];
int i:[*];
struct s { char c[5]; } s:[*];

#define KIND(x) _Generic((x), float: 1, double: 2, int: 3, default: 4)
#define MAGNITUDE(x) _Generic((x), float: fabsf, double: (fabs), int: whole)(x)
#define MAXIMUM(x, y) ({ __typeof__(x) a_ = (x); __typeof__(y) b_ = (y); a_ > b_ ? a_ : b_; })

static int whole(int x) { return x < 0 ? -x : x; }

int main(void)
{
    f[1] = -1.5f;
    d = -2.5 - ME;
    i = -ME - 3;
    s.c[4] = 'e';
    xmp_sync_all();
    CHECK(KIND(f[1]:[NEXT]) == 1 && KIND(d:[NEXT]) == 2 && KIND(i:[NEXT]) == 3 && KIND(s:[NEXT]) == 4);
    CHECK(_Generic((f[1]:[NEXT]), float: 1, default: 0) && _Generic(d:[NEXT], double: 2, default: 0));
    CHECK(KIND(f[1]:[NEXT] + d:[NEXT]) == 2 && _Generic(d, double: i:[NEXT], default: 0) == -NEXT - 3);
    CHECK(MAGNITUDE(f[1]:[NEXT]) == 1.5f && MAGNITUDE(d:[NEXT]) == 2.5 + NEXT && MAGNITUDE(i:[NEXT]) == NEXT + 3);
    CHECK(MAXIMUM(i:[NEXT], -100) == -NEXT - 3 && MAXIMUM(d:[NEXT], d:[BEFORE]) == -2.5 - (NEXT < BEFORE ? NEXT : BEFORE));
    __typeof__(f[0]:[0]) g = 0.1;
    __typeof__(d:[NEXT] + 1) h = 0.1;
    CHECK(sizeof g == 4 && g != 0.1 && h == 0.1 && sizeof(s:[NEXT]) == 5 && sizeof f[0]:[NEXT] == 4 && _Alignof(d:[0]) == _Alignof(double));
    CHECK(sqrt(f[1]:[NEXT] * f[1]:[NEXT]) == 1.5 && fabs(d:[NEXT]) == 2.5 + NEXT);
    FINISH();
}
