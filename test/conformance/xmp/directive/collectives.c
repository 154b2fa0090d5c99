// feature: XcalableMP bcast and reduction
#include <complex.h>
#include "../check.h"

#pragma xmp nodes p(*)

int main(void)
{
    int me = xmp_node_num(), n = xmp_num_nodes();
    int i = me, j = me, all = 3 | me << 4, any = me, x = me;
    double d[3][2], m = -me, big[5000];
    unsigned u = 4000000000u + me;
    double complex z = me * I;
    char c = 1;
    d[:][:] = me;
    big[:] = me;
#pragma xmp reduction(+ : i, d, z, c)
#pragma xmp reduction(max : u)
#pragma xmp reduction(min : m) on p
#pragma xmp reduction(& : all)
#pragma xmp reduction(| : any)
#pragma xmp reduction(^ : x)
#pragma xmp reduction(+ : big[10:100:3])
    CHECK(i == n * (n + 1) / 2 && d[2][1] == i && cimag(z) == i && c == n);
    CHECK(u == 4000000000u + n && m == -n && (all & 15) == 3);
    int or = 0, xor = 0;
    for (int k = 1; k <= n; k++) {
        or |= k;
        xor ^= k;
    }
    CHECK(any == or && x == xor);
    CHECK(big[10] == i && big[307] == i && big[11] == me && big[310] == me);
    long product = 2;
    int t = me > 0, f = me > 1;
#pragma xmp reduction(* : product)
#pragma xmp reduction(&& : t, f)
    CHECK(product == 1L << n && t == 1 && f == 0);
    f = me > 1;
#pragma xmp reduction(|| : f)
    CHECK(f == (n > 1));
    struct { int a; double b[4]; } s = {me, {me, me}};
    char text[20] = "none";
    if (me == n)
        text[0:5] = (char)('a' + me);
    j = me;
#pragma xmp bcast(j)
#pragma xmp bcast(s, text[0:4]) from p(n)
    CHECK(j == 1 && s.a == n && s.b[1] == n && text[3] == 'a' + n);
    double col[4][4];
    col[:][:] = me;
#pragma xmp bcast(col[1:2][0:2:2]) from p(n)
    CHECK(col[2][2] == n && col[1][0] == n && col[1][1] == me && col[0][0] == me && col[3][0] == me);
#pragma xmp barrier
    FINISH();
}
