// feature: XcalableMP coarrays and allocation in tasks
#include "../check.h"

#pragma xmp nodes p(*)
int a[3]:[*];

static int sum_of(int *x:[*])
{
    int sum = 0;
    for (int k = 0; k < N; k++)
        sum += x[0]:[k];
    return sum;
}

int main(void)
{
    int me = xmp_node_num(), n = xmp_num_nodes(), odd = (n + 1) / 2;
    a[0] = me;
    xmp_sync_all();
#pragma xmp task on p(1:n:2)
    {
        CHECK(sum_of(a) == odd * odd);
        xmp_sync_all();
        a[0:1]:[NEXT] = 100 + me;
        xmp_sync_all();
        CHECK(a[0] == 100 + 2 * BEFORE + 1);
        int *own:[*] = xmp_malloc(10 * sizeof *own);
        own[0:10] = me;
        xmp_sync_all();
        CHECK(sum_of(own) == odd * odd && own[9]:[N - 1] == 2 * odd - 1);
        xmp_sync_all();
        own[3]:[0] += 1;
        xmp_sync_all();
        if (ME == 0)
            CHECK(own[3] == 1 + odd);
        xmp_free(own);
    }
    xmp_sync_all();
    CHECK(me % 2 == 0 ? a[0] == me : a[0] >= 100);
    FINISH();
}
