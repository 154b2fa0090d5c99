// feature: XcalableMP macros in directives
#include "../check.h"

#define ALL *
#define MASTER 1
#define NODES p
#define SIZE (1 + 1)
#define TAG 1000 + SIZE
#define OPERATION max
#define VARIABLES x, y[0:SIZE]
#pragma xmp nodes NODES(ALL)

int main(void)
{
    int n = xmp_num_nodes(), x = ME, y[4] = {ME, ME, ME, ME};
#pragma xmp task on NODES(MASTER)
    CHECK(ME == 0 && n >= MASTER);
#pragma xmp reduction(OPERATION : VARIABLES)
    CHECK(x == n - 1 && y[0] == n - 1 && y[1] == n - 1 && y[2] == ME);
#pragma xmp post(p(MASTER), TAG)
    if (ME == 0)
        for (int k = 1; k <= n; k++) {
#pragma xmp wait(p(k), 1002)
        }
#undef MASTER
#define MASTER n
    x = ME;
#pragma xmp bcast(x) from NODES(MASTER)
    CHECK(x == n - 1);
#  pragma   xmp	barrier /* blanks */
    FINISH();
}
