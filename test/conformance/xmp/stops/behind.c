// feature: XcalableMP checks while the program runs
// conformance: images=1,2
// build-args: -check
// expect-exit: 1
// expect-stderr: the subscript of dimension 1 is 3, there are 3 elements, from 0
#include <xmp.h>

struct held {
    int a[3];
    struct {
        int b[2];
    } in[2];
} s[4]:[*];

int main(void)
{
    int n = 3, r = s[n]:[0].a[n - 1] + s[0]:[0].in[n - 2].b[n - 2];
    s[n]:[0].in[n - 2].b[n - 2] = r;
    s[n]:[0].a[n - 1]++;
    return s[n]:[0].a[n] == 7;
}
