/* A wrong memory access that an image index explains. Slots of images lie at one stride, so an
 * index that is too large, or less than 1, leads to where no image is; the system reports an
 * address, which means nothing to a user. That is said here, at no cost, before the handler that
 * was there (of the Fortran runtime, for a backtrace) or death by the signal follows. Where there
 * was none (flang), the place is kept for the launcher, which knows how to find its source line. */
#include "core.h"
#include "attach.h"
#include "fault.h"

#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

/* Libraries, stacks and memory of low addresses are no image's, however many images there were:
 * faults there have another reason. An executable lies at 85 TiB, and images reach up to
 * layout.WindowSize, 32 TiB, to either side. */
static const uint64_t LOWEST = UINT64_C(48) << 40, HIGHEST = UINT64_C(126) << 40;
enum { FAR = 16 }; /* images: an index that is wrong by more is reported as any other fault */

/* The signals of wrong instructions; what is explained is the first. The last one is abort's, also
 * of the C library when it finds its heap damaged. */
static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { SIGNALS = sizeof signals / sizeof *signals };
static struct sigaction before[SIGNALS];

static const struct sigaction *before_of(int number) {
    for (int i = 0; i < SIGNALS; i++)
        if (signals[i] == number)
            return &before[i];
    return &before[0];
}

/* The rank at whose place an address lies, if that is no image's. */
bool coral_no_image(uint64_t address, int64_t *rank) {
    if (coral.stride == 0 || address < LOWEST || address >= HIGHEST)
        return false;
    int64_t distance = (int64_t)(address - (uint64_t)coral.slot0), stride = (int64_t)coral.stride;
    *rank = distance / stride - (distance % stride < 0);
    return (*rank < 0 && *rank >= -FAR) || (*rank >= coral.n && *rank < coral.n + FAR);
}

/* Where a rank that is no image's would be. In a team of equal steps the index is that of the
 * team. */
void coral_beyond(char *out, size_t room, int64_t rank) {
    const coral_team *t = coral.team;
    bool of_team =
        t && t->id != 0 && t->rank == NULL && t->step > 0 && (rank - t->first) % t->step == 0;
    if (of_team)
        snprintf(out, room, "image %lld would be in the current team, and its size is %d",
            (long long)(rank - t->first) / t->step + 1, t->n);
    else
        snprintf(out, room, "image %lld would be, and there %s %d %s", (long long)rank + 1,
            IS(coral.n), coral.n, IMAGES(coral.n));
}

/* Tells whether an address is that of an object of another rank, reached by a null pointer. */
static bool by_null(uint64_t address, int *rank) {
    const uint64_t reach = CORAL_NULL_REACH, stride = coral.stride;
    for (int r = 0; stride != 0 && r < coral.n; r++) {
        *rank = r;
        if (r != coral.rank && address - (uint64_t)(r - coral.rank) * stride < reach)
            return true;
    }
    return false;
}

/* Says that an image index was out of range. */
static void say_no_image(int64_t rank) {
    char beyond[128];
    coral_beyond(beyond, sizeof beyond, rank);
    coral_message(NULL, CORAL_R0203,
        "memory was used where %s: with -check the run ends at the statement", beyond);
}

/* Addresses of the executable as they are stored in a Status; others are left out. */
typedef struct places {
    uint32_t *to, n;
} places;

static bool add_place(places *p, uint64_t address) {
    extern const char __executable_start[], _end[];
    uint64_t distance = address - (uint64_t)__executable_start;
    if (distance >= (uint64_t)(_end - __executable_start))
        return false;
    if (p->n < CORAL_FAULT_FRAMES)
        p->to[p->n++] = (uint32_t)distance;
    return true;
}

/* Tells whether a frame is that to which a signal handler returns: what follows it has been
 * interrupted, and has not called. The C library's code there is mov $SYS_rt_sigreturn, %rax;
 * syscall. */
static bool returns_from_signal(const void *frame) {
    static const unsigned char code[] = {0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00, 0x0f, 0x05};
    return memcmp(frame, code, sizeof code) == 0;
}

