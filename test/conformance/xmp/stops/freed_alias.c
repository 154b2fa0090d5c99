// feature: XcalableMP checks while the program runs
// conformance: images=1,2
// build-args: -check
// expect-exit: 1
// expect-stderr: freed_alias.c:24
// expect-stderr: the coarray was freed by xmp_free
// Other pointers are told with -check: memory that is allocated again is not freed.
#include <xmp.h>

void drop(int (*x):[*]) { xmp_free(x); }

int main(void)
{
    int me = xmpc_this_image();
    int (*p):[*] = xmp_malloc(10 * sizeof *p), (*q):[*] = xmp_malloc(10 * sizeof *q);
    p[1]:[me] = 1;
    xmp_free(p);
    p = xmp_malloc(20 * sizeof *p);
    p[1]:[me] = 2;
    p[0:20]:[me] = 3;
    if (p[1]:[me] != 3)
        return 2;
    drop(q);
    return q[1]:[me];
}
