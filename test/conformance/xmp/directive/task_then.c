// feature: XcalableMP statements directly behind a task, and bounds of parameters that the first statement does not need
#include "../check.h"

#pragma xmp nodes p(*)
int a[4]:[*], b[4];

static void bound(int n, int v[n]:[*])
{
    a[1]:[ME] = 1;
    v[:] = 5;
    b[0:n] = v[:]:[ME];
}

static void bound_behind_directive(int n, int v[n]:[*])
{
#pragma xmp barrier
    v[:]:[ME] = 6;
}

int main(void)
{
#pragma xmp task on p(1)
    { a[2] = 1; }
    a[1]:[ME] = 2;
    CHECK(a[1] == 2 && a[2] == (ME == 0));
#pragma xmp task on p(1)
    { a[2] = 7; }
    a[0:2]:[ME] = 3;
    CHECK(a[0] == 3 && a[1] == 3);
    switch (ME) {
    default:
#pragma xmp task on p(1)
        {
#pragma xmp task on p(1)
            { a[3] = 9; }
        }
        a[0]:[ME] += 2; // falls through
    case -1:
        a[0]:[ME]++;
    }
    CHECK(a[0] == 6 && a[3] == (ME == 0 ? 9 : 0));
    bound(4, a);
    CHECK(b[0] == 5 && b[3] == 5);
    bound_behind_directive(4, a);
    CHECK(a[0] == 6 && a[3] == 6);
    FINISH();
}
