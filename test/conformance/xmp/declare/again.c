// feature: XcalableMP the directive coarray in a header and where the variable is defined
#include "../check.h"

extern double a[4], b[2][3];
#pragma xmp coarray a, b:[2][*]
double a[4], b[2][3];
#pragma xmp coarray a:[2][*]
#pragma xmp coarray b:[2][*]

int main(void)
{
    a[1] = xmp_node_num();
    b[1][2] = -xmp_node_num();
    xmp_sync_all();
    const int k = NEXT;
    CHECK(a[1]:[k % 2 + 1][k / 2 + 1] == k + 1 && b[1][2]:[k % 2 + 1][k / 2 + 1] == -(k + 1));
    FINISH();
}
