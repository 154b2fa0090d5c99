// feature: XcalableMP xmp_malloc that fails
#include "../check.h"

int main(void)
{
    char *none:[*] = xmp_malloc(1ul << 60);
    CHECK(none == NULL);
    int *p:[*] = xmp_malloc(0);
    CHECK(p != NULL);
    xmp_free(p);
    xmp_free(NULL);
    p = xmp_malloc(100 * sizeof *p);
    CHECK(p != NULL);
    p[99] = ME;
    xmp_sync_all();
    CHECK(p[99]:[NEXT] == NEXT);
    xmp_free(p);
    FINISH();
}
