// feature: XcalableMP get-accumulate
#include "../check.h"

double w[10]:[*];

int main(void)
{
    double s[10], t = 0;
    int n = 0;
    for (int i = 0; i < 10; i++)
        w[i] = ME + i;
    s[:] = 1;
    xmp_sync_all();
    for (int k = 0; k < N; k++)
        s[0:10] += w[0:10]:[k];
    for (int i = 0; i < 10; i++)
        CHECK(s[i] == 1 + N * i + N * (N - 1) / 2);
    s[:] = 100;
    s[2:3] -= w[5:3]:[NEXT];
    s[5:2] /= w[8:2]:[NEXT];
    CHECK(s[1] == 100 && s[2] == 95 - NEXT && s[5] == 100. / (NEXT + 8));
    t += w[1]:[NEXT];
    n -= w[2]:[NEXT];
    CHECK(t == NEXT + 1 && n == -NEXT - 2);
    FINISH();
}
