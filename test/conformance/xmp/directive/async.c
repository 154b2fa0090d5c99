// feature: XcalableMP directives: asynchronous reductions and broadcasts
#include "../check.h"

#pragma xmp nodes p[*]

static long numbers[3000];

/* The operation goes on when the function has returned. */
static void begin(double *values, int id)
{
#pragma xmp reduction(max : values[0:3]) async(id)
}

int main(void)
{
    const int sum = N * (N + 1) / 2;
    int x = ME + 1, y[7], q = ME, again = 1;
    double columns[5][2], values[3] = {ME, -ME, 3};
    float product = 2, power = 1;

    for (int i = 0; i < 7; i++)
        y[i] = i * (ME + 1);
    for (int i = 0; i < 5; i++)
        columns[i][0] = columns[i][1] = i * (ME + 1);
    for (int i = 0; i < 3000; i++)
        numbers[i] = ME ^ i;
    for (int i = 0; i < N; i++)
        power *= 2;

    /* one id for several, in either order of the clauses; sections; types */
#pragma xmp reduction(+ : x, y) async(1)
#pragma xmp bcast(numbers) from p[N - 1] async(2)
#pragma xmp reduction(+ : columns[:][0:1]) async(1) on p
#pragma xmp reduction(* : product) async(N + 7)
    begin(values, 9);
    /* others are waited for first; by 77 nothing has been begun */
#pragma xmp wait_async(N + 7, 77)
    CHECK(product == power);
#pragma xmp wait_async(1)
    CHECK(x == sum);
    for (int i = 0; i < 7; i++)
        CHECK(y[i] == i * sum);
    for (int i = 0; i < 5; i++)
        CHECK(columns[i][0] == i * sum && columns[i][1] == i * (ME + 1));
#pragma xmp wait_async(9) on p
    CHECK(values[0] == N - 1 && values[1] == 0 && values[2] == 3);
#pragma xmp wait_async(2)
    for (int i = 0; i < 3000; i++)
        CHECK(numbers[i] == ((N - 1) ^ i));

    /* among the nodes of a task; one that begins later does not hold up the others */
#pragma xmp task on p[0]
    {
#pragma xmp reduction(+ : q) async(1)
#pragma xmp wait_async(1)
    }
    CHECK(q == ME);
    for (int i = 0; i < 100; i++) {
        int a = i, b = ME;
        if (ME == 0 && i % 10 == 0)
            xmp_sync_memory(NULL);
#pragma xmp reduction(+ : a) async(i % 3)
#pragma xmp bcast(b) async(i % 3)
#pragma xmp wait_async(i % 3)
        CHECK(a == i * N && b == 0);
    }
    /* the end of the program waits for what nobody has waited for */
#pragma xmp reduction(+ : again) async(4)
    FINISH();
}
