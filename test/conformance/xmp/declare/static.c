// feature: XcalableMP declarations of coarrays
#include "../check.h"

extern int e[3]:[*];
int e[3]:[*] = {1, 2, 3};
static int s:[*] = 7, plain = 8, t[2]:[*] = {[1] = 9};
const char *names[2] = {"a", "b"};
volatile int flag:[*];
long grid[2][3]:[*] = {{1, 2, 3}, {4, 5, 6}};

static int count(void)
{
    static int calls:[*];
    calls++;
    return calls:[0];
}

int main(void)
{
    static unsigned u[4]:[*] = {0, 1, 2, 3}, *q = u;
    CHECK(e[2] == 3 && s == 7 && t[1] == 9 && plain == 8 && names[1][0] == 'b');
    xmp_sync_all();
    CHECK(e[1]:[NEXT] == 2 && s:[NEXT] == 7 && t[1]:[NEXT] == 9 && u[3]:[NEXT] == 3 && grid[1][2]:[NEXT] == 6);
    CHECK(q[2] == 2);
    {
        extern int e[3]:[*];
        CHECK(e[0]:[NEXT] == 1);
    }
    flag:[NEXT] = 1;
    while (!flag)
        xmp_sync_memory();
    xmp_sync_all();
    count();
    xmp_sync_all();
    CHECK(count() >= 1);
    FINISH();
}
