// feature: XcalableMP coindexed objects as arguments
#include "../check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

double a[3]:[*];
struct pair { int i; double d; } s:[*];
char name[8]:[*];

static double add(double x, double y) { return x + y; }
static double of(struct pair p) { return p.i + p.d; }
static double (*function(int which))(double, double) { return which ? add : pow; }

int main(void)
{
    a[0] = ME + 1;
    a[1] = 2;
    s = (struct pair){ME, 0.5};
    strcpy(name, "abc");
    xmp_sync_all();
    CHECK(add(a[0]:[NEXT], a[1]:[NEXT]) == NEXT + 3);
    CHECK(add(add(a[0]:[NEXT], 1), add(a[1]:[BEFORE], a[0]:[BEFORE])) == NEXT + BEFORE + 5);
    CHECK(of(s:[NEXT]) == NEXT + 0.5 && function(1)(a[1]:[NEXT], 1) == 3 && function(0)(a[1]:[NEXT], 3) == 8);
    CHECK(fabs(sqrt(a[0]:[NEXT]) * sqrt(a[0]:[NEXT]) - (NEXT + 1)) < 1e-9 && abs(-s.i:[NEXT]) == NEXT);
    char text[40];
    snprintf(text, sizeof text, "%g %d %c", a[1]:[NEXT], s.i:[NEXT], name[2]:[NEXT]);
    char want[40];
    snprintf(want, sizeof want, "2 %d c", NEXT);
    CHECK(strcmp(text, want) == 0);
    FINISH();
}
