// feature: XcalableMP sections without bounds of parameters that are arrays
#include "../check.h"

#define N_ 12
static int a[N_]:[*], m[3][4]:[*];

static void constant(int p[N_]:[*], int out[N_], int k) { out[:] = p[:]:[k]; }

/* the bound is that of the call, whatever becomes of n */
static void variable(int n, int p[n]:[*], int out[restrict n], int k)
{
    int kept = n;
    n = 1;
    out[:] = p[:]:[k];
    out[2:] += 1;
    out[::2] = 0;
    n = kept;
}

static void rows(int n, const int p[static n][4]:[*], int out[n][4], int k) { out[:][1:2] = p[:][1:2]:[k]; }

static void hidden(int n, int p[n + 1])
{
    p[:] = n;
    {
        int p[2];
        p[:] = 7;
        CHECK(p[1] == 7 && sizeof p == 2 * sizeof(int));
    }
}

static void old(n, p, k)
    int n, k;
    int p[n];
{
    p[:] = k;
}

/* the bound is on another image when the function is called */
static void asked(int n, int p[a[0]:[0] + n], int q[(a[1]:[0])][2], int *by)
{
    p[:] = -n;
    q[:][1] = *by;
}

/* n is a member there, and not the parameter behind */
struct counted { int n; };
static void member(const struct counted *s, int p[s->n], int n) { p[:] = n; }

int main(void)
{
    const int k = NEXT;
    int out[N_] = {0}, part[3][4] = {{0}};
    for (int i = 0; i < N_; i++)
        a[i] = m[i / 4][i % 4] = 100 * ME + i;
    xmp_sync_all();
    constant(a, out, k);
    CHECK(out[0] == 100 * k && out[11] == 100 * k + 11);
    variable(N_, a, out, k);
    CHECK(out[0] == 0 && out[1] == 100 * k + 1 && out[2] == 0 && out[3] == 100 * k + 4 && out[11] == 100 * k + 12);
    rows(2, m, part, k);
    CHECK(part[0][0] == 0 && part[1][1] == 100 * k + 5 && part[1][2] == 100 * k + 6 && part[2][1] == 0);
    member(&(struct counted){2}, out, 6);
    CHECK(out[0] == 6 && out[1] == 6 && out[2] != 6);
    hidden(3, out);
    CHECK(out[3] == 3 && out[4] != 3);
    old(5, out, -1);
    CHECK(out[4] == -1 && out[5] != -1);
    xmp_sync_all();
    if (ME == 0)
        a[0] = 2, a[1] = 3;
    xmp_sync_all();
    int pairs[4][2] = {{0}}, five = 5;
    asked(4, out, pairs, &five);
    CHECK(out[5] == -4 && out[6] != -4);
    CHECK(pairs[2][1] == 5 && pairs[3][1] == 0 && pairs[2][0] == 0);
    FINISH();
}
