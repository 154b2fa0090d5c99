// feature: plain C around XcalableMP
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>
#include <unistd.h>
#include "../check.h"

int x:[*];

struct bits { unsigned a : 3, b : 5; int : 4; } __attribute__((packed));
typedef struct node { struct node *next; int v; } node;
enum { A, B = 2, C };
_Static_assert(sizeof(int) == 4, "int");
static inline int add(int n, ...)
{
    va_list list;
    int s = 0;
    va_start(list, n);
    while (n--)
        s += va_arg(list, int);
    va_end(list);
    return s;
}
static int (*const table[])(int, ...) = {add};
int old(a, b)
    int a;
    double b;
{
    return a + (int)b;
}
static int classify(int c)
{
    switch (c) {
    case 'a' ... 'z': return 1;
    case '0': { x = 3; } /* fall through */
    default: return x ? : 7;
    }
}

int main(void)
{
    struct bits f = {.a = 5, .b = 17};
    int list[] = {[0 ... 3] = 1, [5] = 2}, *p = &list[1];
    x = 0;
    xmp_sync_all();
    CHECK(f.a == 5 && f.b == 17 && list[3] == 1 && p[4] == 2);
    CHECK(table[0](3, 1, 2, 3) == 6 && old(1, 2.5) == 3);
    CHECK(classify('q') == 1 && classify('0') == 3);
    int in = 4, out;
    __asm__("movl %[from], %[to]" : [to] "=r"(out) : [from] "r"(in));
    CHECK(out == 4);
    CHECK(({ int t = 3; t * 2; }) == 6);
    CHECK(_Generic(1.0, double: 2, default: 3) == 2);
    node n = {.v = 3}, *q = &(node){&n, 4};
    CHECK(q->next->v == 3 && offsetof(node, v) == 8);
    void *labels[] = {&&one, &&two};
    goto *labels[1];
one:
    CHECK(0);
two:;
    char s[] = "a[1:2]:[3]" " /* not a comment */";
    CHECK(strlen(s) == 30 && '[' == 91 && L'x' == 120);
    int y = in ? in > 3 ? 1 : 2 : 3;
    for (int i = 0, *r = list; i < 2; i++, r++)
        y += *r;
    CHECK(y == 3);
    do
        y--;
    while (y > 0);
    if (y) y = 1; else if (in) y = 2; else y = 3;
    CHECK(y == 2 && (int){5} == 5 && sizeof(struct { int z[3]; }) == 12);
    FINISH();
}
