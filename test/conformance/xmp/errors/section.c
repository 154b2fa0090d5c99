// feature: XcalableMP sections in the wrong place
int a[4][4]:[*], b[4], c, f(int *);

int main(void)
{
    // expect-error: an array section may stand on either side of an assignment, not here
    c = f(b[0:2]);
    // expect-error: the right side is an array section, the left side is not
    c = b[0:2];
    // expect-error: this section has 2 dimensions, the left side has 1
    b[:] = a[:][:]:[0];
    // expect-error: an array section cannot be part of this
    b[:] = f(b[:]);
    // expect-error: an assignment of array sections has no value
    c = 1 + (b[:] = 3);
    // expect-error: an array section may stand
    if (b[0:2])
        c = 1;
    // expect-error: an array section may stand
    return a[0][:]:[1];
}
