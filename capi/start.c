/* Between the constructors and the program's own main, which the link wraps: here the Go
 * runtime is there, and nothing of the program has run. A program that was not started as an
 * image becomes the launcher; that never returns. */
#include "core/core.h"
#include "async/event.h"
#include "core/fault.h"
#include "net/library.h"
#include "start.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include "_cgo_export.h"

int __real_main(int argc, char **argv, char **envp) __attribute__((weak));

/* Go takes over the signals of wrong memory accesses, and would report its goroutines. In an
 * image they mean what they mean in any program: a handler of the Fortran runtime, or death
 * by the signal, which the launcher reports. */
static void give_back_signals(void) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGPIPE};
    for (unsigned i = 0; i < sizeof signals / sizeof signals[0]; i++)
        signal(signals[i], SIG_DFL);
}

/* To a terminal, lines are to appear when they are written, and not to be lost where the image
 * dies. An image's own output is a pipe, which C would fill before it writes. The launcher tells
 * whether there is a terminal by the variable that libgfortran reads (internal/launch/start.go). */
static void write_lines(void) {
    const char *unbuffered = getenv("GFORTRAN_UNBUFFERED_PRECONNECTED");
    bool wanted = unbuffered != NULL && *unbuffered != '\0' && strchr("yYtT1", *unbuffered);
    if (coral.image && wanted)
        setvbuf(stdout, NULL, _IOLBF, 0);
}

__attribute__((visibility("default"))) int __wrap_main(int argc, char **argv, char **envp) {
    if (__real_main == NULL) /* the link finds no fault in it, since the reference is weak */
        coral_refuse(CORAL_R0107, "none of the files of this program has a main program", 1);
    coral.begun = true;
    if (coral.image && coral_linked())
        prctl(PR_SET_TIMERSLACK, 0, 0, 0, 0); /* as it was: boot.c */
    if (!coral.image)
        coralgo_launch();
    give_back_signals();
    coral_watch_faults();
    if (coral.conduit != CORAL_CONDUIT_SMP)
        coralgo_watch();
    if (coral.library && coralgo_join() != 0)
        exit(1); /* which ends the run */
    coral_await_start();
    if (coral_async_start)
        coral_async_start();
    coral_watch_main_thread();
    coral_fpe_clear();
    write_lines();
    return __real_main(argc, argv, envp);
}