/* What has called, from a frame on; a return address lies behind the call. */
static void add_callers(places *p, void *const *frames, int from, int n) {
    for (int i = from; i < n; i++)
        add_place(p, (uint64_t)frames[i] - !(i > 0 && returns_from_signal(frames[i - 1])));
}

enum { DEPTH = 64 };

/* Adds where the program was when a signal came: what has called the instruction's procedure.
 * The unwinder is loaded already. */
static void add_interrupted(places *p, uint64_t at) {
    void *frames[DEPTH];
    int n = backtrace(frames, DEPTH), i = 0;
    while (i < n && (uint64_t)frames[i] != at)
        i++;
    add_callers(p, frames, i + 1, n);
}

static uint64_t instruction(const ucontext_t *context) {
    return (uint64_t)context->uc_mcontext.gregs[REG_RIP];
}

static void keep_places(coral_status *s, const places *p, uint32_t flag) {
    s->faults = p->n | (p->n > 0 ? flag : 0);
}

/* Keeps where the program was: the instruction, then what is returned to. The first is there should
 * the unwinder fail, as over a stack that the program has overwritten. told: the language's runtime
 * is about to print the same. */
static void note_places(const ucontext_t *context, bool told) {
    coral_status *s = coral_status_of(coral.rank);
    const uint32_t flag = told ? CORAL_FAULT_BACKTRACE : 0;
    places p = {s->fault, 0};
    add_place(&p, instruction(context));
    keep_places(s, &p, flag);
    add_interrupted(&p, instruction(context));
    keep_places(s, &p, flag);
}

/* A call through a null procedure pointer, or of a dummy procedure that is not present: the
 * processor has gone to where no code is. The unwinder knows nothing of that address, so the place
 * is that of the call, to whose return address the stack points. */
static bool called_null(int number, const siginfo_t *info, const ucontext_t *context) {
    enum { LOWEST_PAGES = 1 << 16 }; /* nothing is ever mapped there: vm.mmap_min_addr */
    uint64_t at = instruction(context),
             stack = (uint64_t)context->uc_mcontext.gregs[REG_RSP];
    return number == SIGSEGV && info->si_code > 0 && (uint64_t)info->si_addr == at &&
        at < LOWEST_PAGES && stack > at && stack % sizeof(uint64_t) == 0;
}

/* Keeps the places as if the call had not been executed. */
static void note_call(ucontext_t *context) {
    greg_t *r = context->uc_mcontext.gregs; /* which the unwinder reads */
    const greg_t at = r[REG_RIP], stack = r[REG_RSP];
    r[REG_RIP] = *(const greg_t *)stack - 1;
    r[REG_RSP] = stack + (greg_t)sizeof(greg_t);
    note_places(context, false);
    r[REG_RIP] = at;
    r[REG_RSP] = stack;
}

/* Keeps from where the runtime has been called, for a statement that ends the run; reported: by an
 * error that names no line. */
void coral_note_statement(bool reported) {
    void *frames[DEPTH];
    coral_status *s = coral_status_of(coral.rank);
    places p = {s->fault, 0};
    add_callers(&p, frames, 1, backtrace(frames, DEPTH));
    keep_places(s, &p, reported ? CORAL_FAULT_REPORTED : 0);
}

_Thread_local void *coral_caller;

/* Names the statement that Go works on. */
static void answer_in_go(coral_status *s, places *p) {
    char *file;
    int n = (int)coral_current_file(&file), line = coral_current_line();
    if (line > 0)
        snprintf(
            (char *)s->place_text, sizeof s->place_text, "%.*s:%d", n < 100 ? n : 100, file, line);
    else if (coral_caller)
        add_place(p, (uint64_t)coral_caller - 1);
}

/* A system call as waitstate.ask has found it: its number and 1, the instruction behind it, and its
 * arguments. */
typedef struct {
    uint64_t number, at, arguments[6];
} found_call;

/* The time that is left of a sleep, as the kernel has stored it, is what is slept for then. */
static void sleep_for_the_rest(greg_t *r, uint64_t number) {
    enum { ABSOLUTE = 1 };
    if (number == SYS_nanosleep && r[REG_RSI] != 0)
        r[REG_RDI] = r[REG_RSI];
    if (number == SYS_clock_nanosleep && r[REG_R10] != 0 && !(r[REG_RSI] & ABSOLUTE))
        r[REG_RDX] = r[REG_R10];
}

