// feature: XcalableMP gmove
int b[4], *q;

int main(void)
{
#pragma xmp gmove
    // expect-error: how many rows a pointer points to is not
    b[0:2] = q[0:2];
#pragma xmp gmove
    // expect-error: a whole array stands on the right of a section
    b[0:4] = b;
    return 0;
}
