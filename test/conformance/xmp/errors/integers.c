// feature: XcalableMP integers
#include <xmp.h>
double a[10]:[*], m[3]:[2][*], x;
char *text;
#pragma xmp nodes p(*)

int main(void)
{
    // expect-error: a value of type 'double' stands where an integer is needed
    a[1]:[1.5] = 0;
    // expect-error: a value of type 'char *' stands where an integer is needed
    x = a[1]:[text];
    // expect-error: a value of type 'double' stands where an integer is needed
    m[0]:[x][0] = 1;
    // expect-error: a value of type 'double' stands where an integer is needed
    a[x:2] = 0;
    // expect-error: a value of type 'double' stands where an integer is needed
    a[0:x] = 0;
    // expect-error: a value of type 'double' stands where an integer is needed
    a[0:2:x]:[0] = 0;
    // expect-error: a value of type 'double' stands where an integer is needed
#pragma xmp post(p(1), x)
    // expect-error: a value of type 'double' stands where an integer is needed
#pragma xmp post(p(x), 1)
    // expect-error: a value of type 'double' stands where an integer is needed
#pragma xmp wait(p(1), x)
    // expect-error: a value of type 'char *' stands where an integer is needed
#pragma xmp sync_image(text)
    // expect-error: a value of type 'double' stands where an integer is needed
#pragma xmp task on p(1:x)
    {
    }
    // expect-error: a value of type 'double' stands where an integer is needed
#pragma xmp nodes q(x)
    // expect-error: xmp_atomic_ procedures work on integers
    xmp_atomic_add(a[0]:[1], 1);
    // expect-error: xmp_atomic_ procedures work on integers
    xmp_atomic_fetch_or(&x, 1);
    // expect-error: the variables of lock and unlock are of type xmp_lock_t
#pragma xmp lock(a[0]:[1])
    // expect-error: the variables of lock and unlock are of type xmp_lock_t
#pragma xmp unlock(x)
    return 0;
}
