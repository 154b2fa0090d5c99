// feature: XcalableMP sections of arrays whose bounds stand elsewhere or nowhere
#include "../check.h"
#include <stdlib.h>

typedef int ten[10];
typedef ten rows[3];
typedef int open[];
struct held {
    int a[5];
    int *to;
};
struct flexible {
    int n;
    int tail[];
};
struct old {
    int n;
    int tail[1];
};
union both {
    int i[4];
    char c[8];
};

ten a:[*];
struct held s[2]:[*];
rows r;
open four = {1, 2, 3, 4};
union both u;

static void parameters(ten v, struct held *h, int n)
{
    typedef int dynamic[n];
    dynamic d;
    d[0:4] = v[8:4]; // v is a pointer
    h->to = v;
    h->to[0:20] = 3;
    h->to[0:4] = d[0:4];
}

int main(void)
{
    int b[20], right = (xmpc_this_image() + 1) % xmpc_num_images();
    for (int i = 0; i < 20; i++)
        b[i] = i;
    parameters(b, &s[1], 12);
    CHECK(b[0] == 8 && b[3] == 11 && b[4] == 3 && b[19] == 3);
    a[:] = 10 * xmpc_this_image();
    s[1].a[4:5:-1] = b[0:5];
    xmp_sync_all();
    b[5:5] = a[5:5]:[right];
    CHECK(b[9] == 10 * right);
    b[0:5] = s[1].a[0:5]:[right];
    CHECK(b[4] == 8 && b[0] == 3);
    b[0:4] = four[0:4];
    struct flexible *f = malloc(sizeof *f + sizeof(int[10]));
    struct old *o = malloc(sizeof *o + sizeof(int[10]));
    f->tail[0:10] = b[0:10];
    o->tail[0:10] = f->tail[0:10];
    CHECK(o->tail[9] == 10 * right && o->tail[3] == 4);
    r[1][0:10] = o->tail[0:10];
    CHECK(r[1][3] == 4);
    u.i[0:4] = r[1][0:4];
    CHECK(u.i[3] == 4);
    free(f);
    free(o);
    FINISH();
}