/* Has a system call that the question has ended go on: the kernel ends some by any handler. It must
 * be the one that the asker has found, in which case it can (waitstate.resumable). */
static void resume(ucontext_t *context, const found_call *call) {
    static const unsigned char instruction_of_calls[] = {0x0f, 0x05}; /* syscall */
    greg_t *r = context->uc_mcontext.gregs;
    const int arguments[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9};
    if (call->number == 0 || (uint64_t)r[REG_RIP] != call->at || r[REG_RAX] != -EINTR)
        return;
    const char *code = (const char *)r[REG_RIP] - sizeof instruction_of_calls;
    if (memcmp(code, instruction_of_calls, sizeof instruction_of_calls) != 0)
        return;
    for (int i = 0; i < 6; i++) {
        if ((uint64_t)r[arguments[i]] != call->arguments[i])
            return;
    }
    r[REG_RIP] = (greg_t)(uintptr_t)code;
    r[REG_RAX] = (greg_t)call->number - 1;
    sleep_for_the_rest(r, call->number - 1);
}

/* The launcher, or another image, asks where this image is (internal/waitstate). The main thread
 * answers; nothing here takes memory, and errno stays what it was. */
static void answer(int number, siginfo_t *info, void *context) {
    (void)number, (void)info;
    int kept = errno;
    coral_status *s = coral_status_of(coral.rank);
    uint64_t at = instruction(context);
    places p = {s->place, 0};
    found_call call;
    memcpy(&call, s->place_text, sizeof call);
    s->place_text[0] = 0;
    if (s->text <= at && at < s->text_end) {
        /* Go has a stack of its own, beyond which no unwinder sees */
        answer_in_go(s, &p);
    } else {
        if (!add_place(&p, at))
            s->place[p.n++] = 0;
        add_interrupted(&p, at);
    }
    resume(context, &call);
    s->places = p.n;
    __atomic_fetch_add(&s->answers, 1u, __ATOMIC_SEQ_CST);
    errno = kept;
}

static void be_asked(void) {
    struct sigaction now,
        action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    if (sigaction(CORAL_SIGNAL_ASK, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) &&
        now.sa_handler == SIG_DFL)
        sigaction(CORAL_SIGNAL_ASK, &action, NULL);
}

static uint64_t stack_top; /* of the main thread, roughly */

/* Tells whether an access is one below the main thread's stack, as far down as it may grow; limit
 * gets that. */
static bool stack_full(uint64_t address, uint64_t pointer, uint64_t *limit) {
    enum { NEAR = 1 << 20, HUGE_FRAME = 1 << 30 };
    struct rlimit r;
    if (stack_top == 0 || getrlimit(RLIMIT_STACK, &r) != 0 || r.rlim_cur == RLIM_INFINITY ||
        r.rlim_cur > stack_top)
        return false;
    *limit = r.rlim_cur;
    uint64_t end = stack_top - *limit;
    return pointer < end + NEAR && pointer + HUGE_FRAME > end && address < end + NEAR &&
        address + NEAR > pointer;
}

/* Why the system gives no thread, found by asking it again; NULL: it would give one. The child has
 * no signal for its end, so that no other wait for children finds it. Threads of Go's have stacks
 * of the size that the main one may grow to. */
static const char *no_thread(void) {
    enum { USUAL_STACK = 2 << 20 };
    long child = syscall(SYS_clone, 0, 0, 0, 0, 0);
    if (child == 0)
        syscall(SYS_exit, 0);
    if (child < 0)
        return errno == EAGAIN
            ? "the limit of processes is reached (ulimit -u, or pids.max of the control group)"
            : NULL;
    waitpid((pid_t)child, NULL, __WCLONE);
    struct rlimit r;
    size_t size = USUAL_STACK;
    if (getrlimit(RLIMIT_STACK, &r) == 0 && r.rlim_cur != RLIM_INFINITY)
        size = r.rlim_cur;
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (p == MAP_FAILED)
        return "there is no room for its stack: raise ulimit -d or -v, or lower ulimit -s";
    munmap(p, size);
    return NULL;
}

