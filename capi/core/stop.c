/* The end of an image: stop, error stop, fail image, and programs that call exit. */
#include "core.h"
#include "attach.h"
#include "fault.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static bool all_ended(void) {
    return load32(&coral.job->stopped) + load32(&coral.job->failed) >= (uint32_t)coral.n;
}

static void announce(uint32_t state) {
    coral_status *s = coral_status_of(coral.rank);
    __atomic_store_n(&s->state, state, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(state == CORAL_STATE_FAILED ? &coral.job->failed : &coral.job->stopped, 1,
        __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&coral.job->alert, 1, __ATOMIC_SEQ_CST);
    coral_wake_all(all_ended());
}

void (*coral_at_end)(void);

/* A thread ends the image while others may execute statements of it. An image that has stopped must
 * not come to any more of them: other images would count it in, and then wait for what it does not
 * send. What has begun a statement before gets the time to show it. */
static void leave_others(void) {
    const struct timespec gap = {.tv_nsec = 10000000};
    if (gettid() == getpid())
        return;
    coral.left = true;
    coral.shipped = true;
    nanosleep(&gap, NULL);
}

/* Initiates normal termination and waits until every image has, or has failed (F2018 5.3.7):
 * until then others may use this image's coarrays. */
static void normal_end(int code) {
    coral_call call = {.what = "end of the program", .wait = CORAL_WAIT_END};
    if (coral.foreign)
        coral_foreign_end(&call);
    if (coral_at_end)
        coral_at_end();
    if (coral.async)
        coral_above.quiesce(&call);
    leave_others();
    coral.ending = 1;
    if (coral.library) {
        coral_above.stop(code);
        if (coral.async && !load32(&coral.job->ending))
            coral_above.settled();
        return;
    }
    coral_status *s = coral_status_of(coral.rank);
    __atomic_store_n(&s->exit_code, code, __ATOMIC_SEQ_CST);
    announce(CORAL_STATE_STOPPED);
    coral_waiter w = {.call = &call};
    while (!all_ended()) {
        if (load32(&coral.job->ending))
            break; /* error termination overtakes: leave at once, with the own code */
        coral_wait(&w);
    }
    coral_wait_end(&w);
    if (coral.async && !load32(&coral.job->ending))
        coral_above.settled();
    __atomic_store_n(&s->state, (uint32_t)CORAL_STATE_DONE, __ATOMIC_SEQ_CST);
}

void coral_terminate(int code) {
    if (coral.image && !coral.ending)
        normal_end(code);
    exit(code);
}

/* In nanoseconds, both long: a machine that is busy may let neither the reporter nor an image run
 * for a second, and the message that is waited for is the only one. */
static const uint64_t REPORTER_PATIENCE = UINT64_C(5000000000),
                      ENDING_PATIENCE = UINT64_C(2000000000);

/* Waits until what this image has written to standard error is where the launcher reads it: there
 * are launchers that end the run, and themselves, when an image is gone (internal/launch,
 * reporter). patience: at most so many nanoseconds. */
void coral_await_reporter(uint64_t patience) {
    enum { REST = 100000 };
    const struct timespec rest = {0, REST};
    int unread;
    for (uint64_t start = coral_now();
         load32(&coral.job->reporter) && coral_now() - start < patience; nanosleep(&rest, NULL))
        if (ioctl(2, FIONREAD, &unread) != 0 ||
            (unread == 0 && load32(&coral.job->reporter) != CORAL_REPORTER_PASSES))
            return;
}

/* Tells all images that the run ends by an error. Only the first one gives the run its exit code.
 */
static void end_all(int code) {
    uint32_t nobody = 0;
    coral.ending = 1;
    coral_await_reporter(REPORTER_PATIENCE);
    if (load32(&coral.job->ending) == 0 &&
        __atomic_compare_exchange_n(&coral.job->ended_by, &nobody, (uint32_t)coral.rank + 1, false,
            __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        __atomic_store_n(&coral.job->exit_code, code, __ATOMIC_SEQ_CST);
        __atomic_store_n(&coral.job->ending, 1u, __ATOMIC_SEQ_CST);
        __atomic_fetch_add(&coral.job->alert, 1, __ATOMIC_SEQ_CST);
        if (coral.begun || !coral.library)
            coral_wake_all(true);
    } else /* it is a matter of some instructions until the one that gives the run its code has said
              so: the launcher would take this one for the cause */
        for (uint64_t start = coral_now();
             load32(&coral.job->ending) == 0 && coral_now() - start < ENDING_PATIENCE;)
            sched_yield();
    if (coral_linked() && coral.begun) {
        /* what has started the images ends them; it would take an image that just leaves for a
         * fault */
        coral_flush();
        fflush(NULL);
        coral_above.abort(code);
    }
}

/* Leaves a run that another image, or the launcher, ends. Output that the program has written is
 * flushed by exit. Launchers of libraries take the first process that leaves for the one that is to
 * blame, and MPICH's then misses the abort of the one that is: so this one waits to be ended by
 * that abort, and aborts itself should it not come. */
void coral_leave(int code) {
    enum { PATIENCE = 1 };
    coral.ending = 1;
    if (coral_linked()) {
        coral_flush();
        fflush(NULL);
        sleep(PATIENCE);
        coral_above.abort(code);
    }
    exit(code);
}

void coral_error_terminate(int code) {
    if (coral.image)
        end_all(code);
    exit(code);
}

static void print_text(const char *text, size_t len) {
    if (write(2, text, len) < 0)
        return; /* nobody reads it */
}

/* Says what Coral's launcher says of an image that leaves with a code: no launcher of Coral's does.
 */
static void print_exit(int code) {
    char line[128];
    int n = snprintf(line, sizeof line,
        "coral: error: image %d ended with exit code %d: the run ends [R0502]\n", coral.rank + 1,
        code);
    if (load32(&coral.job->ending) == 0)
        print_text(line, (size_t)n);
}

/* The exit code with which a process ends that was given a code of a kind. A parent sees its last
 * eight bits: shells and batch systems would take one that ends with 256 for one that has
 * succeeded, so it ends with 1 and says so. */
static int seen_code(const char *kind, int code, bool quiet) {
    char line[128];
    if (code == 0 || (code & 0xff) != 0)
        return code;
    if (!quiet)
        print_text(line,
            (size_t)snprintf(line, sizeof line,
                "coral: note: image %d: the %s code %d is a multiple of 256: the exit code is 1\n",
                coral.rank + 1, kind, code));
    return 1;
}

/* At exit of a program that has not stopped by a Fortran statement: normal termination if all is
 * well. A code that is not zero is how the libraries of languages, and programs, end after an error
 * (F2018 5.3.6, error conditions): the image leaves at once, and the launcher, which sees that it
 * had not stopped, ends the run with the code. */
void coral_exit_net(int given, void *unused) {
    (void)unused;
    if (!coral.image || coral.ending)
        return;
    int code = seen_code("exit", given, false);
    if (code != 0)
        __atomic_store_n(&coral_status_of(coral.rank)->cause,
            (uint32_t)(CORAL_CAUSE_EXIT | (code & 0xff)), __ATOMIC_SEQ_CST);
    if (code == 0)
        normal_end(code);
    else if (!load32(&coral.job->judged)) { /* no launcher of Coral's does */
        print_exit(code);
        end_all(code);
    }
    coral.ending = 1;
    if (code != given) /* glibc goes on with the handlers that are left, and takes this code */
        exit(code);
}

/* Where a statement stands; no line: it is not known. */
typedef struct place {
    int line;
    const char *file;
    size_t file_len;
} place;

/* Writes the line of a statement, if it has one, and the notes behind it. */
static void print_line(const char *start, const char *text, size_t len, place at) {
    enum { TEXT = 4096, NOTE = 512 };
    char line[TEXT + 2 * NOTE];
    size_t n = strlen(start);
    memcpy(line, start, n);
    if (len > TEXT - n - 1)
        len = TEXT - n - 1;
    memcpy(line + n, text, len);
    n += len;
    if (n > 0)
        line[n++] = '\n';
    if (at.line > 0 && coral.image)
        n += (size_t)snprintf(line + n, NOTE,
            "coral: note: image %d executed ERROR STOP at %.*s:%d\n", coral.rank + 1,
            at.file_len > 400 ? 400 : (int)at.file_len, at.file, at.line);
    n += coral_fpe_note(line + n, NOTE);
    if (n > 0)
        print_text(line, n);
}

/* Says that an ERROR STOP statement is executed. Of one whose place is not known the launcher names
 * the line by the address that has called here. */
static void print_error(const char *text, size_t len, place at) {
    print_line(text ? "ERROR STOP " : "ERROR STOP", text ? text : "", len, at);
    if (at.line == 0 && coral.image)
        coral_note_statement(false);
}

static const place nowhere;

static void print_stop(const char *text, size_t len) { print_line("STOP ", text, len, nowhere); }

static size_t decimal(char digits[16], int code) {
    return (size_t)snprintf(digits, 16, "%d", code);
}

/* The exit code of a process whose statement has a stop code. internal/rt, ExitStatus, is the same
 * for Go. */
int coral_exit_code(int32_t code, bool quiet) { return seen_code("stop", code, quiet); }

void coral_stop_number(int32_t code, bool quiet, bool error) {
    char digits[16];
    size_t n = decimal(digits, code);
    if (error) {
        if (!quiet)
            print_error(digits, n, nowhere);
        coral_error_terminate(coral_exit_code(code, quiet));
    }
    if (!quiet)
        print_stop(digits, n);
    coral_terminate(coral_exit_code(code, quiet));
}

void coral_stop_text(const char *text, size_t len, bool quiet, bool error) {
    if (error) {
        if (!quiet)
            print_error(text, len, nowhere);
        coral_error_terminate(1);
    }
    if (!quiet)
        print_stop(text, len);
    coral_terminate(0);
}

void coral_stop_plain(bool quiet, bool error) {
    if (!error) {
        if (!quiet)
            print_line("", "", 0, nowhere);
        coral_terminate(0);
    }
    if (!quiet)
        print_error(NULL, 0, nowhere);
    coral_error_terminate(1);
}

void coral_flush_units(void) __attribute__((weak)); /* of coral_rt: programs in C have none */

static _Atomic pid_t flusher;

static void *flush_units(void *unused) {
    flusher = gettid();
    coral_flush_units();
    return unused;
}

/* Tells whether a thread of this process sleeps on a futex, as one that waits for a lock does. */
static bool sleeps(pid_t thread) {
    char path[64], text[8] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)thread);
    FILE *f = fopen(path, "re");
    if (!f)
        return true;
    bool futex = fgets(text, sizeof text, f) && coral_strtoull(text, NULL, 10) == SYS_futex;
    fclose(f);
    return futex;
}

