// feature: XcalableMP sections: get and put
#include "../check.h"

int a[20]:[*], b[20];

int main(void)
{
    for (int i = 0; i < 20; i++) {
        a[i] = 100 * ME + i;
        b[i] = -1;
    }
    xmp_sync_all();
    b[3:5] = a[10:5]:[NEXT];
    for (int i = 0; i < 20; i++)
        CHECK(b[i] == (i >= 3 && i < 8 ? 100 * NEXT + 7 + i : -1));
    b[:] = a[:]:[NEXT];
    for (int i = 0; i < 20; i++)
        CHECK(b[i] == 100 * NEXT + i);
    b[0:4:2] = a[1:4:3]:[NEXT];
    for (int i = 0; i < 4; i++)
        CHECK(b[2 * i] == 100 * NEXT + 1 + 3 * i);
    b[15:] = a[:5]:[NEXT];
    for (int i = 0; i < 5; i++)
        CHECK(b[15 + i] == 100 * NEXT + i);
    xmp_sync_all();
    a[0:10]:[NEXT] = b[0:10];
    a[10:5:2]:[NEXT] = b[15:5];
    xmp_sync_all();
    for (int i = 0; i < 5; i++)
        CHECK(a[10 + 2 * i] == 100 * ME + i);
    FINISH();
}
