// feature: XcalableMP in several files
// files: lib.c main.c plain.c
#include "../../check.h"
#include "lib.h"

int plain(int);

int main(void)
{
    put(NEXT, ME + 1);
    xmp_sync_all();
    CHECK(u[3] == BEFORE + 1 && u[3]:[NEXT] == ME + 1);
    CHECK(plain(2) == 4);
    FINISH();
}
