// feature: XcalableMP gmove
int a[4]:[*], b[4], x, f(void);

int main(void)
{
#pragma xmp gmove
    // expect-error: neither operators nor calls stand in the assignment
    b[:] = a[:] + 1;
#pragma xmp gmove
    // expect-error: neither operators nor calls stand in the assignment
    x = f();
#pragma xmp gmove
    // expect-error: neither operators nor calls stand in the assignment
    b[:] += a[:];
    // expect-error: 'gmove async' is for 'in' and 'out'
#pragma xmp gmove async(1)
    b[:] = a[:];
    {
        // expect-error: is missing
#pragma xmp gmove
    }
    return 0;
}
