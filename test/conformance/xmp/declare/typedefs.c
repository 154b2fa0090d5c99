// feature: XcalableMP coarrays of named types
#include "../check.h"
#include <stdint.h>
#include <stddef.h>

typedef double row[4];
typedef struct cell { int16_t a; union { float f; uint32_t u; } v; row r; } cell;
typedef cell grid[2][3];
typedef int (*function)(int);

row r:[*], rows[3]:[*];
grid g:[*];
cell *where;
uint8_t bytes[7]:[*];
ptrdiff_t difference:[*];
function f;

static int twice(int x) { return 2 * x; }

int main(void)
{
    f = twice;
    r[3] = ME;
    rows[2][1] = ME + 0.5;
    g[1][2].v.u = 0x3f800000u;
    g[1][2].r[0] = f(ME);
    where = &g[0][0];
    where->a = (int16_t)-ME;
    bytes[6] = (uint8_t)(250 + ME);
    difference = -ME;
    xmp_sync_all();
    CHECK(r[3]:[NEXT] == NEXT && rows[2][1]:[NEXT] == NEXT + 0.5);
    CHECK(g[1][2].v.f:[NEXT] == 1.0f && g[1][2].r[0]:[NEXT] == 2 * NEXT && g[0][0].a:[NEXT] == -NEXT);
    CHECK(bytes[6]:[NEXT] == (uint8_t)(250 + NEXT) && difference:[NEXT] == -NEXT);
    CHECK(sizeof(g:[0]) == sizeof(grid) && sizeof(rows[0]:[0]) == sizeof(row));
    xmp_sync_all();
    rows[0:3][0:4] = ME;
    xmp_sync_all();
    r[:] = rows[1][:]:[NEXT];
    CHECK(r[0] == NEXT && r[3] == NEXT);
    FINISH();
}
