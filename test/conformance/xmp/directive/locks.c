// feature: XcalableMP several locks
#include "../check.h"

xmp_lock_t one:[*], many[3]:[*];
xmp_lock_t node;
#pragma xmp coarray node:[*]
long sum[3]:[*], both:[*];
struct { xmp_lock_t lock; long sum; } account:[*];

int main(void)
{
    for (int round = 0; round < 30; round++)
        for (int i = 0; i < 3; i++) {
            int k = (ME + i) % N;
#pragma xmp lock(many[i]:[k])
            sum[i]:[k] = sum[i]:[k] + i + 1;
#pragma xmp unlock(many[i]:[k])
        }
#pragma xmp lock(one)
#pragma xmp unlock(one)
#pragma xmp lock(node:[1])
#pragma xmp lock(one:[N - 1])
    /* two locks, always in this order */
    both:[0] += 1;
#pragma xmp unlock(one:[N - 1])
#pragma xmp unlock(node:[1])
    /* a lock that is a member, however it is written */
    xmp_lock_t *mine:[*] = &one;
    for (int round = 0; round < 10; round++) {
#pragma xmp lock(account:[0].lock)
        account.sum:[0] = account:[0].sum + 1;
#pragma xmp unlock(account.lock:[0])
#pragma xmp lock(*mine)
#pragma xmp lock(account.lock)
#pragma xmp unlock(account.lock)
#pragma xmp unlock(one)
    }
    xmp_sync_all();
    CHECK(both:[0] == N);
    CHECK(account.sum:[0] == 10 * N);
    CHECK(sum[0] == 30 && sum[1] == 60 && sum[2] == 90);
    FINISH();
}
