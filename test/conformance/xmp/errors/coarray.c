// feature: XcalableMP what is no coarray
int a[4]:[*], b[4], f(void), s:[2][*];
struct { int *p; } box:[*];

int main(void)
{
    int x, *q:[*] = a;
    // expect-error: 'b' is not a coarray
    x = b[1]:[0];
    // expect-error: 'nothing' is not a coarray
    nothing[1]:[0] = x;
    // expect-error: is no coarray, nor a part of one
    x = f():[0];
    // expect-error: is a value and no object
    x = *(q + 1):[0];
    // expect-error: 's' has 2 codimensions, this reference has 1
    s:[1] = 0;
    // expect-error: 'a' has 1 codimension, this reference has 2
    x = a[1]:[1][2];
    // expect-error: 'q' is a pointer to a coarray
    q:[1] = 0;
    // expect-error: the address of a coindexed object cannot be taken
    q = &a[1]:[0];
    // expect-error: a coindexed object cannot be one
#pragma xmp bcast(a[1]:[0])
    return x;
}
