// feature: XcalableMP errors: coarrays by directive where node arrays count in two ways; location variables of a reduction; a directive behind a label
int a[4], m, n;
#pragma xmp nodes p(*)
#pragma xmp nodes q[*]
// expect-error: the images of 'a' count as nodes do, but this file's node arrays count from 0 and from 1
#pragma xmp coarray a:[*]

int main(void)
{
    // expect-error: location variables, as in max:m/i/, are of the loop directive's clause
#pragma xmp reduction(max : m / n /)
    // expect-error: location variables, as in max:m/i/, are of the loop directive's clause
#pragma xmp reduction(min : m / n, a /)
    if (m)
    here:
        // expect-error: the directive 'barrier' cannot be the body of a statement
#pragma xmp barrier
        n = 1;
    return a[0]:[1];
}
