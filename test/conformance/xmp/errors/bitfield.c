// feature: XcalableMP definitions of bit-fields of other images
struct { unsigned kind : 3; int n; } one:[*];

int main(void)
{
    one.n:[0] = 1;
    // expect-error: a bit-field of another image can be read, not more: put the structure as a whole
    one.kind:[0] = 2;
    // expect-error: a bit-field of another image can be read, not more
    one:[0].kind += 1;
    return one.kind:[0];
}
