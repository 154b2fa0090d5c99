// feature: XcalableMP definitions of bit-fields of a type that typeof names
struct s { unsigned kind : 3; int n; } one;
__typeof__(one) all[4]:[*];
int a[4];

int main(void)
{
    a[:] = all[0].kind:[0];
    // expect-error: a bit-field has no address: write a loop in place of a section, and put or get the structure as a whole [C0420]
    all[0].kind:[0] = 2;
    // expect-error: a bit-field has no address
    a[:] = all[0:4].kind;
    return 0;
}
