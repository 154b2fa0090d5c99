/* Limits, and calls that are forbidden, that end a process in words of Go's runtime, or by a
 * signal, before any line of the launcher is executed. */
#include "core/core.h"
#include "start.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Whether a limit is lower than what is needed at least; it is given. */
static bool is_below(int resource, rlim_t least, struct rlimit *limit) {
    return getrlimit((__rlimit_resource_t)resource, limit) == 0 && limit->rlim_cur < least;
}

__attribute__((format(printf, 1, 2), noreturn)) static void refuse(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vdprintf(2, format, args);
    _exit(CORAL_NOT_STARTED);
}

/* Images need far more addresses than Go, which starts with less than this
 * (internal/launch/memory.go). */
static void check_addresses(void) {
    struct rlimit limit;
    if (is_below(RLIMIT_AS, (rlim_t)2 << 30, &limit))
        refuse("coral: error: the limit of the address space (ulimit -v) is %llu MiB, but images "
               "reserve far more addresses (not memory): run without that limit [R0505]\n",
            (unsigned long long)limit.rlim_cur >> 20);
}

/* What Go's runtime takes before it runs a line: the tables of its heap, and a stack for each of
 * its first threads, of the size that the main one may grow to. Less ends the process in Go's own
 * words, and which ones depends on which of its threads asks last. */
static void check_data(void) {
    const rlim_t tables = (rlim_t)88 << 20, threads = 12, usual_stack = (rlim_t)2 << 20;
    struct rlimit limit;
    rlim_t stack = usual_stack;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        stack = limit.rlim_cur;
    rlim_t least = stack < RLIM_INFINITY / (2 * threads) ? tables + threads * stack : RLIM_INFINITY;
    if (is_below(RLIMIT_DATA, least, &limit))
        refuse("coral: error: the limit of data (ulimit -d) is %llu KiB, but a program with images "
               "needs at least %llu KiB, with stacks of %llu KiB for its threads: raise ulimit -d, "
               "or set ulimit -s lower [R0505]\n",
            (unsigned long long)limit.rlim_cur >> 10, (unsigned long long)least >> 10,
            (unsigned long long)stack >> 10);
}

/* Go opens files of its own before the launcher counts (checkLimits). */
static void check_files(void) {
    const rlim_t least = 16;
    struct rlimit limit;
    if (!is_below(RLIMIT_NOFILE, least, &limit))
        return;
    if (limit.rlim_max < least)
        refuse("coral: error: the limit of open files is %llu, but a program with images needs "
               "more: raise it (ulimit -Hn) [R0504]\n",
            (unsigned long long)limit.rlim_max);
    limit.rlim_cur = least;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* Calls without which Go's runtime ends the process; a sandbox may forbid them. */
static void check_calls(void) {
    static const struct {
        int number;
        const char *name;
    } needed[] = {{SYS_epoll_create1, "epoll_create1"}, {SYS_eventfd2, "eventfd2"}};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        const long fd = syscall(needed[i].number, 0, 0);
        if (fd >= 0)
            close((int)fd);
        else if (errno == EPERM || errno == EACCES || errno == ENOSYS)
            refuse("coral: error: the images could not be started: the system forbids %s, as a "
                   "sandbox may (seccomp): allow it [R0506]\n",
                needed[i].name);
    }
}

void coral_check_limits(void) {
    check_addresses();
    check_data();
    check_files();
    check_calls();
}
