// feature: XcalableMP programs
// Counting with accumulations on the image that owns a bin, with locks, and with atomic procedures: three times the same.
#include "../check.h"

enum { BINS = 7, VALUES = 200 };
long added[BINS]:[*], locked[BINS]:[*], atomically[BINS]:[*];
xmp_lock_t guard[BINS]:[*];

int main(void)
{
    unsigned seed = 12345 + ME;
    long expected[N][BINS], mine[BINS];
    expected[:][:] = 0;
    xmp_sync_all();
    for (int image = 0; image < N; image++) {
        unsigned s = 12345 + image;
        for (int i = 0; i < VALUES; i++) {
            s = s * 1103515245u + 12345;
            expected[(s >> 16) % N][(s >> 8) % BINS]++;
        }
    }
    for (int i = 0; i < VALUES; i++) {
        seed = seed * 1103515245u + 12345;
        int k = (seed >> 16) % N, b = (seed >> 8) % BINS;
        added[b]:[k] += 1;
        xmp_atomic_add(atomically[b]:[k], 1);
        if (i % 4 == 0) {
#pragma xmp lock(guard[b]:[k])
            locked[b]:[k] = locked[b]:[k] + 1;
#pragma xmp unlock(guard[b]:[k])
        }
    }
    xmp_sync_all();
    mine[:] = expected[ME][:];
    long total = 0, under_lock = 0;
    for (int b = 0; b < BINS; b++) {
        CHECK(added[b] == mine[b] && atomically[b] == mine[b] && locked[b] <= mine[b]);
        total += added[b];
        under_lock += locked[b];
    }
#pragma xmp reduction(+ : total, under_lock)
    CHECK(total == (long)N * VALUES && under_lock == (long)N * VALUES / 4);
    FINISH();
}
