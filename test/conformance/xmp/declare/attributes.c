// feature: XcalableMP coarrays with attributes and alignment
#include "../check.h"
#include <stdint.h>

struct __attribute__((packed)) small { char c; int i; double d; };
struct bits { unsigned a : 3, b : 5; int c; };

_Alignas(64) double aligned[8]:[*];
static struct small packed[3]:[*] __attribute__((unused));
struct bits b:[*];
static volatile int flag:[*];
int __attribute__((aligned(128))) wide:[*] = 4;
extern int weak_one:[*];
int weak_one:[*] = 6;

int main(void)
{
    CHECK((uintptr_t)aligned % 64 == 0 && (uintptr_t)&wide % 128 == 0 && sizeof(struct small) == 13);
    aligned[7] = ME;
    packed[2] = (struct small){'c', ME, ME + 0.25};
    b = (struct bits){5, 17, ME};
    flag = 0;
    xmp_sync_all();
    struct small s = packed[2]:[NEXT];
    struct bits t = b:[NEXT];
    CHECK(aligned[7]:[NEXT] == NEXT && wide:[NEXT] == 4 && weak_one:[NEXT] == 6);
    CHECK(s.c == 'c' && s.i == NEXT && s.d == NEXT + 0.25 && t.a == 5 && t.b == 17 && t.c == NEXT);
    flag:[NEXT] = 1;
    xmp_sync_memory();
    while (flag == 0)
        xmp_sync_memory();
    CHECK(flag == 1);
    FINISH();
}
