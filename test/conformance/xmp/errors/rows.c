// feature: XcalableMP sections of rows
#include <xmp.h>
int d[4][5]:[*], e[4][5];

int main(void)
{
    // expect-error: each dimension needs a subscript or a triplet, as in a[0:2][:]
    d[0:2]:[1] = 3;
    // expect-error: each dimension needs a subscript or a triplet, as in a[0:2][:]
    e[1:3] = d[0:3]:[0];
    d[0:2][:]:[1] = 3;
    return 0;
}
