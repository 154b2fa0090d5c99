// feature: XcalableMP brackets that are not closed
int a[4]:[*];

int main(void)
{
    int k;
    // expect-error: the parenthesis is not closed
    k = (int a[1]:[0];
    // expect-error: the parenthesis is not closed
    k = __typeof__(a[1]:[0];
    return k;
}
// expect-error: the bracket is not closed
int b[3]:[*;
