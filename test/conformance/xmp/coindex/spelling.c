// feature: XcalableMP spelling of coindexed objects
// Blanks, comments, lines, digraphs and macros around what makes a coindexed object.
#include "../check.h"

int a[4]:[*], b<:2:>:<:*:>;
#define AT :[NEXT]
#define OF(x, k) x:[k]
#define OPEN [
#define CLOSE ]
#define PASTE(x, y) x##y

int main(void)
{
    a[0] = ME;
    a[1] = 5;
    b[1] = ME + 2;
    xmp_sync_all();
    CHECK(a [ 0 ] : [ NEXT ] == NEXT);
    CHECK(a[0]/* the first */:/* of */[/* the */NEXT/* next */] == NEXT);
    CHECK(a[0]
              :
              [NEXT] == NEXT);
    CHECK(b<:1:>:<:NEXT:> == NEXT + 2);
    CHECK(a[0]AT == NEXT && OF(a[1], NEXT) == 5 && OF(a[0], OF(a[0], NEXT)) == NEXT);
    CHECK(PASTE(a, )[0]:OPEN NEXT CLOSE == NEXT);
    int x = ME ? a[0]:[0] : a[1]:[0], y = ME ? 1 : a[1]:[0];
    CHECK(x == (ME ? 0 : 5) && y == (ME ? 1 : 5));
    int label = 0;
here:
    if (label++ == 0)
        goto here;
#line 100 "elsewhere.c"
    CHECK(a[1] \
          :[NEXT] == 5 && __LINE__ >= 100);
    FINISH();
}
