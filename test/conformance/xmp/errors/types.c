// feature: XcalableMP what the types forbid
struct { int a; } s:[*];
int a[4]:[*], *ptr;

int main(void)
{
    int *p = a;
    // expect-error: invalid operands to binary
    s:[0] += 1;
    // expect-error: a whole array of another image stands here
    p = a:[0];
    // expect-error: a section of what a pointer points to needs base and length
    p[:] = 0;
    // expect-error: a pointer means nothing on other nodes
#pragma xmp bcast(ptr)
    return 0;
}
