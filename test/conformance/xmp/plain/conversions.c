// feature: XcalableMP without warnings of conversions
// build-args: -Wall -Wextra -Werror -Wconversion -Wsign-conversion -Wshadow -Wcast-align -Wcast-qual
// Lengths of type size_t, steps and image indices of all integer types are as good as int.
#include <stdint.h>
#include "../check.h"

double a[8][8]:[*];
float f[8]:[*];
uint8_t u[8]:[*];
long n:[*];

int main(void)
{
    const size_t length = 4, image = (size_t)NEXT;
    const unsigned base = 1;
    const short step = 2;
    const uint8_t k = (uint8_t)NEXT;
    double b[8];
    for (size_t i = 0; i < 8; i++)
        a[base][i] = (double)i;
    f[:] = 1;
    xmp_sync_all();
    b[0:length] = a[base][0:length]:[image];
    b[length:length] = a[1][0:length:step]:[k];
    CHECK(b[3] == 3 && b[7] == 6);
    b[0:length] = length ? b[length:length] + a[base][length]:[image] : 0;
    CHECK(b[3] == 10);
    xmp_sync_all();
    f[0:length]:[image] += 1;
    u[0:length]:[k] = 3;
    u[length]:[image] = 4;
    n:[image] += 5;
    a[2][0:length]:[k] += b[0:length];
    xmp_sync_all();
#pragma xmp reduction(max : b[0:length])
    CHECK(f[0] == 2 && f[7] == 1 && u[3] == 3 && u[4] == 4 && n == 5 && a[2][3] == 10 && b[3] == 10);
    FINISH();
}
