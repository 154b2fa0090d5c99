// feature: XcalableMP values of locks
#include <xmp.h>
xmp_lock_t l:[*], set[3]:[*];

int main(void)
{
    xmp_lock_t mine, more[3];
    // expect-error: the value of a lock cannot be moved: locks stand in lock and unlock only [C0418]
    l:[1] = mine;
    // expect-error: the value of a lock cannot be moved: locks stand in lock and unlock only [C0418]
    mine = l:[0];
    // expect-error: the value of a lock cannot be moved: locks stand in lock and unlock only [C0418]
    more[:] = set[:]:[0];
    // expect-error: the value of a lock cannot be moved: locks stand in lock and unlock only [C0418]
#pragma xmp bcast(l)
    // expect-error: the value of a lock cannot be moved: locks stand in lock and unlock only [C0418]
#pragma xmp bcast(set[0:2])
    return 0;
}
