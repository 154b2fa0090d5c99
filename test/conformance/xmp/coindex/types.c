// feature: XcalableMP element types
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
#include "../check.h"

#define TYPE(T, name, value) T name[3]:[*];
#define TYPES(X) X(char, a1, ME) X(short, a2, -ME) X(unsigned, a3, 3000000000u + ME) X(long, a4, 1L << 40 | ME) X(unsigned long long, a5, ~0ull - ME) \
    X(float, a6, 0.5f * ME) X(double, a7, 1e100 * ME) X(long double, a8, 1e-3L * ME) X(double complex, a9, ME + 2.0 * I) X(bool, a10, ME % 2) X(int8_t, a11, -ME) \
    X(unsigned __int128, a12, (unsigned __int128)ME << 100) X(enum colour, a13, ME ? GREEN : RED)
enum colour { RED, GREEN };
TYPES(TYPE)

int main(void)
{
#define SET(T, name, value) name[1] = value;
    TYPES(SET)
    xmp_sync_all();
    int me = ME, next = NEXT;
#define LOOK(T, name, value) { T got = name[1]:[next]; const int saved = me; (void)saved; T want = 0; { want = name[1]:[next]; } CHECK(got == want); name[2]:[next] = name[1]; }
    TYPES(LOOK)
    xmp_sync_all();
#undef ME
#define ME ((me + N - 1) % N)
#define SEEN(T, name, value) CHECK(name[2] == (T)(value));
    TYPES(SEEN)
#undef ME
#define ME xmpc_this_image()
    FINISH();
}
