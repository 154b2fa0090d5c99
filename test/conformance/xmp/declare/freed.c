// feature: XcalableMP allocated coarrays
// xmp_free makes null what may be assigned to, and takes any pointer.
#include "../check.h"

static double (*field):[*];

void drop(int (*x):[*])
{
    xmp_free(x);
    CHECK(x == NULL);
}

int main(void)
{
    int (*p):[*] = xmp_malloc(10 * sizeof *p), (*q):[*] = xmp_malloc(10 * sizeof *q);
    int *const fixed = xmp_malloc(4), *list[2] = {xmp_malloc(8), xmp_malloc(8)};

    field = xmp_malloc(20 * sizeof *field);
    p[0]:[0] = 1;
    xmp_sync_all();
    N > 9 ? xmp_free(p) : xmp_free((p));
    if (p == NULL)
        xmp_free(field), p = xmp_malloc(sizeof *p);
    CHECK(field == NULL && p != NULL);
    drop(q);
    CHECK(q != NULL);
    xmp_free(fixed);
    xmp_free(list[0]);
    xmp_free(list[1]);
    CHECK(fixed != NULL);
    xmp_free(p);
    xmp_free(p); /* null: nothing to do */
    FINISH();
}
