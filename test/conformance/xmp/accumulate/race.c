// feature: XcalableMP accumulation: long sections and elements of one array by all images at once
#include "../check.h"

enum { SIZE = 20000, TIMES = 30 };
double a[SIZE]:[*], b[SIZE];
unsigned char c[3 * SIZE]:[*];
struct { short low; float x; char high; } s[SIZE]:[*];
int m[50][700]:[*];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        b[i] = i % 7;
    xmp_sync_all();
    /* Sections begin at different places, go both ways and leave gaps; single elements lie in all stripes. */
    for (int t = 0; t < TIMES; t++) {
        a[:]:[0] += b[:];
        a[ME:SIZE - 100]:[0] += 1;
        a[SIZE - 1:SIZE:-1]:[0] += 2;
        a[1:SIZE / 5:5]:[0] -= 1;
        for (int i = 0; i < SIZE; i += 500)
            a[i]:[0] += 3;
        c[ME:3 * SIZE - ME]:[0] += 1;
        c[3 * SIZE - 1]:[0]++;
        s[0:SIZE].x:[0] += 1;
        s[7].x:[0] += 1;
        s[0:SIZE / 9:9].high:[0] ^= 1 << ME % 7;
        m[1:48][:]:[0] += 1;
        m[0:8:7][3:600]:[0] += 1;
    }
    xmp_sync_all();
    if (ME == 0) {
        for (int i = 0; i < SIZE; i++) {
            int shifted = 0;
            for (int k = 0; k < N; k++)
                shifted += i >= k && i < k + SIZE - 100;
            CHECK(a[i] == TIMES * (N * (i % 7 + 2 - (i % 5 == 1) + 3 * (i % 500 == 0)) + shifted));
            CHECK(s[i].x == TIMES * N * (1 + (i == 7)) && s[i].low == 0 && s[i].high == 0);
        }
        for (int i = 0; i < 3 * SIZE; i++)
            CHECK(c[i] == (unsigned char)(TIMES * ((i < N ? i + 1 : N) + (i == 3 * SIZE - 1 ? N : 0))));
        for (int i = 0; i < 50; i++)
            for (int j = 0; j < 700; j++)
                CHECK(m[i][j] == TIMES * N * ((i >= 1 && i < 49) + (i % 7 == 0 && j >= 3 && j < 603)));
    }
    FINISH();
}
