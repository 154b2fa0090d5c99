// feature: XcalableMP coindexed objects in asm statements, names with letters beyond ASCII
#include "../check.h"

#define ÄNDERE(x) ((x) += 1)
int größe[3]:[*], \u00e4hnlich:[*];
#pragma xmp nodes netz(*)

int main(void)
{
    int x = 0;
    größe[1] = 10 * ME;
    ähnlich = ME;
    xmp_sync_all();
    __asm__("addl %1, %0" : "+r"(x) : "r"(größe[1]:[NEXT]), [other] "r"(größe[2]));
    CHECK(x == 10 * NEXT && ähnlich:[NEXT] == NEXT);
    __asm__ volatile("" ::: "memory");
    xmp_sync_all();
    ÄNDERE(größe[1]:[NEXT]);
    xmp_sync_all();
    CHECK(größe[1] == 10 * ME + 1);
#pragma xmp bcast(größe[0:2], ähnlich)
    CHECK(größe[1] == 1 && ähnlich == 0);
    FINISH();
}