/* Tells whether Go's runtime aborts, or C code that it has called. It begins in a thread of its
 * own, and tells some time later where its code is. */
static bool by_go(void) {
    const coral_status *s = coral_status_of(coral.rank);
    void *frames[DEPTH];
    bool is = s->text == 0 && gettid() != getpid();
    for (int i = 0, n = s->text == 0 ? 0 : backtrace(frames, DEPTH); i < n && !is; i++)
        is = s->text <= (uint64_t)frames[i] && (uint64_t)frames[i] < s->text_end;
    return is;
}

/* Go's runtime aborts when it gets no thread. False: this is another abort. */
static bool explain_abort(void) {
    const char *why = !coral.image || by_go() ? no_thread() : NULL;
    if (why == NULL)
        return false;
    char who[32] = "error", line[256];
    if (coral.image)
        snprintf(who, sizeof who, "image %d", coral.rank + 1);
    int n = snprintf(line, sizeof line, "coral: %s: a thread could not be started: %s [R0506]\n",
        who, why);
    ssize_t told = write(2, line, (size_t)n); /* the exit code tells it, too */
    (void)told;
    return true;
}

/* In a launcher, and in an image before main: the images could not be started. */
static void aborted_at_start(int number) {
    int kept = errno;
    if (explain_abort())
        _exit(CORAL_NOT_STARTED);
    errno = kept;
    signal(number, SIG_DFL);
    raise(number);
}

/* Leaves a handler that somebody else has installed. */
static void replace_abort(void (*from)(int), void (*to)(int)) {
    struct sigaction now, action = {.sa_handler = to};
    if (sigaction(SIGABRT, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) &&
        now.sa_handler == from)
        sigaction(SIGABRT, &action, NULL);
}

void coral_watch_start(void) { replace_abort(SIG_DFL, aborted_at_start); }

static void end_of_start(void) { replace_abort(aborted_at_start, SIG_DFL); }

/* How long the reporter may take to name the line of a fault, in nanoseconds: it reads the line
 * tables of a program, beside images that end too. */
static const uint64_t NAMING = UINT64_C(10000000000);

/* A fault in a process that the program has forked is no end of the image. */
static void fault_of_child(int number, const siginfo_t *info, const struct sigaction *old) {
    if (number == SIGSEGV && info->si_code == SEGV_ACCERR &&
        coral_in_window(coral_real(info->si_addr)))
        coral_refuse_child(NULL);
    sigaction(number, old, NULL);
    if (info->si_code <= 0)
        raise(number);
}

/* Uses what may be used in a handler: coral_message formats on the stack and writes. The handler
 * that was there is put back, and sees the same fault when the instruction is repeated. */
