// feature: XcalableMP initial values of coarrays
#include "../check.h"

int a[5]:[*] = {1, 2, [4] = 9};
double d:[*] = 2.5, plain = 1.5;
char text[]:[*] = "coarray", *words[2] = {"one", "two"};
struct { int id; float v[2]; } s:[*] = {.v = {1, 2}, .id = 3}, t[2]:[*] = {{1}, {2, {5, 6}}};
enum colour { RED, GREEN = 7 } c:[*] = GREEN;
_Bool yes:[*] = 1;

int main(void)
{
    CHECK(a[0]:[NEXT] == 1 && a[3]:[NEXT] == 0 && a[4]:[NEXT] == 9 && d:[NEXT] == 2.5 && plain == 1.5);
    CHECK(text[0]:[NEXT] == 'c' && text[6]:[NEXT] == 'y' && sizeof text == 8 && words[1][0] == 't');
    CHECK(s.id:[NEXT] == 3 && s.v[1]:[NEXT] == 2 && t[1].v[0]:[NEXT] == 5 && t[1].v[1]:[NEXT] == 6);
    CHECK(c:[NEXT] == GREEN && c:[NEXT] != RED && yes:[NEXT]);
    xmp_sync_all();
    a[2]:[NEXT] = ME;
    xmp_sync_all();
    CHECK(a[2] == BEFORE && a[1] == 2);
    FINISH();
}
