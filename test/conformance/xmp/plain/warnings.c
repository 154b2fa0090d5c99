// feature: XcalableMP without warnings of the compiler
// build-args: -Wall -Wextra -Werror
#include "../check.h"

#pragma xmp nodes p(*)
double a[6][4]:[*], b[6][4];
int x:[*];
volatile int flag:[*];

/* What comments tell the compiler is not lost. */
static int steps(int n)
{
    int s = 0;
    switch (n) {
    case 3: s += x:[ME]; /* fall through */
    case 2:
        s++;
        // FALLTHRU
    case 1: {
        s++;
    }

    /* Falls-through. */
    default:
        return s;
    }
}

int main(void)
{
    a[:][:] = ME;
    x = ME;
    flag:[ME] = 1;
    xmp_sync_all();
    b[0:3][:] = a[1:3][:]:[NEXT];
    b[:][1] += a[:][2]:[NEXT] * 2;
    CHECK(b[2][1] == 3 * NEXT && flag);
    xmp_sync_all();
    x:[0] += 1;
    x:[0]++;
    a[0][:]:[NEXT] += 1;
    a[1][2]:[NEXT] = 5;
    xmp_sync_all();
    xmp_atomic_add(&x:[0], 1);
#pragma xmp task on p(1)
    {
        CHECK(xmp_num_nodes() == 1);
    }
    int s = 1;
#pragma xmp reduction(+ : s, b[0:1][:])
#pragma xmp bcast(s)
    xmp_sync_all();
    CHECK(steps(0) == 0 && steps(1) == 1 && steps(2) == 2 && steps(3) == 2 + x);
    CHECK(s == N && x:[0] == 3 * N && a[1][2] == 5 && a[0][3] == ME + 1);
    FINISH();
}
