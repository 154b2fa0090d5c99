// feature: XcalableMP accumulation with conversions: elements and values of all types, as statements, as values, in sections with strides
#include "../check.h"

enum { SIZE = 40 };

/* What becomes of an element of NEXT is what C makes of a variable here: as a value, by a statement, in sections. */
#define ELEMENTS(T, name) T name[SIZE]:[*];
#define TRY(T_, name, start, op, V, value)                        \
    do {                                                          \
        typedef T_ T;                                             \
        V v = (value), w[SIZE];                                   \
        T was = (start), is = was, now = was;                     \
        is op v;                                                  \
        for (int i = 0; i < SIZE; i++)                            \
            name[i] = was, w[i] = v;                              \
        xmp_sync_all();                                           \
        T got = (name[0]:[NEXT] op v);                            \
        CHECK(got == is);                                         \
        name[1]:[NEXT] op v;                                      \
        name[3:8]:[NEXT] op v;                                    \
        name[11:8:2]:[NEXT] op w[0:8];                            \
        name[SIZE - 1:3:-4]:[NEXT] op w[SIZE - 3:3];              \
        xmp_sync_all();                                           \
        for (int i = 0; i < SIZE; i++) {                          \
            int changed = i < 2 || i >= 3 && i < 11 || i >= 11 && i < 27 && i % 2 == 1 || i == 39 || i == 35 || i == 31; \
            CHECK(name[i] == (changed ? is : now));               \
        }                                                         \
        xmp_sync_all();                                           \
    } while (0)

ELEMENTS(_Bool, b)
ELEMENTS(char, c)
ELEMENTS(signed char, sc)
ELEMENTS(unsigned char, uc)
ELEMENTS(short, s)
ELEMENTS(unsigned short, us)
ELEMENTS(int, i4)
ELEMENTS(unsigned, u4)
ELEMENTS(long, i8)
ELEMENTS(unsigned long long, u8)
ELEMENTS(float, f)
ELEMENTS(double, d)
ELEMENTS(long double, ld)
ELEMENTS(float _Complex, cf)
ELEMENTS(double _Complex, cd)
ELEMENTS(enum { ZERO }, e)

static void integers(void)
{
    TRY(_Bool, b, 1, +=, int, 3);
    TRY(_Bool, b, 1, -=, _Bool, 1);
    TRY(_Bool, b, 1, &=, int, 2);
    TRY(_Bool, b, 0, |=, long, 256);
    TRY(_Bool, b, 1, ^=, int, 3);
    TRY(_Bool, b, 1, *=, double, -0.0);
    TRY(char, c, -100, /=, int, 1000);
    TRY(char, c, -100, /=, char, -7);
    TRY(signed char, sc, -128, /=, signed char, -1);
    TRY(signed char, sc, 7, *=, float, 1.7f);
    TRY(unsigned char, uc, 200, /=, int, -3);
    TRY(unsigned char, uc, 200, +=, long, 1000);
    TRY(unsigned char, uc, 200, -=, _Bool, 1);
    TRY(unsigned char, uc, 200, ^=, int, -1);
    TRY(unsigned char, uc, 200, %=, int, 7);
    TRY(short, s, -30000, /=, unsigned, 7);
    TRY(short, s, -300, *=, double, 0.37);
    TRY(unsigned short, us, 60000, /=, short, -7);
    TRY(unsigned short, us, 60000, <<=, int, 3);
    TRY(int, i4, -1, /=, unsigned, 2);
    TRY(int, i4, -7, /=, int, 2);
    TRY(int, i4, 1 << 24 | 1, +=, float, 1);
    TRY(int, i4, -7, *=, double, 0.5);
    TRY(int, i4, -7, -=, long double, 0.5L);
    TRY(unsigned, u4, -1, /=, long, -2);
    TRY(unsigned, u4, -1, /=, int, -2);
    TRY(unsigned, u4, 5, |=, unsigned long, 1ul << 32 | 8);
    TRY(long, i8, -2, /=, unsigned long, 2);
    TRY(long, i8, -7, /=, int, -2);
    TRY(long, i8, 1l << 60, +=, double, 1e17);
    TRY(unsigned long long, u8, -1, /=, int, 3);
    TRY(unsigned long long, u8, -1, *=, float, 0.5f);
    TRY(unsigned, e, 5, *=, int, 3);
}

static void reals(void)
{
    TRY(float, f, 3, *=, double, 1.0 / 3);
    TRY(float, f, 1, +=, double, 1e-10);
    TRY(float, f, 1, /=, float, 3);
    TRY(float, f, 1, /=, int, 3);
    TRY(float, f, 1, -=, unsigned long, 1ul << 63);
    TRY(float, f, 1, +=, long double, 1e-10L);
    TRY(double, d, 1, /=, double, 3);
    TRY(double, d, 1, /=, int, 7);
    TRY(double, d, 1, *=, float, 0.1f);
    TRY(double, d, 1, +=, double _Complex, 1 + 2i);
    TRY(long double, ld, 1, /=, int, 3);
    TRY(float _Complex, cf, 1 + 2i, *=, double, 0.1);
    TRY(float _Complex, cf, 1 + 2i, /=, int, 4);
    TRY(float _Complex, cf, 1 + 2i, -=, double _Complex, 0.5 + 0.25i);
    TRY(double _Complex, cd, 1 + 2i, *=, double _Complex, 3 - 1i);
    TRY(double _Complex, cd, 1 + 2i, /=, double _Complex, 2i);
    TRY(double _Complex, cd, 1 + 2i, /=, float _Complex, 2i);
    TRY(double _Complex, cd, 1 + 2i, /=, double, 3);
    TRY(double _Complex, cd, 1 + 2i, -=, long, 3);
}

/* A value is wanted wherever the expression is not a statement. */
static int values(void)
{
    int n = i4[ME]:[NEXT]++;
    CHECK(n == 100);
    if ((i4[ME]:[NEXT] -= 1) != 100)
        return 1;
    n = 0;
    for (i4[ME]:[NEXT] += 2; i4[ME]:[NEXT]-- > 100; i4[ME]:[NEXT]++, i4[ME]:[NEXT]--)
        n++;
    CHECK(n == 2);
    n = ({ i4[ME]:[NEXT]++; i4[ME]:[NEXT] *= 2; });
    CHECK(n == 200);
    (void)i4[ME]:[NEXT]--;
    (long)i4[ME]:[NEXT]--;
    n > 0 ? i4[ME]:[NEXT]++ : n;
    do
        n = (ld[0] = 7, i4[ME]:[NEXT]--);
    while (--i4[ME]:[NEXT] > 195);
    CHECK(n == 197);
    int list[] = {i4[ME]:[NEXT]--, d[ME]:[NEXT] /= 8};
    CHECK(list[0] == 195 && list[1] == 12);
    return i4[ME]:[NEXT] += 1;
}

int main(void)
{
    integers();
    reals();
    for (int i = 0; i < SIZE; i++)
        i4[i] = 100, d[i] = 100;
    xmp_sync_all();
    CHECK(values() == 195);
    xmp_sync_all();
    CHECK(i4[(ME + N - 1) % N] == 195);
    FINISH();
}
