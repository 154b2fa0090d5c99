// feature: XcalableMP node arrays made of nodes of others
// conformance: images=4,6,8
// Brackets, several arrays in one directive, '*' as a subscript, chains, and the executing nodes.
#include "../check.h"

int columns = 2;
#pragma xmp nodes p[*][columns], line[*]
#pragma xmp nodes row[columns] = p[*][:]
#pragma xmp nodes column[*] = p[:][*]
#pragma xmp nodes half[2] = line[2:2], pair[1][2] = half[:]
#pragma xmp nodes backward[*] = line[N - 1:N:-1]
int x:[*];

static void inside(int me)
{
#pragma xmp nodes q(*) = *
#pragma xmp nodes rest(*) = q(2:)
    int sum = me, n = N;
#pragma xmp reduction(+ : sum) on rest
    CHECK(sum == (me > 0 ? n * (n - 1) / 2 : 0));
}

int main(void)
{
    const int me = ME, n = N, i = me / 2, j = me % 2;
    int v, on = 0;
    for (int k = 0; k < 2; k++) {
        v = me;
#pragma xmp bcast(v) from row[k] on row[:]
        CHECK(v == 2 * i + k);
    }
    for (int k = 0; k < n / 2; k++) {
        v = me;
#pragma xmp bcast(v) from column[k] on column
        CHECK(v == 2 * k + j);
    }
    v = me;
#pragma xmp reduction(+ : v) on p[*][:]
    CHECK(v == 4 * i + 1);
    v = me;
#pragma xmp reduction(max : v) on p[:][*]
    CHECK(v == n - 2 + j);
#pragma xmp task on p[*][*]
    on = N;
    CHECK(on == 1);
    x = me;
    xmp_sync_all();
#pragma xmp task on column
    {
        CHECK(N == n / 2 && ME == i);
        int next = (i + 1) % N;
        CHECK(x:[next] == 2 * next + j);
    }
    on = 0;
#pragma xmp task on pair[0][1]
    on = 1;
    CHECK(on == (me == 3));
    on = 0;
#pragma xmp task on half
    on = 1 + ME;
    CHECK(on == (me == 2 ? 1 : me == 3 ? 2 : 0));
#pragma xmp task on backward
    {
        CHECK(ME == n - 1 - me);
#pragma xmp post(backward[(ME + 1) % N], 3)
#pragma xmp wait(backward[(ME + N - 1) % N], 3)
    }
    inside(me);
    FINISH();
}
