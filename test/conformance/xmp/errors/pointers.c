// feature: XcalableMP pointers in coarrays
// What a pointer in a structure or an array points to is not reached on another image: the
// pointer's value means something on the image that has set it.
#include <xmp.h>

struct inner { int v, w[4]; };
struct outer { int n, *p, flags[2]; struct inner *q, in; } a:[*], list[3]:[*];
int *rows[4]:[*], *own:[*], b[4];
typedef int (*function)(int);
function f:[*], table[2]:[*];
struct { function g; } calls[2]:[*];

int main(void)
{
    int x;
    // expect-error: what another image has in a pointer is an address there
    x = a:[1].q->v;
    // expect-error: what another image has in a pointer is an address there
    a:[1].q->v = 3;
    // expect-error: what another image has in a pointer is an address there
    x += *a:[1].p;
    // expect-error: what another image has in a pointer is an address there
    x += *(list[2]:[1].p + 1);
    // expect-error: what another image has in a pointer is an address there
    x += *own:[0];
    // expect-error: what another image has in a pointer is an address there
    x += f:[1](1);
    // expect-error: what another image has in a pointer is an address there
    x += table[1]:[1](x);
    // expect-error: what another image has in a pointer is an address there
    x += calls[0].g:[1](2) + 1;
    // expect-error: what another image has in a pointer is an address there
    x += (calls[0]:[1].g)(3);
    // expect-error: what another image has in a pointer is an address there
    x += (*table[0]:[1])(4);
    // expect-error: what another image has in a pointer is an address there
    x += (x ? f:[1] : f)(5);
    // expect-error: what another image has in a pointer is an address there
    x += (x, f:[1])(6);
    // expect-error: what another image has in a pointer is an address there
    x += ((function)f:[1])(7);
    // expect-error: what another image has in a pointer is an address there
    x += (**f:[1])(8);
    return x + f(1) + table[1](2) + calls[0].g(3);
}
