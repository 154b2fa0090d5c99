// feature: XcalableMP what the types forbid
struct { int a; } s:[*];
int a[4]:[*], *ptr;
double real;
double _Complex complex[3];

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
    // expect-error: this reduction takes integers, real and complex numbers only
#pragma xmp reduction(+ : s)
    // expect-error: this reduction takes integers only
#pragma xmp reduction(| : a, real)
    // expect-error: this reduction takes integers and real numbers only
#pragma xmp reduction(max : complex[0:2]) async(1)
    // expect-error: a value of type 'double' stands where an integer is needed
#pragma xmp wait_async(real)
    return 0;
}
