// feature: XcalableMP GNU extensions
#include "../check.h"

int a[8]:[*];
typedef int four __attribute__((vector_size(16)));
struct flexible { int n; int data[]; };
struct nothing {};

static int with_asm(int x)
{
    int y;
#if defined(__x86_64__)
    __asm__ volatile("movl %[in], %[out]" : [out] "=r"(y) : [in] "r"(x) : "memory");
#else
    y = x;
#endif
    return y;
}

static int jump(int which)
{
    static void *const to[] = {&&zero, &&one, &&two};
    goto *to[which];
zero:
    return a[0]:[NEXT];
one:
    return a[1]:[NEXT];
two:
    return -1;
}

int main(void)
{
    __label__ out;
    auto int nested(int k);
    int nested(int k) { return a[k]:[NEXT] + k; }
    for (int i = 0; i < 8; i++)
        a[i] = 10 * ME + i;
    xmp_sync_all();
    CHECK(with_asm(a[3]:[NEXT]) == 10 * NEXT + 3 && jump(0) == 10 * NEXT && jump(1) == 10 * NEXT + 1 && jump(2) == -1);
    CHECK(nested(2) == 10 * NEXT + 4);
    int x = ({ int t = a[4]:[NEXT]; t * 2; });
    __auto_type y = a[5]:[NEXT];
    CHECK(x == 2 * (10 * NEXT + 4) && y == 10 * NEXT + 5 && (a[0]:[0] ?: 7) == 7);
    four v = {a[0]:[NEXT], a[1]:[NEXT], 2, 3}, w = v + 1;
    CHECK(w[1] == 10 * NEXT + 2);
    switch (a[6]:[NEXT] - 10 * NEXT) {
    case 0 ... 5:
        CHECK(0);
        break;
    case 6 ... 9:
        x = 6;
    }
    CHECK(x == 6);
    int table[] = {[0 ... 3] = 1, [4] = a[0]:[NEXT]};
    CHECK(table[3] == 1 && table[4] == 10 * NEXT && sizeof(struct nothing) == 0 && sizeof(struct flexible) == 4);
    CHECK(__builtin_expect(a[7]:[NEXT] == 10 * NEXT + 7, 1) && 0b101 == 5 && __builtin_constant_p(3));
    if (x)
        goto out;
    CHECK(0);
out:;
    FINISH();
}
