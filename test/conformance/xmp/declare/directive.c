// feature: XcalableMP coarrays by directive
// Scalars, arrays and structures; a list shares codimensions; after an extern declaration; in a function.
#include "../check.h"

struct point { double x, y; };
extern int later[3];
int one, two[2], three;
struct point p;
#pragma xmp coarray one, two:[*], p:[*]
#pragma xmp coarray later:[*]
#pragma xmp coarray three:[*]
int later[3];

static int in_function(int add)
{
    static int own;
#pragma xmp coarray own:[*]
    own += add;
    xmp_sync_all();
    int sum = 0;
    for (int k = 1; k <= xmp_num_nodes(); k++)
        sum += own:[k];
    xmp_sync_all();
    return sum;
}

int main(void)
{
    int me = xmp_node_num(), n = xmp_num_nodes(), next = me % n + 1;
    one = me;
    two[1] = 10 * me;
    three = 100 * me;
    p = (struct point){me, -me};
    later[2] = me + 7;
    xmp_sync_all();
    CHECK(one:[next] == next && two[1]:[next] == 10 * next && three:[next] == 100 * next);
    CHECK(p.y:[next] == -next && (p:[next]).x == next && later[2]:[next] == next + 7);
    CHECK(in_function(1) == n);
    CHECK(in_function(me) == n + n * (n + 1) / 2);
    FINISH();
}
