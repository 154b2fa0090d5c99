/* What the runtime says when something is wrong, and how it reaches stat= and errmsg=. */
#include "core.h"
#include "fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = {
#define R(code, help) #code,
    CORAL_CODES(R)
#undef R
};
static const char *const helps[] = {
#define R(code, help) help,
    CORAL_CODES(R)
#undef R
};

/* The text in front of each XcalableMP/C source defines it; a program of Fortran alone has none. */
extern const char coral_xmp_source __attribute__((weak));

/* The statement is a directive as a rule, which has no status. */
static const char *help_for_c(coral_code code) {
    switch (code) {
    case CORAL_R0201: return "let all images execute it before they end; a function xmp_sync_* "
                             "that gets the address of a status returns, and sets that";
    case CORAL_R0202: return "a function xmp_sync_* that gets the address of a status sets that, "
                             "and the program goes on without the failed image";
    case CORAL_R0204: return "xmp_sync_images takes the number of images and an array of their "
                             "indices, each once, counted from 0";
    case CORAL_R0302: return "use less memory per image, or more machines";
    case CORAL_R0304: return "free only what xmp_malloc has given, once";
    case CORAL_R0401: return "all executing nodes must give the directive the same type and number "
                             "of elements, the same operation, and the same node";
    default: return NULL;
    }
}

/* Its own statements have no STAT=, and its image indices are ranks. */
static const char *help_for_caf2(coral_code code) {
    switch (code) {
    case CORAL_R0201: return "let all images of the team reach it before they stop";
    case CORAL_R0203: return "messages count images from 1; in CAF 2.0 an image selector has a "
                             "rank, from 0 to team_size() - 1";
    case CORAL_R0309: return "the bounds are those of the declaration or ALLOCATE statement, of a "
                             "copointer those of its assignment";
    default: return NULL;
    }
}

/* A fault knows no statement, and so no language: a program with a source in C gets these. */
static const char *help_for_fault_in_c(coral_code code) {
    switch (code) {
    case CORAL_R0106: return "allocate large local arrays by malloc, end the recursion, "
                             "or raise the limit before the run: ulimit -s unlimited";
    case CORAL_R0109: return "let the function pointer point to a function before the call";
    default: return NULL;
    }
}

static const char *help_for(const coral_call *call, coral_code code) {
    const char *in_c = coral_speaks_c(call) ? help_for_c(code) : NULL;
    if (in_c)
        return in_c;
    const char *in_caf2 = coral_speaks_caf2(call) ? help_for_caf2(code) : NULL;
    if (in_caf2)
        return in_caf2;
    const char *of_fault =
        call == NULL && &coral_xmp_source != NULL ? help_for_fault_in_c(code) : NULL;
    if (of_fault)
        return of_fault;
    if ((code == CORAL_R0203 || code == CORAL_R0403) && &coral_xmp_source != NULL)
        return "messages count images from 1, as num_images() does; in C, xmpc_this_image() counts "
               "from 0 and xmp_node_num() from 1";
    return helps[code];
}

/* "image 2: halo.f90:42: sync all: " */
static int prefix(char *out, size_t room, const coral_call *call) {
    int n = snprintf(out, room, "coral: image %d: ", coral.rank + 1);
    if (call && call->file_len > 0 && call->line > 0)
        n += snprintf(out + n, room - (size_t)n,
            "%.*s:%d: ", call->file_len > 500 ? 500 : (int)call->file_len, call->file, call->line);
    if (call && call->what)
        n += snprintf(out + n, room - (size_t)n, "%s: ", call->what);
    return n;
}

/* Writes what snprintf has made of a line, which may have had no room for all. */
static void put(const char *line, size_t room, int n) {
    const size_t length = (size_t)n < room ? (size_t)n : room - 1;
    if (write(2, line, length) < 0)
        return;
}

static void say(const coral_call *call, coral_code code, const char *text) {
    char line[2048];
    int n = prefix(line, sizeof line, call);
    n += snprintf(line + n, sizeof line - (size_t)n, "%s [%s]\ncoral: help: %s\n", text,
        names[code], help_for(call, code));
    put(line, sizeof line, n);
}

