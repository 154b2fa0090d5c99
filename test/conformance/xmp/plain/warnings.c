// feature: XcalableMP without warnings of the compiler
// build-args: -Wall -Wextra -Werror
#include "../check.h"

#pragma xmp nodes p(*)
double a[6][4]:[*], b[6][4];
int x:[*];
volatile int flag:[*];

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
    CHECK(s == N && x:[0] == 3 * N && a[1][2] == 5 && a[0][3] == ME + 1);
    FINISH();
}
