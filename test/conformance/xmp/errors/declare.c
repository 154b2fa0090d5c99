// feature: XcalableMP declarations
// expect-error: cannot have codimensions
typedef int t[3]:[*];
// expect-error: a member of a struct cannot be a coarray
struct s { int x:[*]; };
// expect-error: cannot be a coarray
int f(void):[*];
// expect-error: cannot be const, register or thread-local
const int k:[*] = 1;
// expect-error: thread-local
static _Thread_local int l:[*];
// expect-error: '*' may stand in the last codimension only
int m:[*][2];
int twice:[*];
// expect-error: is a coarray already
#pragma xmp coarray twice:[*]
// expect-error: is no variable that is declared before this directive
#pragma xmp coarray later:[*]
int later;

// expect-error: must be an array or a pointer
int g(int x:[*])
{
    // expect-error: is a local variable; declare it static
    int y:[*];
    int z;
    // expect-error: is a local variable
#pragma xmp coarray z:[*]
    return x + y + z;
}
int main(void) { return 0; }
