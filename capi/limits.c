/* Limits that end a process in words of Go's runtime, or by a signal, before any line of the
 * launcher is executed. */
#include "start.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

enum { EXIT_LAUNCHER = 127 };

/* Images need far more addresses than Go (internal/launch/memory.go). */
static void check_addresses(void) {
    const rlim_t least = (rlim_t)1 << 30;
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur >= least)
        return;
    dprintf(2,
        "coral: error: the limit of the address space (ulimit -v) is %llu MiB, but images reserve "
        "far more addresses (not memory): run without that limit [R0505]\n",
        (unsigned long long)limit.rlim_cur >> 20);
    _exit(EXIT_LAUNCHER);
}

/* The tables of Go's heap alone are of this order. */
static void check_data(void) {
    const rlim_t least = (rlim_t)64 << 20;
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur >= least)
        return;
    dprintf(2,
        "coral: error: the limit of data (ulimit -d) is %llu KiB, but a program with images needs "
        "far more: raise the limit [R0505]\n",
        (unsigned long long)limit.rlim_cur >> 10);
    _exit(EXIT_LAUNCHER);
}

/* Go opens files of its own before the launcher counts (checkLimits). */
static void check_files(void) {
    const rlim_t least = 16;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= least)
        return;
    if (limit.rlim_max >= least) {
        limit.rlim_cur = least;
        setrlimit(RLIMIT_NOFILE, &limit);
        return;
    }
    dprintf(2,
        "coral: error: the limit of open files is %llu, but a program with images needs more: "
        "raise it (ulimit -Hn) [R0504]\n",
        (unsigned long long)limit.rlim_max);
    _exit(EXIT_LAUNCHER);
}

void coral_check_limits(void) {
    check_addresses();
    check_data();
    check_files();
}
