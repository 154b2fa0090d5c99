// feature: XcalableMP whole arrays on the right of sections
#include <xmp.h>

int a[4]:[*], b[4], rows[2][4];
_Bool flags[4]:[*];
char text[8]:[*];
const char *names[4];
int *pointers[4], (*functions[2])(void), f(void);
struct s { int n, v[4]; } s;

int main(void)
{
    // expect-error: a whole array stands on the right of a section: write a section of 'b'
    a[:] = b;
    // expect-error: a whole array stands on the right of a section: write a section of 'rows[1]'
    a[:]:[1] = rows[1];
    // expect-error: a whole array stands on the right of a section: write a section of 'b'
    flags[:] = b;
    // expect-error: a string stands on the right of a section: use memcpy or strcpy to copy it
    text[0:5] = "hello";
    // expect-error: a whole array stands on the right of a section: write a section of 's.v'
    a[:] = s.n ? b[:] : s.v;
    // expect-error: a whole array stands on the right of a section: write a section of it
    a[0:2]:[0] += (int[]){1, 2};
    names[:] = "name";
    pointers[0:2] = b;
    pointers[:] = rows[1];
    functions[:] = f;
    a[:] = pointers[:] == b || rows[1] != pointers[:];
    // expect-error: a function stands on the right of a section: call 'f'
    a[:] = f;
    a[:] = s.n;
    return 0;
}
