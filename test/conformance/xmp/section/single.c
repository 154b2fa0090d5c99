// feature: XcalableMP sections with dimensions of one element
// build-args: -Wall -Wextra -Werror
// What is written with the length 1 does not count where the other side has fewer dimensions.
#include "../check.h"

double c[4][6][8]:[*], b[6];

int main(void)
{
    for (int i = 0; i < 4 * 6 * 8; i++)
        (&c[0][0][0])[i] = 1000 * ME + i;
    for (int i = 0; i < 6; i++)
        b[i] = -i;
    xmp_sync_all();
    const int next = NEXT;
    double v[2][5], m[3][1];
    v[0:1][0:2] = c[1][2:2:3][1]:[next];
    CHECK(v[0][0] == 1000 * next + 48 + 17 && v[0][1] == 1000 * next + 48 + 41);
    v[1][0:3] = c[2][0:1][1:3]:[next];
    CHECK(v[1][2] == 1000 * next + 96 + 3);
    m[0:3][0:1] = c[3][0:3][7]:[next] + b[0:3];
    CHECK(m[2][0] == 1000 * next + 144 + 23 - 2);
    xmp_sync_all();
    c[0][0:1][0:4]:[next] = b[1:4];
    c[1][0:2][0:1]:[next] += b[1:2];
    xmp_sync_all();
    CHECK(c[0][0][3] == -4 && c[1][0][0] == 1000 * ME + 48 - 1 && c[1][1][0] == 1000 * ME + 56 - 2);
    v[0][:2] = 7;
    CHECK(v[0][1] == 7);
    FINISH();
}
