// feature: XcalableMP sections of constant arrays on the right
#include "../check.h"
#include <string.h>

/* They lie beside the program's instructions, not among its data. */
static const char hello[6] = "hello";
static const double table[300] = {1, 2, 3, [299] = 7};
char text[16]:[*];
double a[300]:[*], b[2][3]:[*];
struct pair { int x; double y; };
static const struct pair pairs[2] = {{1, 2.5}, {3, 4.5}};
struct pair got[2]:[*];

int main(void)
{
    const int k = NEXT;
    text[0:6]:[k] = hello[:];
    text[6:3]:[k] = "abc"[1];
    a[:]:[k] = table[:];
    b[1][:]:[k] = table[0:3] * 2;
    got[:]:[k] = pairs[:];
    xmp_sync_all();
    CHECK(strcmp(text, "hello") == 0 && text[8] == 'b');
    CHECK(a[2] == 3 && a[298] == 0 && a[299] == 7 && b[1][2] == 6 && b[0][0] == 0);
    CHECK(got[1].x == 3 && got[0].y == 2.5);
    xmp_sync_all();
    a[0:150:2]:[k] = table[1:150];
    xmp_sync_all();
    CHECK(a[0] == 2 && a[1] == 2 && a[2] == 3 && a[298] == 0);
    xmp_sync_all();
    a[0:3]:[k] += table[0:3];
    xmp_sync_all();
    CHECK(a[0] == 3 && a[1] == 4 && a[2] == 6);
    FINISH();
}
