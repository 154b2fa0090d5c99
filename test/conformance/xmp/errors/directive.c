// feature: XcalableMP directives
#define NODES(n) n##0
#define PAIR(a, b) a, b
#pragma xmp nodes p(2, *)
// expect-error: XcalableMP has no directive 'bariere'
#pragma xmp bariere
// expect-error: it has the local view only
#pragma xmp template t(0:99)
// expect-error: stands outside of any function
#pragma xmp barrier
// expect-error: the macro 'NODES' uses # or ##
#pragma xmp nodes q(NODES(4))
// expect-error: the macro 'PAIR' has 2 parameters, which are not what stands in the directive
#pragma xmp nodes w(PAIR(4))
// expect-error: expected the name of a directive
#pragma xmp
int x;

int main(void)
{
    // expect-error: the directive 'image' is for Fortran
#pragma xmp image(p(1))
    // expect-error: in the directive 'bcast'
#pragma xmp bcast x
    // expect-error: the operator
#pragma xmp reduction(/ : x)
    // expect-error: 'r' is no node array
#pragma xmp task on r(1)
    { }
    // expect-error: the node array 'p' has 2 dimensions, this reference has 1
#pragma xmp barrier on p(1)
    // expect-error: expected the end of the directive
#pragma xmp barrier now
    if (x)
    // expect-error: cannot be the body of a statement
#pragma xmp barrier
        x = 1;
    // expect-error: needs a block in braces
#pragma xmp tasks
    x = 2;
#pragma xmp tasks
    // expect-error: holds task constructs and nothing else
    { x = 3; }
    // expect-error: 's' is no node array that is declared before this directive
#pragma xmp nodes s(4) = s(1:4)
    // expect-error: the node array 'p' has 2 dimensions, this reference has 1
#pragma xmp nodes t(4) = p(1:4)
    return 0;
}
