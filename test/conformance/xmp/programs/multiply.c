// feature: XcalableMP programs
// conformance: images=4
// Matrix product on a grid of nodes: rows and columns of the grid are tasks, in which blocks are broadcast.
#include "../check.h"

enum { B = 4 };
#pragma xmp nodes g(2, 2)
double a[B][B], b[B][B], c[B][B], x[B][B], y[B][B];

static double left(int i, int j) { return i + 2 * j + 1; }
static double right(int i, int j) { return i - j; }

int main(void)
{
    int me = xmp_node_num() - 1, row = me % 2, column = me / 2;
    for (int i = 0; i < B; i++)
        for (int j = 0; j < B; j++) {
            a[i][j] = left(row * B + i, column * B + j);
            b[i][j] = right(row * B + i, column * B + j);
        }
    for (int k = 0; k < 2; k++) {
        x[:][:] = a[:][:];
        y[:][:] = b[:][:];
#pragma xmp bcast(x) from g(row + 1, k + 1) on g(row + 1, :)
#pragma xmp bcast(y) from g(k + 1, column + 1) on g(:, column + 1)
        for (int i = 0; i < B; i++)
            for (int j = 0; j < B; j++)
                for (int l = 0; l < B; l++)
                    c[i][j] += x[i][l] * y[l][j];
    }
    int wrong = 0;
    for (int i = 0; i < B; i++)
        for (int j = 0; j < B; j++) {
            double sum = 0;
            for (int l = 0; l < 2 * B; l++)
                sum += left(row * B + i, l) * right(l, column * B + j);
            wrong += c[i][j] != sum;
        }
    CHECK(wrong == 0);
    FINISH();
}
