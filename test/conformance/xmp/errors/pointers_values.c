// feature: XcalableMP pointers on the right of sections
#include <xmp.h>

int a[4]:[*], *p, array[4], steps[4];
struct { int *p; } s;

int main(void)
{
    // expect-error: a pointer stands on the right of a section whose elements are no pointers
    a[:] = p;
    // expect-error: a pointer stands on the right of a section whose elements are no pointers
    a[:] = (p);
    // expect-error: a pointer stands on the right of a section whose elements are no pointers
    a[:]:[1] = &a[1];
    // expect-error: a pointer stands on the right of a section whose elements are no pointers
    a[:] = a[:] > 1 ? s.p : a[:];
    // expect-error: a pointer stands on the right of a section whose elements are no pointers
    a[:] += p;
    // expect-error: a pointer stands on the right of a section whose elements are no pointers
    a[:] = p ?: steps[:];
    // expect-error: a whole array stands on the right of a section: write a section of 'array'
    a[:] = array - steps[:];
    return 0;
}
