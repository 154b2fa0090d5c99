// feature: XcalableMP without warnings of the compiler
// build-args: -O2 -Wall -Wextra -Werror
// Local arrays that have no value yet when a section of them is defined.
#include "../check.h"

#pragma xmp nodes p(*)
struct vector { double c[3]; };
struct vector field[4]:[*];
double rows[4][5]:[*];

static struct vector sum(struct vector a, struct vector b)
{
    struct vector r;
    r.c[:] = a.c[:] + b.c[:];
    return r;
}

static double product(int n, const double *a, const double *b)
{
    double r[n], total = 0;
    r[0:n] = a[0:n] * b[0:n];
    for (int i = 0; i < n; i++)
        total += r[i];
    return total;
}

static double got(int n, int k)
{
    double r[n], m[2][5], d[5];
    int first[2];
    r[:] = rows[0][0:n]:[k];
    m[0:2][:] = rows[2:2][:]:[k] - rows[0][0];
    d[0:3] = rows[1][0:3:2]:[k];
    d[3:2] = d[1:2];
    first[:] = (int)m[:][1];
#pragma xmp gmove in
    m[1][0:5] = rows[3][:]:[k];
    return r[n - 1] + m[0][2] + m[1][4] + d[4] + first[1];
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        field[i] = (struct vector){{i, ME, 2}};
        for (int j = 0; j < 5; j++)
            rows[i][j] = 10 * i + j;
    }
    xmp_sync_all();
    struct vector v = sum(field[1]:[NEXT], field[2]);
    CHECK(v.c[0] == 3 && v.c[1] == NEXT + ME && v.c[2] == 4);
    CHECK(product(3, field[1].c, field[2].c) == 6 + ME * ME);
    CHECK(got(5, NEXT) == 4 + 22 + 34 + 14 + 31);
    FINISH();
}