/* Writes out what the program has written, before its last message. The statement that is being
 * executed may have locked a unit
 * (`print *, f(x)`, and f stops): gfortran's runtime would then wait for ever, and flang's end the
 * program. So a thread does it, which is left behind when it waits for a lock: exit does without
 * locks what gfortran's runtime has to do. It is done once: every caller ends the image, and a
 * second thread would only wait for the same lock. */
void coral_flush(void) {
    enum { STEP = 20 * 1000 * 1000, LOOKS = 3 };
    static bool done;
    pthread_t thread;
    if (done || !coral_flush_units)
        return;
    done = true;
    if (pthread_create(&thread, NULL, flush_units, NULL) != 0) {
        coral_flush_units();
        return;
    }
    for (int asleep = 0; asleep < LOOKS; asleep = flusher && sleeps(flusher) ? asleep + 1 : 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += STEP;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        if (pthread_timedjoin_np(thread, NULL, &until) != ETIMEDOUT)
            return;
    }
}

/* Writes out all that the program has written, units and streams. */
int coral_write_out(void) {
    coral_flush();
    return fflush(NULL);
}

/* Of pure procedures: the compiler must not know that units are flushed. */
void coral_error_number(int32_t code, bool quiet, int32_t line, const char *file, size_t file_len) {
    char digits[16];
    coral_flush();
    if (!quiet)
        print_error(digits, decimal(digits, code), (place){line, file, file_len});
    coral_error_terminate(coral_exit_code(code, quiet));
}

