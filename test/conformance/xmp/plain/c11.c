// feature: XcalableMP C11
#include "../check.h"
#include <stdatomic.h>

_Static_assert(sizeof(int) == 4, "int");
static _Thread_local int own;
struct tagged { int kind; union { int i; double d; }; struct { short x, y; }; };
struct tagged t:[*];
_Atomic int seen;
inline static int half(int x) { return x / 2; }
int restrict_sum(int n, const int *restrict x);
int values[3]:[*];

int restrict_sum(int n, const int *restrict x)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

int main(int argc, char *argv[])
{
    own = argc;
    t = (struct tagged){.kind = 2, .d = ME + 0.5, .x = 3, .y = (short)ME};
    values[0] = ME;
    atomic_store(&seen, 1);
    xmp_sync_all();
    CHECK(t.d:[NEXT] == NEXT + 0.5 && t.y:[NEXT] == NEXT && own == argc && argv[argc] == NULL);
    int copy[3];
    copy[:] = values[0]:[NEXT];
    CHECK(restrict_sum(3, copy) == 3 * NEXT && half(8) == 4 && atomic_load(&seen) == 1);
    CHECK(sizeof(u"ab") == 6 && U'x' == 'x' && 0x1p3 == 8);
    FINISH();
}
