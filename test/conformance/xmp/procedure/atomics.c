// feature: XcalableMP atomic procedures
// Each on objects of 4 and 8 bytes, of this and of other images, as x:[k], &x:[k], an element and a member.
#include "../check.h"

int a[2]:[*];
long b:[*];
struct { long pad; int n; } s:[*];
unsigned u:[*];

int main(void)
{
    a[1] = 0;
    b = 1L << 40;
    s.n = 0;
    u = 0xff;
    xmp_sync_all();
    for (int i = 0; i < 50; i++) {
        xmp_atomic_add(&a[1]:[NEXT], 2);
        xmp_atomic_add(b:[0], 1);
        long old = xmp_atomic_fetch_add(s.n:[0], 1);
        CHECK(old >= i && old < 50 * N);
    }
    xmp_sync_all();
    int v = 0;
    long w = 0;
    xmp_atomic_ref(&v, a[1]:[NEXT]);
    xmp_atomic_ref(&w, &b:[0]);
    CHECK(v == 100 && w == (1L << 40) + 50 * N && s.n:[0] == 50 * N);
    xmp_sync_all();
    xmp_atomic_define(a[1]:[NEXT], 12);
    xmp_atomic_define(&a[0], ME);
    xmp_sync_all();
    CHECK(a[1] == 12 && a[0] == ME);
    xmp_sync_all();
    CHECK(xmp_atomic_fetch_and(a[1]:[NEXT], 10) == 12);
    CHECK(xmp_atomic_fetch_or(a[1]:[NEXT], 3) == 8);
    CHECK(xmp_atomic_fetch_xor(a[1]:[NEXT], 1) == 11);
    xmp_atomic_and(&u:[NEXT], 0x3c);
    xmp_atomic_or(&u:[NEXT], 0x40);
    xmp_atomic_xor(&u:[NEXT], 0x0c);
    xmp_sync_all();
    CHECK(a[1] == 10 && u == 0x70);
    xmp_sync_all();
    CHECK(xmp_atomic_cas(a[1]:[NEXT], 9, 1) == 10);
    CHECK(xmp_atomic_cas(a[1]:[NEXT], 10, -5) == 10);
    xmp_sync_all();
    CHECK(a[1] == -5);
    /* objects of this image by their names, as coindexed ones are; arrays and pointers are addresses */
    xmp_atomic_define(b, 7);
    xmp_atomic_add(s.n, 6);
    xmp_atomic_define(a[0], 3);
    xmp_atomic_ref(&v, s.n);
    xmp_atomic_ref(&w, b);
    CHECK(w == 7 && v == (ME == 0 ? 50 * N + 6 : 6));
    xmp_atomic_add(a, 1);
    int *place = &a[1];
    xmp_atomic_add(place, 5);
    xmp_atomic_add(place[-1], 1);
    CHECK(xmp_atomic_fetch_add(a[0], -1) == 5 && a[0] == 4 && a[1] == 0);
    xmp_sync_all();
    s.n = ME == 0 ? 50 * N : 0;
    xmp_sync_all();
    /* one image gets it */
    int mine = xmp_atomic_cas(&s.n:[0], 50 * N, -1) == 50 * N;
#pragma xmp reduction(+ : mine)
    CHECK(mine == 1 && s.n:[0] == -1);
    FINISH();
}
