/* IEEE exceptions that are signaling when an image stops (F2018 11.4 p3). What is told is what
 * gfortran tells, by its option -ffpe-summary=: without the option all but inexact. */
#include "core.h"

#include <fenv.h>
#include <stdio.h>

/* gfortran's numbers of exceptions in that option are those of the processor's flags. */
static const struct {
    int flag;
    const char *name;
} exceptions[] = {
    {FE_INVALID, "IEEE_INVALID"},
    {FE_DIVBYZERO, "IEEE_DIVIDE_BY_ZERO"},
    {FE_OVERFLOW, "IEEE_OVERFLOW"},
    {FE_UNDERFLOW, "IEEE_UNDERFLOW"},
    {__FE_DENORM, "IEEE_DENORMAL"},
    {FE_INEXACT, "IEEE_INEXACT"},
};

enum { EXCEPTIONS = sizeof exceptions / sizeof exceptions[0], ALL = 63 };

static int told = ALL & ~FE_INEXACT;

/* Where the command that links has the option, the linker defines the second name, as many bytes
 * behind the first as the option has for a number (internal/driver): flang has no such option. */
const char coral_fpe_summary[ALL + 1];
extern const char coral_fpe_summary_chosen[] __attribute__((weak));

/* The place of the option among those that gfortran's main program gives its runtime. */
enum { SUMMARY = 6 };

void coral_fpe_options(int n, const int *options) {
    if (n > SUMMARY)
        told = options[SUMMARY];
}

/* The exceptions that are signaling. C has no standard name for the exception of a denormal
 * operand, and glibc's fetestexcept and feclearexcept leave it out: the processor's status words
 * have it. */
static int signaling_now(void) {
#ifdef __x86_64__
    unsigned short x87;
    __asm__ volatile("fnstsw %0" : "=am"(x87));
    return (x87 | (int)__builtin_ia32_stmxcsr()) & ALL;
#else
    return fetestexcept(ALL);
#endif
}

/* The program begins without exceptions: the runtime's own start may have raised some. */
void coral_fpe_clear(void) {
    feclearexcept(ALL);
#ifdef __x86_64__
    __asm__ volatile("fnclex");
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() & ~(unsigned)ALL);
#endif
}

size_t coral_fpe_note(char *line, size_t size) {
    int chosen = told;
    if (coral_fpe_summary_chosen)
        chosen = (int)(coral_fpe_summary_chosen - coral_fpe_summary);
    int signaling = signaling_now() & chosen;
    if (signaling == 0 || !coral.image)
        return 0;
    size_t n = (size_t)snprintf(line, size,
        "coral: note: image %d: the following floating-point exceptions are signaling:",
        coral.rank + 1);
    for (unsigned i = 0; i < EXCEPTIONS && n < size; i++)
        if (signaling & exceptions[i].flag)
            n += (size_t)snprintf(line + n, size - n, " %s", exceptions[i].name);
    if (n > size - 1)
        n = size - 1;
    line[n++] = '\n';
    return n;
}
