// feature: XcalableMP definitions of bit-fields of other images
#include <xmp.h>
struct s { unsigned kind : 3; int n; } one:[*], all[4]:[*];
int a[4];

int main(void)
{
    one.n:[0] = 1;
    // expect-error: 'kind' is a bit-field, which has no address, so it can be read from another image, and nothing else [C0420]
    one.kind:[0] = 2;
    // expect-error: 'kind' is a bit-field, which has no address, so it can be read from another image, and nothing else [C0420]
    one:[0].kind += 1;
    // expect-error: 'kind' is a bit-field, which has no address, so it can be read
    one.kind:[0]++;
    // expect-error: 'kind' is a bit-field, which has no address, so it cannot be the element of a section [C0420]
    all[0:4].kind = 1;
    // expect-error: 'kind' is a bit-field, which has no address, so it cannot be the element of a section [C0420]
    a[:] = ((struct s *)all)[0:4].kind;
    // expect-error: 'kind' is a bit-field, which has no address, so it cannot be a variable of bcast [C0420]
#pragma xmp bcast(one.kind)
    // expect-error: 'kind' is a bit-field, which has no address, so it cannot be the object of xmp_atomic_define [C0420]
    xmp_atomic_define(one.kind, 1);
    return one.kind:[0];
}
