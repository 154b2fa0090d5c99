// feature: XcalableMP sync_image and sync_images with nodes of an array
#include "../check.h"

#pragma xmp nodes p(*)
#pragma xmp nodes q[*]
#pragma xmp nodes line(1, *)

static int a:[*], from:[*];

int main(void)
{
    const int me = xmp_node_num(), n = xmp_num_nodes(), other = 3 - me;
    int status = 7;
    if (n > 1 && me <= 2) {
        a:[other - 1] = me;
#pragma xmp sync_image(p(other))
        CHECK(a == other);
#pragma xmp sync_image(q[other - 1])
        a:[other - 1] = 10 * me;
        xmp_sync_image(p(other));
        CHECK(a == 10 * other);
        xmp_sync_image(q[other - 1], &status);
        CHECK(status == XMP_STAT_SUCCESS);
        a:[other - 1] = 20 * me;
        xmp_sync_image(line(1, other), NULL);
        CHECK(a == 20 * other);
        xmp_sync_image((other - 1));
    }
    from:[NEXT] = me;
#pragma xmp sync_images(p)
    CHECK(from == BEFORE + 1);
#pragma xmp sync_images(q[0:n])
    if (me % 2 == 1) {
        if (me + 2 <= n)
            a:[me + 1] = me;
#pragma xmp sync_images(p(1:n:2))
        CHECK(me < 3 || a == me - 2);
    }
#pragma xmp task on p((n + 1) / 2:n)
    { /* images of calls, and of an array of the executing nodes, are those of the task; nodes of p are still all */
#pragma xmp nodes here(*) = *
        const int first = (n + 1) / 2, size = n - first + 1;
        if (size > 1 && xmp_node_num() <= 2) {
            const int you = 3 - xmp_node_num();
            a:[you - 1] = -me;
#pragma xmp sync_image(p(first + you - 1))
            CHECK(a == -(first + you - 1));
            xmp_sync_image(here(you));
            a:[you - 1] = -2 * me;
            xmp_sync_image(p(first + you - 1));
            CHECK(a == -2 * (first + you - 1));
        }
    }
    FINISH();
}
