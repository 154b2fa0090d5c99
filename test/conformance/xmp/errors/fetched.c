// feature: XcalableMP values of other images that are no objects any more
int x:[*], k;
struct s { int v, w[3]; } s:[*];
double _Complex z[4]:[*];

int main(void)
{
    // expect-error: a coindexed object that _Generic has as its value can be read, and nothing else
    _Generic(1, int: x:[k]) = 3;
    // expect-error: a coindexed object that _Generic has as its value can be read, and nothing else
    _Generic(1, int: s:[k]).w[2]++;
    // expect-error: a coindexed object that _Generic has as its value can be read, and nothing else
    int *p = &_Generic(1, double: x, default: (x:[k]));
    // expect-error: a coindexed object that a statement expression has as its value can be read
    ({ x:[k]; }) = 3;
    // expect-error: a coindexed object that a statement expression has as its value can be read
    ({ k++; s:[k]; }).v += 2;
    // expect-error: the address of a coindexed object cannot be taken
    double *r = &__real__ z[1]:[k];
    // expect-error: the address of a coindexed object cannot be taken
    p = &__extension__ x:[k];
    // expect-error: made of an array section by an operator, and cannot be assigned
    __real__ z[0:3] = 1;
    return r != 0;
}
