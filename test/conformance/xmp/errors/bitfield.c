// feature: XcalableMP definitions of bit-fields of other images
struct { unsigned kind : 3; int n; } one:[*], all[4]:[*];

int main(void)
{
    one.n:[0] = 1;
    // expect-error: a bit-field of another image can be read, not more, and not in a section: put or get the structure as a whole
    one.kind:[0] = 2;
    // expect-error: a bit-field of another image can be read, not more
    one:[0].kind += 1;
    // expect-error: a section cannot be of bit-fields, which have no address: write a loop
    all[0:4].kind = 1;
    return one.kind:[0];
}
