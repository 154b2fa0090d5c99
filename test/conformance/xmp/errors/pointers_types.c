// feature: XcalableMP pointers in coarrays
// The same where the compiler alone knows that a part of a coarray is a pointer.
#include <xmp.h>

struct inner { int v, w[4]; };
struct outer { int n, *p, flags[2]; struct inner *q, in; } a:[*], list[3]:[*], *made:[*];
int *rows[4]:[*], *own:[*], b[4];

int main(void)
{
    int x = 0, i = 1;
    // expect-error: what a pointer in a coarray points to lies on the image that has set it
    x += a:[1].p[2];
    // expect-error: what a pointer in a coarray points to lies on the image that has set it
    a:[1].p[2] = 1;
    // expect-error: what a pointer in a coarray points to lies on the image that has set it
    x += list[i].p[2]:[1];
    // expect-error: what a pointer in a coarray points to lies on the image that has set it
    list[i].q->v:[1] += 1;
    // expect-error: what a pointer in a coarray points to lies on the image that has set it
    rows[i][2]:[0] = 1;
    // expect-error: what a pointer in a coarray points to lies on the image that has set it
    x += (*made[0].p):[0];
    // expect-error: what a pointer in a coarray points to lies on the image that has set it
    b[0:2] = made->q[0].w[0:2]:[0];
    /* these are in the coarray, or allocated for it */
    x += own[i]:[0] + (*own):[0] + (*(own + i)):[0];
    x += made[i].in.w[2]:[0] + made->flags[i]:[0] + (*made).in.v:[0];
    a.in.w[i]:[0] = list[i]:[0].flags[1];
    b[0:2] = made[1].in.w[0:2]:[0];
    return x + (a:[1].p != 0);
}
