// feature: XcalableMP coindexed objects and commas between ? and :
#include "../check.h"

int x[4]:[*];
struct { unsigned low : sizeof(int) > 2 ? 3 : 2, high : 5; } bits;

int main(void)
{
    x[:] = ME + 1;
    xmp_sync_all();
    int k = NEXT, n = 0;
    int a = k >= 0 ? n++, x[1]:[k] : 0, b = x[2]:[k] > 0 ? n++ ? x[0]:[k] : 7, n + 6 : 9, c = 3;
    CHECK(a == k + 1 && b == 8 && c == 3 && n == 2);
    for (int i = x[3]:[k] ? n = 5, 1 : 0, j = 2; i < j; i++)
        CHECK(n == 5 && j == 2);
    int list[] = {x[0]:[k] ? n++, 2 : 3, 4};
    CHECK(list[0] == 2 && list[1] == 4 && sizeof list == 2 * sizeof(int));
    bits.low = 7;
    bits.high = 31;
    FINISH();
}
