// feature: XcalableMP sections that constants tell to be wrong
enum { N = 10, BACK = -2 };
typedef int row[N];
struct held {
    int a[5];
    int tail[1];
};
int a[N]:[*], b[4][5]:[*], c[N], bad:[BACK][*];
row named:[*], own;
struct held s:[*], t[3]:[*], u;

int main(void)
{
    int vla[a[0] + 20];
    // expect-error: the length of a section cannot be negative [C0406]
    c[0:3] = a[5:-1]:[0];
    // expect-error: the length of a section cannot be negative [C0406]
    c[0:BACK] = 1;
    // expect-error: the step of a section cannot be 0 [C0406]
    c[0:3] = a[0:3:N - 10]:[0];
    // expect-error: the section goes beyond the declared extent of its array [C0406]
    c[0:3] = a[8:3]:[0];
    // expect-error: the section goes beyond the declared extent of its array [C0406]
    a[12:] = 1;
    // expect-error: the section goes beyond the declared extent of its array [C0406]
    b[4][0:3] = 1;
    // expect-error: the section goes beyond the declared extent of its array [C0406]
    c[9:11:-1] = 2;
    // expect-error: a codimension has at least one image [C0408]
    bad:[0][0] = 1;
    // expect-error: the section goes beyond the declared extent of its array [C0406]
    c[0:6] = named[5:6]:[0];
    // expect-error: the section goes beyond the declared extent of its array [C0406]
    own[8:3] = 0;
    // expect-error: the section goes beyond the declared extent of its array [C0406]
    c[0:4] = s.a[2:4]:[0];
    // expect-error: the section goes beyond the declared extent of its array [C0406]
    t[1].a[3:3]:[0] = 0;
    // expect-error: the section goes beyond the declared extent of its array [C0406]
    (&u)->a[2:3:-2] = 0;
    s.tail[0:4] = 0; // as old programs end structures
    vla[30:1] = 0; // not constant
    c[9:10:-1] = 2;
    c[10:0] = 2;
    return 0;
}
