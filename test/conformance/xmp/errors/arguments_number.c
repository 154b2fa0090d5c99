// feature: XcalableMP number of arguments
#include <xmp.h>
int n:[*], old;
#pragma xmp nodes p(*)

int main(void)
{
    // expect-error: 'xmp_atomic_define' takes 2 arguments, but this call has 0
    xmp_atomic_define();
    // expect-error: 'xmp_atomic_add' takes 2 arguments, but this call has 1
    xmp_atomic_add(n:[1]);
    // expect-error: 'xmp_atomic_ref' takes 2 arguments, but this call has 1
    xmp_atomic_ref(&old);
    // expect-error: 'xmp_atomic_fetch_or' takes 2 arguments, but this call has 3
    old = xmp_atomic_fetch_or(n:[1], 1, 2);
    // expect-error: 'xmp_atomic_cas' takes 3 arguments, but this call has 2
    old = xmp_atomic_cas(n:[1], 1);
    // expect-error: 'xmp_desc_of' takes 1 argument, but this call has 0
    old = xmp_nodes_size(xmp_desc_of(), 1, &old);
    return 0;
}
