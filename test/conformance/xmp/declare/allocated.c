// feature: XcalableMP allocated coarrays
#include "../check.h"

double *g:[*];

int main(void)
{
    double *p:[*] = xmp_malloc(100 * sizeof *p);
    int (*q)[5]:[*] = xmp_coarray_alloc(7 * sizeof *q);
    g = xmp_malloc(sizeof *g * 10);
    CHECK(p && q && g);
    for (int i = 0; i < 100; i++)
        p[i] = ME + i;
    q[6][4] = ME;
    g[0] = -ME;
    xmp_sync_all();
    double r[100];
    r[0:100] = p[0:100]:[NEXT];
    for (int i = 0; i < 100; i++)
        CHECK(r[i] == NEXT + i);
    CHECK(q[6][4]:[NEXT] == NEXT);
    CHECK((*g):[NEXT] == -NEXT && g[0]:[NEXT] == -NEXT);
    xmp_sync_all();
    p[10]:[NEXT] += 1000;
    (*(p + 11)):[NEXT] = 5;
    xmp_sync_all();
    CHECK(p[10] == ME + 10 + 1000 && p[11] == 5);
    xmp_free(p);
    xmp_coarray_free(q);
    xmp_free(g);
    xmp_free(0);
    FINISH();
}
