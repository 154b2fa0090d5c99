// feature: XcalableMP system headers
// All of the C library's, and some of POSIX, in a file with coarrays.
#define _GNU_SOURCE
#include "../check.h"
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <iso646.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <tgmath.h>
#include <threads.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

alignas(32) double a[4]:[*];
atomic_int counter;
static jmp_buf back;

static noreturn void leave(int n) { longjmp(back, n); }
static int total(int n, ...)
{
    va_list list;
    va_start(list, n);
    int sum = 0;
    while (n-- > 0)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

static void *work(void *with)
{
    atomic_fetch_add(&counter, *(int *)with);
    return NULL;
}

int main(void)
{
    int two = 2;
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, work, &two) == 0 and pthread_join(thread, NULL) == 0 && counter == 2);
    for (int i = 0; i < 4; i++)
        a[i] = pow(ME + 1, i);
    xmp_sync_all();
    int n = setjmp(back);
    if (n == 0)
        leave((int)lround(a[2]:[NEXT]));
    CHECK(n == (NEXT + 1) * (NEXT + 1) && total(3, (int)a[0]:[NEXT], n, 5) == n + 6);
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, (int64_t)a[1]:[NEXT]);
    CHECK(strtol(text, NULL, 10) == NEXT + 1 && isdigit((unsigned char)text[0]) && errno != EDOM);
    CHECK(INT_MAX > 0 && DBL_EPSILON > 0 && sizeof(wchar_t) == 4 && offsetof(struct timeval, tv_usec) == 8);
    bool yes = a[0]:[NEXT] == 1 ? true : false;
    CHECK(yes);
    FINISH();
}