void coral_message(const coral_call *call, coral_code code, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    say(call, code, text);
}

/* In a process that the program has forked: other images know nothing of it, and would take what it
 * does for what its parent does. */
void coral_refuse_child(const coral_call *call) {
    coral_message(
        call, CORAL_R0108, "a process that this image has forked tried to act as an image");
    _exit(1);
}

void coral_warn(const coral_call *call, const char *text) {
    char line[1024];
    int n = prefix(line, sizeof line, call);
    n += snprintf(line + n, sizeof line - (size_t)n, "warning: %s\n", text);
    put(line, sizeof line, n);
}

/* Where errors of several threads end the run at once, the first one tells: others wait for the end
 * of the process. */
static void tell_alone(void) {
    static pid_t first;
    pid_t none = 0;
    const pid_t me = gettid();
    if (!__atomic_compare_exchange_n(
            &first, &none, me, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) &&
        none != me) {
        for (;;)
            pause();
    }
}

/* An error of a statement: stat= and errmsg= receive it, or it ends the run. Returns stat. */
int coral_error(const coral_call *call, int stat, coral_code code, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (call->stat == NULL) {
        if (call->line == 0 || call->file_len == 0)
            coral_note_statement(true);
        tell_alone();
        say(call, code, text);
        coral_error_terminate(1);
    }
    *call->stat = stat;
    if (call->code)
        *call->code = code;
    if (call->errmsg) {
        size_t n = strlen(text);
        if (n > call->errmsg_len)
            n = call->errmsg_len;
        memcpy(call->errmsg, text, n);
        memset(call->errmsg + n, ' ', call->errmsg_len - n);
    }
    return stat;
}

/* Also where the statement has STAT=: the images have lost their order by an error in the program,
 * which is no condition that STAT= is for (F2018 11.6.11), and a program that does not look at its
 * status would end without a word. */
void coral_mismatch_error(const coral_call *call, coral_code code, const char *text) {
    if (__atomic_exchange_n(&coral.job->told, 1u, __ATOMIC_SEQ_CST) == 0)
        say(call, code, text);
    coral_error_terminate(1);
}

int coral_trimmed(const char *text, size_t n) {
    while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == 0))
        n--;
    return (int)n;
}

/* The error that an image which takes part has stopped or failed. */
int coral_member_error(const coral_call *call, int stat, int image) {
    if (stat == coral_stat_failed_image)
        return coral_error(call, stat, CORAL_R0202, "image %d has failed", image);
    return coral_error(call, stat, CORAL_R0201, "image %d has stopped", image);
}

/* The error that an image index is none of the current team's. */
int coral_index_error(const coral_call *call, int index) {
    const int n = coral.team->n;
    return coral_error(call, CORAL_STAT_ERROR, CORAL_R0203, "the image index is %d, there %s %d %s",
        index, IS(n), n, IMAGES(n));
}

bool coral_located(const coral_call *call, const void *p) {
    if (LIKELY(coral_in_window(p)))
        return true;
    int64_t rank;
    if (coral_no_image((uint64_t)p, &rank)) {
        char beyond[128];
        coral_beyond(beyond, sizeof beyond, rank);
        coral_error(call, CORAL_STAT_ERROR, CORAL_R0203,
            "the variable lies where %s: the image index is wrong; with -check the message has "
            "its value",
            beyond);
    } else
        coral_error(
            call, CORAL_STAT_ERROR, CORAL_R0208, "the variable is not in the memory of any image");
    return false;
}

/* Before the process is an image: nobody else knows of it. */
void coral_fatal(coral_code code, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    coral_refuse(code, text, CORAL_NOT_STARTED);
}

void coral_refuse(coral_code code, const char *text, int status) {
    char line[2048];
    int n = snprintf(line, sizeof line, "coral: error: %s [%s]\ncoral: help: %s\n", text,
        names[code], help_for(NULL, code));
    if (write(2, line, (size_t)n) < 0)
        _exit(status);
    _exit(status);
}
