// feature: XcalableMP expressions that are nested too deeply
int a[4]:[*], k;
#define FOUR(x) ((((x))))
#define SIXTEEN(x) FOUR(FOUR(FOUR(FOUR(x))))
#define P64(x) SIXTEEN(SIXTEEN(SIXTEEN(SIXTEEN(x))))
#define P256(x) P64(P64(P64(P64(x))))
#define BRACES(x) {{{{x}}}}
#define B16(x) BRACES(BRACES(BRACES(BRACES(x))))
#define B64(x) B16(B16(B16(B16(x))))
#define B256(x) B64(B64(B64(B64(x))))

int main(void)
{
    // expect-error: the expression is nested too deeply
    k = P256(P256(P256(P256(a[0]:[1]))));
    // expect-error: the initialiser is nested too deeply
    int m[] = B256(B256(B256(B256(a[0]:[1]))));
    return m[0];
}
