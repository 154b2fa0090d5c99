// feature: XcalableMP checks while the program runs
// conformance: images=1,2
// build-args: -check
// expect-exit: 1
// expect-stderr: the subscript of dimension 1 is 5, there are 5 elements, from 0
#include <xmp.h>

struct held {
    int a[5];
    int tail[1];
} s:[*];

int main(void)
{
    int n = 5, b[6];
    b[0:n] = s.a[0:n]:[0];
    s.tail[0:n - 4] = b[0:n - 4];
    b[1:n] = s.a[1:n]:[0];
    return 0;
}
