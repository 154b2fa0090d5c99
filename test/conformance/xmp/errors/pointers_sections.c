// feature: XcalableMP sections of the targets of several pointers
#include <xmp.h>

double a[4][6]:[*], *rows[4], **m;
struct s { double *p, v[6]; } list[4];

int main(void)
{
    a[0:2][0:3] = 1;
    // expect-error: the elements of this section are pointers, and what they point to lies anywhere
    m[0:2][0:3] = a[0:2][0:3]:[1];
    // expect-error: the elements of this section are pointers, and what they point to lies anywhere
    a[0:2][0:3]:[1] = rows[:][0:3];
    // expect-error: the elements of this section are pointers, and what they point to lies anywhere
    a[0][0:4] = rows[0:4][2];
    // expect-error: the elements of this section are pointers, and what they point to lies anywhere
    a[0:2][0:2] = list[0:2].p[0:2];
    for (int i = 0; i < 2; i++)
        m[i][0:3] = a[i][0:3]:[1];
    a[0:2][0:2] = list[0:2].v[0:2];
    return 0;
}
