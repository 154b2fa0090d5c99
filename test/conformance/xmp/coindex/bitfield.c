// feature: XcalableMP bit-fields of other images
#include "../check.h"

struct flags {
    unsigned kind : 3, count : 7;
    int n;
    struct {
        signed level : 4;
        unsigned : 0;
        unsigned long key : 40;
    } part[2];
} one:[*], many[3]:[*];

int main(void)
{
    const int k = NEXT;
    struct flags *p:[*] = many;
    one.kind = ME % 8;
    one.n = ME;
    many[2].count = 9 + ME;
    many[2].part[1].key = 1ul << 35 | ME;
    many[1].part[0].level = -3;
    xmp_sync_all();
    CHECK(one.kind:[k] == k % 8 && one:[k].kind + 1 == k % 8 + 1 && (one.kind):[k] == k % 8);
    CHECK(many[2].count:[k] == 9 + k && many[2]:[k].part[1].key == (1ul << 35 | k));
    CHECK(p[2].count:[k] == 9 + k && (p + 1)->part[0].level:[k] == -3);
    CHECK((one.kind:[k] ? one.n:[k] : k) == k);
    xmp_sync_all();
    struct flags whole = one:[k];
    whole.count = 5;
    one:[k] = whole;
    xmp_sync_all();
    CHECK(one.count == 5 && one.kind == ME % 8);
    FINISH();
}
