// feature: XcalableMP coindexed objects in any expression
#include <math.h>
#include "../check.h"

int a[10]:[*], i:[*];

static int twice(int v) { return 2 * v; }

int main(void)
{
    for (int j = 0; j < 10; j++)
        a[j] = 10 * ME + j;
    i = 3;
    xmp_sync_all();
    CHECK(twice(a[2]:[NEXT]) == 2 * (10 * NEXT + 2));
    CHECK((a[1]:[NEXT] > 10 * NEXT ? a[2]:[NEXT] : a[3]:[NEXT]) == 10 * NEXT + 2);
    CHECK(-a[1]:[NEXT] + ~a[1]:[NEXT] == -2 * (10 * NEXT + 1) - 1);
    CHECK(a[i:[NEXT]]:[NEXT] == 10 * NEXT + 3);
    CHECK(a[i]:[i:[NEXT] - 3] == 3);
    int local[3] = {a[0]:[NEXT], a[1]:[NEXT], [2] = a[9]:[NEXT]};
    CHECK(local[0] == 10 * NEXT && local[1] == 10 * NEXT + 1 && local[2] == 10 * NEXT + 9);
    int n = 0;
    while (n < a[5]:[0])
        n++;
    CHECK(n == 5);
    switch (a[4]:[0]) {
    case 4:
        break;
    default:
        CHECK(0);
    }
    for (int k = a[0]:[0]; k < a[3]:[0]; k++)
        n += a[k]:[0];
    CHECK(n == 5 + 0 + 1 + 2);
    CHECK((n = a[6]:[0], n + 1) == 7);
    CHECK(sizeof a[0]:[NEXT] == sizeof(int) && sizeof(a[0]:[NEXT]) == sizeof(int));
    CHECK((long)a[6]:[0] == 6L && (unsigned char)(a[6]:[0]) == 6);
    CHECK(!a[0]:[0] && (a[1]:[0] || a[2]:[0]) && (a[1]:[0] << 2) == 4);
    int vla[a[2]:[0]];
    CHECK(sizeof vla == 2 * sizeof(int));
    CHECK(sqrt((double)a[4]:[0]) == 2);
    FINISH();
}