void coral_error_text(
    const char *text, size_t len, bool quiet, int32_t line, const char *file, size_t file_len) {
    coral_flush();
    if (!quiet)
        print_error(text, len, (place){line, file, file_len});
    coral_error_terminate(1);
}

void coral_error_plain(bool quiet, int32_t line, const char *file, size_t file_len) {
    coral_flush();
    if (!quiet)
        print_error(NULL, 0, (place){line, file, file_len});
    coral_error_terminate(1);
}

/* The link puts these in place of gfortran's (fortran.LinkOptions): files without coarrays,
 * compiled as they stand, end the image as all others do. Text of no length and no code are STOP
 * without a code. */
void __wrap__gfortran_stop_numeric(int code, bool quiet) { coral_stop_number(code, quiet, false); }
void __wrap__gfortran_error_stop_numeric(int code, bool quiet) {
    coral_stop_number(code, quiet, true);
}
void __wrap__gfortran_stop_string(const char *text, size_t len, bool quiet) {
    if (text == NULL || len == 0)
        coral_stop_plain(quiet, false);
    coral_stop_text(text, len, quiet, false);
}
void __wrap__gfortran_error_stop_string(const char *text, size_t len, bool quiet) {
    if (text == NULL || len == 0)
        coral_stop_plain(quiet, true);
    coral_stop_text(text, len, quiet, true);
}

void coral_fail_image_(const int32_t *line, const char *file, size_t file_len) {
    if (!coral.image) {
        coral_call call = {
            .what = "fail image", .line = *line, .file = file, .file_len = file_len};
        coral_refuse_child(&call);
    }
    coral.ending = 1;
    if (coral_linked())
        coral_above.fail(); /* the process stays until the run ends */
    else {
        coral_above.settle();
        announce(CORAL_STATE_FAILED);
    }
    _exit(0);
}
