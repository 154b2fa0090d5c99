// feature: XcalableMP coindexed members of packed structures
// build-args: -Wall -Werror=address-of-packed-member -Werror=unused-value
#include "../check.h"
#include <stdatomic.h> /* which has atomic types of its own */

typedef float vector __attribute__((vector_size(16)));
struct __attribute__((packed)) inner {
    char c;
    vector v;
};
#pragma pack(push, 1)
struct outer {
    char c;
    vector v;
    int a[21];
    struct inner in[2];
    double d;
    struct {
        char c;
        vector v;
        int bits : 5;
    } last;
};
#pragma pack(pop)
struct outer s:[*];
struct outer t[3]:[*];
vector plain[3];

static vector all(float x) { return (vector){x, x, x, x}; }
static int are(vector v, float x) { return v[0] == x && v[1] == x && v[2] == x && v[3] == x; }

int main(void)
{
    int i = 0, b[21];
    for (int k = 0; k < 21; k++)
        b[k] = 100 * ME + k;
    for (int k = 0; k < 3; k++)
        t[k].v = t[k].in[0].v = plain[k] = all(10 * k);
    xmp_sync_all();
    s.v:[NEXT] = all(ME);
    s.in[1].v:[NEXT] = s.in[0].v:[NEXT] = all(ME + 0.5f);
    s.last.v:[NEXT] = all(-ME);
    s.a[0:21]:[NEXT] = b[0:21];
    s.d:[NEXT] = 1.5;
    t[i++].in[1].v:[NEXT] = all(7);
    t[i++].in[1].v:[NEXT] += all(8);
    xmp_sync_all();
    CHECK(i == 2 && are(s.v, BEFORE) && are(s.in[1].v, BEFORE + 0.5f));
    CHECK(are(s.in[0].v, BEFORE + 0.5f) && are(s.last.v, -BEFORE));
    CHECK(are(t[0].in[1].v, 7) && are(t[1].in[1].v, 8));
    for (int k = 0; k < 21; k++)
        CHECK(s.a[k] == 100 * BEFORE + k);
    CHECK(are(s.v:[NEXT], ME) && are(s:[NEXT].in[1].v, ME + 0.5f) && s.last.bits:[NEXT] == 0);
    i = 0;
    vector of = t[i++].in[1].v:[NEXT];
    CHECK(i == 1 && are(of, 7));
    xmp_sync_all();
    s.v:[NEXT] += all(1);
    s.d:[NEXT] *= 2;
    t[0:3].v:[NEXT] = t[0:3].in[0].v + all(1);
    t[0:3].in[1].v:[NEXT] = plain[0:3];
    xmp_sync_all();
    CHECK(are(s.v, BEFORE + 1) && s.d == 3);
    for (int k = 0; k < 3; k++)
        CHECK(are(t[k].v, 10 * k + 1) && are(t[k].in[1].v, 10 * k));
    t[0:3].in[0].v = t[0:3].v:[NEXT] + t[0:3].in[1].v;
    plain[0:3] = t[0:3].v:[NEXT];
    s.in[0:2].v = all(3);
    for (int k = 0; k < 3; k++)
        CHECK(are(t[k].in[0].v, 20 * k + 1) && are(plain[k], 10 * k + 1));
    xmp_sync_all();
    t[0:3].v:[NEXT] += all(0.5f);
#pragma xmp gmove out
    s.in[0].v:[NEXT] = t[2].in[1].v;
#pragma xmp gmove in
    t[0:2].in[1].v = t[1:2].in[0].v:[NEXT];
    xmp_sync_all();
    CHECK(are(t[2].v, 21.5f) && are(s.in[0].v, 20) && are(s.in[1].v, 3));
    CHECK(are(t[0].in[1].v, 21) && are(t[1].in[1].v, 41));
    FINISH();
}
