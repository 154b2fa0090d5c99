// feature: XcalableMP accumulation inside and outside of a task whose nodes are in no regular order
// conformance: images=6
#include "../check.h"

#pragma xmp nodes p(3, 2)
enum { SIZE = 6000, TIMES = 40 };
double a[SIZE]:[*];
long n:[*];

/* Nodes 1, 2, 4, 5 name node 4 as the third of the task; the others by its number, at the same time. */
static void add(int image)
{
    for (int t = 0; t < TIMES; t++) {
        a[:]:[image] += 1;
        a[10]:[image] += 1;
        n:[image]++;
    }
}

int main(void)
{
    xmp_sync_all();
    const int inside = xmp_all_node_num() % 3 != 0;
#pragma xmp task on p(1:2, 1:2)
    {
        CHECK(N == 4);
        add(2);
    }
    if (!inside)
        add(3);
    xmp_sync_all();
    if (ME == 3) {
        for (int i = 0; i < SIZE; i++)
            CHECK(a[i] == 6 * TIMES * (1 + (i == 10)));
        CHECK(n == 6 * TIMES);
    } else {
        CHECK(a[0] == 0 && a[SIZE - 1] == 0 && n == 0);
    }
    FINISH();
}
