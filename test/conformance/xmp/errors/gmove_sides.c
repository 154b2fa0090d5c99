// feature: XcalableMP gmove
int a[4]:[*], b[4], c[2][2], x;

int main(void)
{
#pragma xmp gmove in
    // expect-error: the right side is coindexed, the left side is not
    b[:] = a[:];
#pragma xmp gmove out
    // expect-error: the left side is coindexed, the right side is not
    a[:] = b[:];
#pragma xmp gmove
    // expect-error: this section has 2 dimensions, the left side has 1
    b[:] = c[:][:];
#pragma xmp gmove
    // expect-error: the right side is an array section, the left side is not
    x = b[0:2];
    return 0;
}
