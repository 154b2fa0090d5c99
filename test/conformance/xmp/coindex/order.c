// feature: XcalableMP stores before loads of the same image
#include "../check.h"

int x:[*], a[8]:[*];

/* What an image does to itself by an index it must see by name at once, and the other way round. */
int main(void)
{
    int me = ME;
    x = 1;
    x:[me] = 2;
    CHECK(x == 2);
    x = 3;
    CHECK(x:[me] == 3);
    x:[me] += 1;
    CHECK(x == 4);
    for (int i = 0; i < 8; i++)
        a[i] = i;
    for (int i = 1; i < 8; i++)
        a[i]:[me] = a[i - 1] + 1;
    for (int i = 1; i < 8; i++)
        CHECK(a[i] == i);
    for (int i = 1; i < 8; i++)
        a[i] = a[i - 1]:[me] + 2;
    CHECK(a[7] == 14);
    FINISH();
}
