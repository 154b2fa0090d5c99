// feature: XcalableMP gmove
// The paper's Integer Sort: each node has its row, gmove brings all rows to all.
#include "../check.h"

#pragma xmp nodes p(*)
enum { MOST = 8, ROWS = 10 };

int main(void)
{
    int n = N, me = ME, rcv_displ[n][n], dst_displ[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            rcv_displ[i][j] = i == me ? 100 * i + j : -1;
#pragma xmp gmove
    dst_displ[:][:] = rcv_displ[:][:];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            CHECK(dst_displ[i][j] == 100 * i + j);

    /* rows are in blocks; sections, strides, conversion */
    static double row[ROWS];
    float got[ROWS], all[ROWS];
    int block = (ROWS + n - 1) / n;
    for (int i = 0; i < ROWS; i++)
        row[i] = i / block == me ? i + 0.5 : -1;
#pragma xmp gmove
    all = row;
    for (int i = 0; i < ROWS; i++)
        CHECK(all[i] == i + 0.5f);
    got[:] = 0;
#pragma xmp gmove
    got[0:4] = row[1:4:2];
    CHECK(got[0] == 1.5f && got[1] == 3.5f && got[2] == 5.5f && got[3] == 7.5f && got[4] == 0);
#pragma xmp gmove
    got[0:4] = row[9:4:-3];
    CHECK(got[0] == 9.5f && got[3] == 0.5f);

    /* one element, one row, and one of an array whose other parts differ */
    double x = 0, y = me;
#pragma xmp gmove
    x = row[7];
    CHECK(x == 7.5);
#pragma xmp gmove
    x = y;
    CHECK(x == me);
    int line[n];
#pragma xmp gmove
    line[:] = rcv_displ[n - 1][:];
    CHECK(line[0] == 100 * (n - 1) && line[n - 1] == 100 * (n - 1) + n - 1);
#pragma xmp gmove
    got[2:3] = row[9];
    CHECK(got[2] == 9.5f && got[4] == 9.5f && got[1] == 6.5f);

    /* the left side may be what the right side is */
    int v[ROWS];
    v[:] = -1;
    for (int i = me * block; i < (me + 1) * block && i < ROWS; i++)
        v[i] = i;
#pragma xmp gmove
    v[0:ROWS - 1] = v[1:ROWS - 1];
    CHECK(v[0] == 1 && v[ROWS - 2] == ROWS - 1);

    struct pair { int a; double b; } s[3], t[3];
    for (int i = 0; i < 3; i++)
        s[i] = (struct pair){i / ((3 + n - 1) / n) == me ? i : -1, i};
#pragma xmp gmove
    t = s;
    CHECK(t[0].a == 0 && t[1].a == 1 && t[2].a == 2 && t[2].b == 2);
    int part[3];
#pragma xmp gmove
    part[:] = s[:].a;
    CHECK(part[0] == 0 && part[2] == 2);
    FINISH();
}
