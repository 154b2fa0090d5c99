// feature: XcalableMP constructs of C11 and GNU C around coindexed objects
#include "../check.h"
#include <stdarg.h>
#pragma xmp nodes p(*)
int a[8]:[*];
double _Complex z:[*];
__int128 w:[*];
typedef int v4 __attribute__((vector_size(16)));
v4 vec:[*];
struct flexible { int n; int d[]; };
struct nested { int n; struct { int x, y; }; } st:[*];
_Atomic int at:[*];
enum { K = 3 };
#define SYNC _Pragma("xmp barrier")
#define GET(i) a[i]:[0]

static int vla(int n, int m[n][n])
{
    int q[n], s = 0;
    q[0] = a[1]:[0];
    for (int i = 0; i < n; i++)
        s += m[i][0];
    return s + q[0];
}

static int sum(int n, ...)
{
    va_list l;
    va_start(l, n);
    int s = 0;
    while (n--)
        s += va_arg(l, int);
    va_end(l);
    return s;
}

int main(void) <%
    static void *to[] = { &&one, &&two };
    int passed = 0, m[2][2] = {{1, 2}, {3, 4}};
    a<:1:> = 10 + ME; a[2] = 20 + ME; z = 1 + 2i; w = (__int128)(ME + 1) << 70; vec = (v4){ME, 1, 2, 3}; st.y = 4; at = 5;
    SYNC
    int list[] = { [0 ... 2] = a[1]:[0], [K] = GET(2) };
    int chosen = _Generic(a[1]:[0], int: a[1]:[0], default: 0);
    __auto_type y = a[2]:[0];
    CHECK(list[0] == 10 && list[2] == 10 && list[3] == 20 && chosen == 10 && y == 20);
    CHECK(vla(2, m) == 14 && sum(3, a[1]:[0], ({ int k = a[2]:[0]; k; }), 7) == 37);
    goto *to[a[1]:[0] == 10];
one:
    passed++;
two:;
#pragma xmp barrier
    v4 there = vec:[0];
    CHECK(passed == 0 && __real__ z:[0] == 1 && __imag__ (z:[0]) == 2 && (int)((w:[N - 1]) >> 70) == N && there[3] == 3 && st:[0].y == 4 && at:[0] == 5);
    switch (a[1]:[0]) {
    case 1 ... 9:
        passed = 9;
        break;
    case 10:
#pragma xmp barrier
        passed = 10;
        break;
    default:;
#pragma xmp barrier
    }
    int r = a[1]:[0] ?: 5;
    r += a[1]:[0] > 3 ? a[2]:[0] : a[1]:[1];
    __asm__ volatile("" : "+r"(r) : "r"(a[1]:[0]));
    struct flexible *tail = __builtin_alloca(sizeof *tail + 2 * sizeof(int));
    tail->d[a[1]:[0] - 10] = a[2]:[0];
    CHECK(passed == 10 && r == 30 && tail->d[0] == 20);
    xmp_sync_all(); /* image 0 has been read */
    if (ME == 0) for (int i = 0; i < 2; i++) a[i + 4]:[N - 1] = i + 1; else do a[6]++; while (a[6] < 3);
    int k = 0;
    a[k++]:[ME] = 3;
    a[k++]:[ME] += 3;
    xmp_sync_all();
    CHECK(k == 2 && a[0] == 3 && a[1] == 13 + ME && (ME != N - 1 || (a[4] == 1 && a[5] == 2)));
    FINISH();
%>
