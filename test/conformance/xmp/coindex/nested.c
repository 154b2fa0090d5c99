// feature: XcalableMP coindexed objects inside each other
#include "../check.h"

int next:[*], index_of[4]:[*], a[4][3]:[*], depth:[*];

int main(void)
{
    next = NEXT;
    depth = 0;
    for (int i = 0; i < 4; i++) {
        index_of[i] = 3 - i;
        for (int j = 0; j < 3; j++)
            a[i][j] = 100 * ME + 10 * i + j;
    }
    xmp_sync_all();
    /* a list over the images */
    int at = ME;
    for (int i = 0; i < N; i++)
        at = next:[at];
    CHECK(at == ME);
    CHECK(next:[next:[ME]] == (NEXT + 1) % N);
    CHECK(a[index_of[1]:[NEXT]][index_of[2]:[BEFORE]]:[next:[ME]] == 100 * NEXT + 21);
    CHECK(a[index_of[index_of[3]:[NEXT]]:[NEXT]][0]:[NEXT] == 100 * NEXT + 30);
    xmp_sync_all();
    a[index_of[0]:[NEXT]][index_of[3]:[NEXT]]:[next:[ME]] = depth:[NEXT] + 5;
    xmp_sync_all();
    CHECK(a[3][0] == 5);
    FINISH();
}
