// feature: XcalableMP elements and nodes that do not exist
struct t { int v, *p; struct t *next; int w[4]; } s[4]:[*], u[4];
int b[4], k;
#include <xmp.h>
#pragma xmp nodes q(2, *)

int main(void)
{
    // expect-error: an array section has no address and is no pointer
    b[:] = &b[:];
    // expect-error: an array section has no address and is no pointer
    b[:] = *u[:].p;
    // expect-error: the elements of a section cannot be followed as pointers
    b[:] = u[:].next->v;
    // expect-error: what another image has in a pointer is an address there
    b[0:2] = s[0:2]:[0].next->v;
    // expect-error: what another image has in a pointer is an address there
    s[1]:[0].next->w[1:2] = 9;
    // expect-error: 'k' is no node array that is declared before this: descriptors are of node arrays
    xmp_desc_of(k);
    // expect-error: the node array 'q' has 2 dimensions, this reference has 1
    xmp_sync_image(q(1));
    return 0;
}
