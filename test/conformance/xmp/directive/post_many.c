// feature: XcalableMP post and wait
// conformance: images=1,2,3,6
#include "../check.h"

#pragma xmp nodes p(*)
enum { MANY = 3000 };
int a[MANY]:[*];

/* More posts than there is room for, of all nodes before any of them waits; the data come with them. */
int main(void)
{
    int me = xmp_node_num(), n = xmp_num_nodes(), next = me % n + 1, before = (me + n - 2) % n + 1, found = 0;
    for (int i = 0; i < MANY; i++) {
        a[i]:[next - 1] = 10 * me + i;
#pragma xmp post(p(next), i)
    }
    for (int i = 0; i < MANY; i++) {
#pragma xmp wait(p(before), i)
        CHECK(a[i] == 10 * before + i);
    }
#pragma xmp barrier
    /* one takes the posts of all, in any order, of each in its own */
    for (int i = 0; i < MANY; i++) {
#pragma xmp post(p(1), i)
    }
    for (int k = 0; me == 1 && k < n * MANY; k++) {
#pragma xmp wait
        found++;
    }
    CHECK(me != 1 || found == n * MANY);
#pragma xmp barrier
    /* a long definition in front of a post is complete when the post is taken */
    for (int turn = 1; turn <= 20; turn++) {
        for (int i = 0; i < MANY; i++)
            a[i] = -1;
#pragma xmp barrier
        int b[MANY];
        for (int i = 0; i < MANY; i++)
            b[i] = me * turn + i;
        a[0:MANY]:[next - 1] = b[0:MANY];
#pragma xmp post(p(next), turn)
#pragma xmp wait(p(before), turn)
        for (int i = 0; i < MANY; i++)
            CHECK(a[i] == before * turn + i);
#pragma xmp barrier
    }
    FINISH();
}
