// feature: XcalableMP constructs where none may stand
int a[4]:[*];
// expect-error: a codimension is a number of images, or '*' in the last place
int none[4]:[];
// expect-error: these codimensions belong to no name
int :[*];
// expect-error: this parameter is not understood
int g(int x, + y:[*]) { return x; }
// expect-error: this declaration is not understood
int 3 x:[*];
// expect-error: this use of XcalableMP's syntax is not understood here
int y __attribute__((aligned(sizeof a[0:1])));

int main(void)
{
    // expect-error: an output operand of asm cannot be a coindexed object
    __asm__("" : "=r"(a[0]:[0]) : "r"(a[1]:[0]));
    // expect-error: expected a subscript, found ']'
    return a[]:[0];
}
