// feature: XcalableMP in C23, as far as compilers before it have it
// build-args: -std=gnu2x
#include "../check.h"

[[maybe_unused]] static int unused;
int a[4]:[*];
[[gnu::aligned(64)]] int b[4]:[*];
int c [[gnu::aligned(64)]] [4]:[*];
[[nodiscard]] static int two(void) { return 2; }
struct [[gnu::packed]] packed { char c; int i; };
struct packed s:[*];
static int f([[maybe_unused]] int k, int *[[coral::mark]] p) { return k; }

int main(void)
{
    int next = (ME + 1) % N;
    xmp_sync_all();
    a[0]:[next] = 0b1010 + 1'000'000;
    b[1]:[next] = 2;
    c[3]:[next] = f(3, a);
    s.i:[next] = 5;
    xmp_sync_all();
    [[maybe_unused]] int x = a[0]:[next];
    a[2]:[next] = two();
    switch (a[0]:[next]) {
    case 1'000'010:
        b[2] = 1;
        [[fallthrough]];
    case 0:
        b[3]++;
        break;
    default: break;
    }
    xmp_sync_all();
    CHECK(x == 1000010 && b[1] == 2 && b[2] == 1 && b[3] == 1 && c[3] == 3 && s.i == 5 && a[2] == 2);
    int y1 = 0;
    switch (a[2]:[next]) {
    case 1: [[gnu::fallthrough]];
    case 2: [[maybe_unused]] int z = a[2]:[next]; y1 = z + a[2]:[next]; break;
    default: [[maybe_unused]] int w = a[1]:[next]; y1 = w;
    }
    CHECK(y1 == 4);
    [[maybe_unused]] label: [[maybe_unused]] int y = a[2]:[next];
    CHECK(y == 2);
    FINISH();
}
