// feature: XcalableMP checks while the program runs
// conformance: images=1,2
// build-args: -check
// expect-exit: 1
// expect-stderr: the subscript of dimension 2 is 5, there are 5 elements, from 0
#include <xmp.h>

double y[3][5]:[*], (*rows)[5]:[*] = y;

int main(void)
{
    int n = 2, m = 5;
    y[n++][m - 1]:[0] = 1;
    rows[n - 1][m - 1]:[0] += y[n - 2][0]:[0];
    if (n != 3)
        return 2;
    return rows[3][m]:[0] == 3;
}
