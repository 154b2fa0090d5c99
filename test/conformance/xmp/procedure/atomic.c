// feature: XcalableMP atomic procedures
#include "../check.h"

int x[2]:[*];
long y:[*];

int main(void)
{
    x[1] = 0;
    y = 1;
    xmp_sync_all();
    xmp_atomic_add(&x[1]:[0], 2);
    xmp_atomic_add(y:[0], 1L << 33);
    xmp_sync_all();
    int v = 0;
    long w = 0;
    xmp_atomic_ref(&v, &x[1]:[0]);
    xmp_atomic_ref(&w, y:[0]);
    CHECK(v == 2 * N && w == 1 + (1L << 33) * N);
    xmp_sync_all();
    xmp_atomic_define(&x[0]:[NEXT], ME);
    xmp_sync_all();
    xmp_atomic_ref(&v, &x[0]);
    CHECK(v == BEFORE);
    xmp_sync_all();
    if (ME == 0) {
        x[0] = 12;
        CHECK(xmp_atomic_fetch_and(&x[0]:[0], 6) == 12);
        CHECK(xmp_atomic_fetch_or(&x[0], 3) == 4);
        CHECK(xmp_atomic_fetch_xor(x[0]:[0], 5) == 7);
        xmp_atomic_and(&x[0], 2);
        xmp_atomic_or(&x[0], 8);
        xmp_atomic_xor(&x[0], 1);
        CHECK(x[0] == 11);
        y = 5;
    }
    xmp_sync_all();
    long got = xmp_atomic_cas(y:[0], 5, 100 + ME);
    xmp_sync_all();
    CHECK(got == 5 || got == y:[0]);
    CHECK(y:[0] >= 100);
    xmp_sync_all();
    long ticket = xmp_atomic_fetch_add(&y:[0], 1);
    CHECK(ticket >= 100 && ticket < 100 + 2 * N);
    FINISH();
}
