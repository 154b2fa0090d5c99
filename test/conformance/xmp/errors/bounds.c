// feature: XcalableMP sections of parameters whose bounds mean something else in the body
#include <xmp.h>
int m = 3, calls, p = 2;
static int next(void) { return ++calls; }
// the parameter m is declared behind p's bound, which has the other m
// expect-error: a section of what a pointer points to needs base and length
void later(int p[m], int m) { p[:] = 1; }
// expect-error: a section of what a pointer points to needs base and length
void own(int p[p]) { p[:] = 1; }
// expect-error: a section of what a pointer points to needs base and length
void called(int p[next()]) { p[:] = 1; }
// expect-error: a section of what a pointer points to needs base and length
void old(p, m) int p[m], m; { p[:] = 1; }
void earlier(int m, int p[m + sizeof(m)]) { p[:] = 1; }
void of(p, m) int m, p[m]; { p[:] = 1; }

int main(void) { return 0; }
