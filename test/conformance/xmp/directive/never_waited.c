// feature: XcalableMP directives: an asynchronous reduction that nobody waits for
// expect-stderr: never_waited.c:13: reduction async: warning: no wait_async(1) follows
// The program is told of what it has begun and not waited for.
#include "../check.h"
#pragma xmp nodes p(*)

int main(void)
{
    double field = 1, residual = 1;

#pragma xmp reduction(+ : field) async(2)
#pragma xmp wait_async(2)
#pragma xmp reduction(+ : residual) async(1)
    CHECK(field == N);
    FINISH();
}
