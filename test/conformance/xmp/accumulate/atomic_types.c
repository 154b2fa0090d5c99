// feature: XcalableMP accumulation of objects of atomic types
#include <stdatomic.h>
#include "../check.h"

static _Atomic int counter:[*];
static atomic_long longs[6]:[*];
static _Atomic double sum:[*];
static _Atomic unsigned char bytes[3]:[*];
static struct {
    _Atomic unsigned bits;
    int other;
} parts[2]:[*];

int main(void)
{
    _Atomic int copy;

    for (int i = 0; i < 50; i++) {
        counter:[0] += 1;
        longs[1]:[0]++;
        sum:[0] -= 0.5;
        parts[1].bits:[0] |= 1u << ME;
        bytes[2]:[0]--;
    }
    longs[2:3]:[0] += ME + 1;
    longs[0]:[NEXT] = ME;
    xmp_sync_all();
    copy = counter:[0];
    CHECK(copy == 50 * N);
    CHECK(longs[0] == BEFORE && longs[0]:[NEXT] == ME);
    CHECK(longs[1]:[0] == 50 * N && longs[4]:[0] == N * (N + 1) / 2 && longs[5]:[0] == 0);
    CHECK(sum:[0] == -25.0 * N && parts[1].bits:[0] == (1u << N) - 1);
    CHECK(bytes[2]:[0] == (unsigned char)(-50 * N));
    xmp_sync_all();
    if (ME == 0)
        atomic_fetch_add(&counter, 7);
    CHECK((counter:[ME] += 1) == (ME == 0 ? 50 * N + 8 : 1));
    CHECK((longs[1]:[ME] = 9) + 1 == 10 && longs[2]:[ME]-- + 1 > 0);
    FINISH();
}
