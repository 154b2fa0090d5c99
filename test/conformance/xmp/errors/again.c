// feature: XcalableMP declarations again, and impossible codimensions
#pragma xmp nodes p(*)
int a:[*], same:[2 * 2][*], w;
// expect-error: 'a' has been declared with other codimensions
extern int a:[2][*];
extern int a:[*];
extern int same:[4][*];
// expect-error: 'same' has been declared with other codimensions
extern int same:[2][*];
// expect-error: a codimension of -1 images
int back:[-1][*];
// expect-error: a codimension of 0 images
int none:[2 - 2][*];
#pragma xmp coarray w:[*]
// expect-error: 'w' has been declared with other codimensions
extern int w:[*];

int main(void)
{
    // expect-error: the step of a set of nodes cannot be 0
#pragma xmp barrier on p(1:2:0)
    // expect-error: 'firstmax' is one of the loop directive's clause
#pragma xmp reduction(firstmax : w)
    return 0;
}
