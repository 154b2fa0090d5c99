// feature: XcalableMP what is no variable, and ways into tasks
#include <xmp.h>
int a[4]:[*], k, v;
int count(int n) { return n; }
#pragma xmp nodes p(*)
#pragma xmp nodes p(*)
// expect-error: 'p' is declared in this scope already, as something else
#pragma xmp nodes p(2)
// expect-error: 'v' is declared in this scope already, as something else
#pragma xmp nodes v(2)
// expect-error: '*' stands for one extent only in the shape of a node array
#pragma xmp nodes q(*, *)
// expect-error: expected a name, found the end
#pragma xmp coarray k:[*],

int main(void)
{
    // expect-error: what stands in a bcast is a variable, a part or a section of one
#pragma xmp bcast(k + 1)
    // expect-error: what stands in a bcast is a variable, a part or a section of one
#pragma xmp bcast(a, "text")
    // expect-error: what stands in a reduction is a variable, a part or a section of one
#pragma xmp reduction(+ : count)
    // expect-error: what stands in a reduction is a variable, a part or a section of one
#pragma xmp reduction(max : count(2))
    // expect-error: this leads into the block of a task without passing its directive
    goto inside;
#pragma xmp task on p(1)
    {
    inside:
        k = 1;
        goto outside; /* out of it is allowed */
    }
outside:
    switch (k) {
    case 0:;
#pragma xmp task on p(1)
        {
            // expect-error: this leads into the block of a task without passing its directive
        case 1:
            switch (k) {
            case 2:
                break;
            }
        }
    }
    return 0;
}