static void fault(int number, siginfo_t *info, void *context) {
    const struct sigaction *old = before_of(number);
    if (!coral.image) {
        fault_of_child(number, info, old);
        return;
    }
    int64_t rank;
    uint64_t limit = 0,
             pointer = (uint64_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
    bool full = number == SIGSEGV && info->si_code > 0 &&
        stack_full((uint64_t)info->si_addr, pointer, &limit);
    bool outside =
        !full && number == SIGSEGV && info->si_code > 0 &&
        coral_no_image((uint64_t)info->si_addr, &rank);
    int far = 0;
    bool null = !full && !outside && number == SIGSEGV && info->si_code > 0 &&
        by_null((uint64_t)info->si_addr, &far);
    /* what is no address at all has none that is told; it may come as SIGBUS */
    bool nowhere = (number == SIGSEGV || number == SIGBUS) && info->si_code == SI_KERNEL;
    bool no_procedure = !full && called_null(number, info, context);
    bool explained = full || outside || null || nowhere || no_procedure;
    bool own = info->si_code > 0 || (number == SIGABRT && info->si_pid == getpid());
    /* before the message, to which who reads it adds the place */
    if (own) {
        __atomic_store_n(&coral_status_of(coral.rank)->cause,
            (uint32_t)(nowhere ? SIGSEGV : number), __ATOMIC_SEQ_CST);
        if (no_procedure)
            note_call(context);
        else
            note_places(context, !explained && old->sa_handler != SIG_DFL);
    }
    if (number == SIGABRT && own)
        explain_abort();
    if (full)
        coral_message(NULL, CORAL_R0106, "the stack is full: it may grow to %llu KiB",
            (unsigned long long)limit >> 10);
    else if (outside)
        say_no_image(rank);
    else if (null)
        coral_message(NULL, CORAL_R0301,
            "memory of image %d was used by a null pointer: the coarray was freed, or is not "
            "allocated yet", far + 1);
    else if (no_procedure)
        coral_message(NULL, CORAL_R0109, "a procedure was called through a null pointer");
    else if (nowhere)
        coral_message(NULL, CORAL_R0203,
            "memory was used at an address that no program has: by an image index far out of "
            "range, or a damaged pointer");
    /* Fortran's own handler has no stack, and nothing to add to the launcher's words */
    if (explained)
        signal(number, SIG_DFL);
    else
        sigaction(number, old, NULL);
    if (explained)
        coral_await_reporter(NAMING);
    if (nowhere) {
        signal(SIGSEGV, SIG_DFL); /* SIGBUS would say that memory is exhausted */
        raise(SIGSEGV);
    }
    if (info->si_code <= 0)
        raise(number); /* sent by somebody: no instruction would be repeated */
}

/* A stack for the main thread's handlers, on which they can say that the other one is full. */
static bool own_stack(stack_t *s) {
    enum { SIZE = 128 << 10 };
    static void *memory;
    if (memory == NULL) {
        void *p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED)
            return false;
        memory = p;
    }
    *s = (stack_t){.ss_sp = memory, .ss_size = SIZE};
    return true;
}

/* A program that takes its main thread the stack of handlers gives it Coral's own, for its memory
 * may be freed: Go's runtime ends a process in which one of its signals comes to a thread without
 * one. Other threads disable theirs before they end. */
int __wrap_sigaltstack(const stack_t *new, stack_t *old) {
    stack_t own;
    if (coral.image && new && (new->ss_flags & SS_DISABLE) &&
        syscall(SYS_gettid) == getpid() && own_stack(&own))
        new = &own;
    return (int)syscall(SYS_sigaltstack, new, old);
}

static void give_stack(void) {
    stack_t s;
    if (sigaltstack(NULL, &s) == 0 && (s.ss_flags & SS_DISABLE) && own_stack(&s))
        sigaltstack(&s, NULL);
}

void coral_watch_faults(void) {
    struct sigaction now, action = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    void *frame;
    stack_top = (uint64_t)&frame;
    end_of_start();
    give_stack();
    backtrace(&frame, 1); /* loads the unwinder, which no handler may */
    be_asked();
    for (int i = 0; i < SIGNALS; i++) {
        if (sigaction(signals[i], NULL, &now) != 0 ||
            ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == fault))
            continue;
        /* SIGSEGV may have to be explained. Of others the handler notes the place, and has a
         * language's runtime go on, whose handlers are of the plain kind. */
        bool plain = !(now.sa_flags & SA_SIGINFO) && now.sa_handler != SIG_IGN;
        if (signals[i] != SIGSEGV && !plain)
            continue;
        before[i] = now;
        sigaction(signals[i], &action, NULL);
    }
}

/* gfortran's main program installs its handlers by this call, after the runtime has started.
 * SIGQUIT stays what it was, a question where the images stand: the launcher starts images with the
 * signal ignored, since Ctrl-\ reaches them too; the other conduits have a handler of their own. */
void __real__gfortran_set_options(int, int *) __attribute__((weak));
void __wrap__gfortran_set_options(int n, int *options) {
    struct sigaction question;
    bool kept = coral.image && sigaction(SIGQUIT, NULL, &question) == 0;
    __real__gfortran_set_options(n, options);
    coral_fpe_options(n, options);
    if (kept)
        sigaction(SIGQUIT, &question, NULL);
    if (coral.image)
        coral_watch_faults();
}
