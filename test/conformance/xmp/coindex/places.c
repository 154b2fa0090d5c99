// feature: XcalableMP coindexed objects in the places that C has
// conformance: images=1,2,4
#include <stdlib.h>
#include <string.h>
#include "../check.h"
typedef int T;
typedef struct node { T v; struct node *next; T arr[4]; struct { T x, y; } in[2]; } node;
int (*fp)(int), arr2[2][3]:[*], plain, m:[2][*], *alloc:[*];
extern double ext[8]:[*];
double ext[8]:[*];
const char *names[] = { "a:[0]", "b[1:2]" };
struct grid { int nx, ny; double *restrict data; };
static node nodes[5]:[*], one:[*];
_Thread_local int tls;
static inline __attribute__((always_inline)) int f(int x) { return x; }
#define GET(arr, i, k) ((arr)[(i)]:[(k)])
#define PUT(arr, i, k, v) do { (arr)[(i)]:[(k)] = (v); } while (0)
#define FOR_ALL(k) for (int k = 0; k < xmpc_num_images(); ++k)
#define CAT(a, b) a##b
#define STR(x) #x
#define VALUE(...) (__VA_ARGS__)
enum color { RED = 1, GREEN };
int g(T T, int (*h)(int)) { int r = T; r += h(T); return r; }
void param(int n, int (*a)[3]:[*], int k, double e[const static 8]:[*]) { a[0][0:n]:[k] = 5; e[0]:[k] += 1; }
static int use(int v, ...) { return v; }
int main(int argc, char **argv)
{
    int me = xmpc_this_image(), n = xmpc_num_images(), nx = (me + 1) % n;
    for (int i = 0; i < 5; i++) { nodes[i].v = 10 * me + i; nodes[i].arr[2] = i; nodes[i].in[1].y = 7 * i + me; }
    one = nodes[3];
    arr2[1][2] = me;
    m = me; ext[7] = me * .5;
    xmp_sync_all();
    CHECK(GET(nodes, 2, nx).v == 10 * nx + 2);
    CHECK(nodes[2].arr[2]:[nx] == 2 && nodes[2]:[nx].arr[2] == 2 && nodes[3].in[1].y:[nx] == 21 + nx);
    CHECK(one:[nx].v == 10 * nx + 3 && (one:[nx]).arr[2] == 3 && one.in[1].y:[nx] == 21 + nx);
    node copy = one:[nx]; CHECK(copy.v == 10 * nx + 3);
    node *p = &copy; p->v = nodes[1].v:[nx]; CHECK(p->v == 10 * nx + 1);
    CHECK((*(&nodes[4])).v == 10 * me + 4);
    int c[3]; c[:] = arr2[1][:]:[nx]; CHECK(c[2] == nx);
    int v = f(arr2[1][2]:[nx]) + g(arr2[1][2]:[nx], f); CHECK(v == 3 * nx);
    CHECK((arr2[1][2]:[nx] == nx ? 1 : 0) == 1);
    int t = arr2[1][2]:[nx] > 100 ? arr2[0][0]:[nx] : arr2[1][2]:[nx]; CHECK(t == nx);
    t = me ? arr2[1][2]:[0] : arr2[1][2]:[n - 1]; CHECK(t == (me ? 0 : n - 1));
lab: ; switch (t) { case RED: case GREEN: { t = arr2[1][2]:[nx]; break; } default: t = arr2[1][2]:[nx]; }
    if (argc > 5) goto lab;
    CHECK(t == nx);
    xmp_sync_all();
    PUT(arr2[0], 1, nx, me); xmp_sync_all(); CHECK(arr2[0][1] == (me + n - 1) % n);
    { int nx = 0; CHECK(arr2[1][2]:[nx] == 0); }
    for (int k = 0, z = arr2[1][2]:[nx]; k <= z && k < arr2[1][2]:[nx]; k += 1 + arr2[1][2]:[0]) ;
    alloc = xmp_malloc(sizeof(int) * 4);
    alloc[3] = me + 100; xmp_sync_all();
    CHECK(alloc[3]:[nx] == nx + 100 && (*(alloc + 3)):[nx] == nx + 100 && (*(&alloc[3])):[nx] == nx + 100);
    int (*view)[2]:[*] = (int (*)[2])alloc;
    CHECK(view[1][1]:[nx] == nx + 100);
    c[0:2] = view[1][:]:[nx]; CHECK(c[1] == nx + 100);
    xmp_sync_all();
    param(3, arr2, nx, ext); xmp_sync_all();
    CHECK(arr2[0][2] == 5 && ext[0] == 1);
    CHECK(use(1, VALUE(arr2[0][1]:[nx], ext[0]:[nx])) == 1);
    CHECK(_Generic(ext[0]:[nx], double: 1, default: 0) && sizeof(ext[0]:[nx]) == sizeof(double) && sizeof arr2[0][0]:[nx] == 4);
    __typeof__(ext[0]:[nx]) q = ext[7]:[nx]; CHECK(q == nx * .5);
    char buf[64]; snprintf(buf, sizeof buf, "%d %g %s", arr2[0][2]:[nx], ext[7]:[nx], names[1]); CHECK(strstr(buf, "b[1:2]") != NULL);
    long acc = 0; FOR_ALL(k) acc += m:[k % 2][k / 2]; CHECK(acc == n * (n - 1) / 2);
    int w = ({ int y = arr2[1][2]:[nx]; y * 2; }); CHECK(w == 2 * nx);
    w = (arr2[1][2]:[nx], arr2[0][2]:[nx]); CHECK(w == 5);
    w = -arr2[1][2]:[nx]; CHECK(w == -nx); w = !arr2[1][2]:[nx]; CHECK(w == !nx); w = ~arr2[1][2]:[nx]; CHECK(w == ~nx);
    w = (int)ext[7]:[nx]; CHECK(w == nx / 2); w = (char)arr2[0][2]:[nx] + 1; CHECK(w == 6);
    w = arr2[0][arr2[0][2]:[nx] - 3]; CHECK(w == 5);
    w = arr2[0][2]:[arr2[1][2]:[nx]]; CHECK(w == 5);
    w = *&arr2[0][2]; CHECK(w == 5);
    xmp_sync_all();
    arr2[0][0]:[nx] <<= 2; arr2[0][2]:[nx] %= 3; ext[1]:[nx] -= 2; xmp_sync_all(); CHECK(arr2[0][0] == 20 && arr2[0][2] == 2 && ext[1] == -2);
    xmp_sync_all();
    w = arr2[0][0]:[nx]++ + 1; CHECK(w == 21); xmp_sync_all(); CHECK(arr2[0][0] == 21);
    xmp_sync_all();
    w = (arr2[0][1]:[nx] = 9) + 1; CHECK(w == 10);
    arr2[0][1]:[nx] = arr2[1][0]:[nx] = 4; xmp_sync_all(); CHECK(arr2[0][1] == 4 && arr2[1][0] == 4);
    double dd[2][2] = { { ext[7]:[nx] }, { [1] = ext[1]:[nx] } }; CHECK(dd[1][1] == -2);
    static const int table[] = { 1, 2, 3 }; (void)table; (void)plain; (void)fp; (void)tls;
    xmp_sync_all(); xmp_free(alloc);
    FINISH();
}
