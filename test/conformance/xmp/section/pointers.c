// feature: XcalableMP sections of pointers
#include "../check.h"

int array[8], steps[4] = {0, 1, 2, 3}, *p = array, *none, *q[4]:[*];
long d[4];
_Bool f[4];
const char *names[3];
struct { int *p; } s;
static int three(void) { return 3; }
static int (*functions[2])(void);

int main(void)
{
    q[:] = array;
    q[:] = array + steps[:];
    d[:] = array - q[:];
    CHECK(d[0] == 0 && d[3] == -3);
    d[:] = q[:] - array;
    CHECK(d[3] == 3);
    d[:] = (array) - (q[:] - 1);
    CHECK(d[3] == -2);
    d[:] = p - q[:] + 1;
    CHECK(d[3] == -2);
    d[:] = (q[:] + 1) - &array[1];
    CHECK(d[3] == 3);
    f[:] = p;
    CHECK(f[2]);
    f[:] = none;
    CHECK(!f[2]);
    functions[:] = three;
    CHECK(functions[1]() == 3);
    functions[:] = 0;
    names[:] = "abc";
    CHECK(names[2][1] == 'b' && !functions[1]);
    s.p = array;
    q[:] = steps[:] > 1 ? s.p : p + steps[:];
    CHECK(q[1] == array + 1 && q[2] == array);
    FINISH();
}
