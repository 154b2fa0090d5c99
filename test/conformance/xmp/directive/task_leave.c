// feature: XcalableMP ways out of a task
#include "../check.h"

#pragma xmp nodes p(*)
int a:[*];

static int by_return(int me)
{
#pragma xmp task on p(1)
    return 10 * me;
    return me;
}

static int by_goto(int me)
{
    int times = 0;
again:
    times++;
#pragma xmp task on p
    {
        if (times < 3)
            goto again;
    }
    return times + 0 * me;
}

static int by_loop(void)
{
    int sum = 0;
    for (int i = 0; i < 5; i++) {
#pragma xmp task on p
        {
            if (i == 1)
                continue;
            if (i == 4)
                break;
            sum += i;
        }
    }
    return sum;
}

int main(void)
{
    int me = xmp_node_num(), n = xmp_num_nodes();
    CHECK(by_return(me) == (me == 1 ? 10 : me));
    CHECK(xmp_num_nodes() == n);
    CHECK(by_goto(me) == 3 && xmp_num_nodes() == n);
    CHECK(by_loop() == 5 && xmp_num_nodes() == n);
    a = me;
    xmp_sync_all();
    CHECK(a:[NEXT] == NEXT + 1);
    FINISH();
}
