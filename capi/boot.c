/* Becoming an image: the memory object is mapped before anything else of the program runs.
 *
 * The constructor below has the first priority that programs may use, so it runs before
 * the Go runtime, C++ and Fortran initialisation of the executable. It must not
 * call malloc. Between the copy of the data pages and their replacement it must not
 * write to a static variable: that write would be lost. */
#include "core/core.h"
#include "async/async.h"
#include "async/event.h"
#include "core/fault.h"
#include "core/foreign.h"
#include "mem/local.h"
#include "sync/sync.h"
#include "types/layouts.h"
#include "start.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

enum { PAGE = 4096, HUGE = 2 << 20 };
#define PAGE_DOWN(x) ((uintptr_t)(x) & ~(uintptr_t)(PAGE - 1))
#define PAGE_UP(x) PAGE_DOWN((uintptr_t)(x) + PAGE - 1)

/* What the constructor finds out before it writes anything. */
struct boot {
    uint64_t version, image, n, stride, static_size, guard, unmapped, fd, conduit;
    char *base, *text; /* of the own slot; lowest address of the executable */
    coral_range data[CORAL_RANGES];
    char *file_end[CORAL_RANGES]; /* up to here the data come from the executable file */
};

static bool field(const char **p, const char *name, uint64_t *value) {
    size_t n = strlen(name);
    if (strncmp(*p, name, n) != 0 || (*p)[n] != '=' || (*p)[n + 1] < '0' || (*p)[n + 1] > '9')
        return false;
    char *end;
    errno = 0;
    *value = coral_strtoull(*p + n + 1, &end, 10);
    if (errno != 0 || (*end != ',' && *end != 0))
        return false;
    *p = *end ? end + 1 : end;
    return true;
}

static void parse(struct boot *b, const char *text) {
    const char *p = text;
    bool ok = field(&p, "v", &b->version) && b->version == CORAL_VERSION &&
        field(&p, "image", &b->image) && field(&p, "n", &b->n) && field(&p, "stride", &b->stride) &&
        field(&p, "static", &b->static_size) && field(&p, "guard", &b->guard) &&
        field(&p, "unmapped", &b->unmapped) && field(&p, "fd", &b->fd) &&
        field(&p, "conduit", &b->conduit) && *p == 0;
    if (!ok || b->n < 1 || b->n > CORAL_MAX_IMAGES || b->image < 1 || b->image > b->n ||
        b->stride % CORAL_STRIDE_UNIT != 0 ||
        b->static_size + CORAL_CONTROL_SIZE + b->guard > b->stride)
        coral_fatal(CORAL_R0101, "CORAL_BOOT is not understood: %s", text);
}

/* Finds the writable data of the executable that remain writable: its RW segments less RELRO.
 * The slot begins at the same link-time address on every image, wherever the program was loaded. */
static void find_data(struct boot *b) {
    const ElfW(Phdr) *ph = (const void *)getauxval(AT_PHDR);
    size_t n = getauxval(AT_PHNUM);
    uintptr_t bias = 0, relro_to = 0, text = UINTPTR_MAX;
    for (size_t i = 0; i < n; i++)
        if (ph[i].p_type == PT_PHDR)
            bias = (uintptr_t)ph - ph[i].p_vaddr;
    if (bias == 0)
        coral_fatal(CORAL_R0102,
            "the program is loaded at a fixed address, where other images' memory cannot stand "
            "beside its own");
    for (size_t i = 0; i < n; i++) {
        if (ph[i].p_type == PT_GNU_RELRO)
            relro_to = PAGE_DOWN(bias + ph[i].p_vaddr + ph[i].p_memsz);
        if (ph[i].p_type == PT_LOAD && bias + ph[i].p_vaddr < text)
            text = bias + ph[i].p_vaddr;
    }
    b->text = (char *)PAGE_DOWN(text);
    int k = 0;
    uintptr_t first = 0;
    for (size_t i = 0; i < n && k < CORAL_RANGES; i++) {
        if (ph[i].p_type != PT_LOAD || !(ph[i].p_flags & PF_W))
            continue;
        uintptr_t from = PAGE_DOWN(bias + ph[i].p_vaddr),
                  to = PAGE_UP(bias + ph[i].p_vaddr + ph[i].p_memsz);
        if (from < relro_to && relro_to <= to)
            from = relro_to;
        if (from >= to)
            continue;
        if (first == 0)
            first = from;
        b->data[k] = (coral_range){(char *)from, (char *)to};
        b->file_end[k++] = (char *)PAGE_UP(bias + ph[i].p_vaddr + ph[i].p_filesz);
    }
    if (first == 0)
        coral_fatal(CORAL_R0102, "the program has no writable data segment");
    b->base = (char *)(bias + ((first - bias) & ~(uintptr_t)(HUGE - 1)));
}

static void check_room(const struct boot *b) {
    for (int i = 0; i < CORAL_RANGES; i++)
        if (b->data[i].to > b->base + b->static_size)
            coral_fatal(CORAL_R0103,
                "the program's static data end %llu MiB into a slot, but %llu images leave %llu "
                "MiB for them",
                (unsigned long long)(b->data[i].to - b->base) >> 20, (unsigned long long)b->n,
                (unsigned long long)b->static_size >> 20);
    if (b->text + b->guard < b->base)
        coral_fatal(CORAL_R0103,
            "the program's text is larger than the %llu MiB that %llu images leave for it",
            (unsigned long long)b->guard >> 20, (unsigned long long)b->n);
}

/* By the bare system call: the address sanitizer's pwrite looks at the bytes between variables,
 * which it forbids, and has static variables of its own. */
static void write_out(int fd, const char *from, const char *to, off_t at) {
    while (from < to) {
        ssize_t n = syscall(SYS_pwrite64, fd, from, (size_t)(to - from), at);
        if (n <= 0 && errno != EINTR)
            coral_fatal(CORAL_R0104,
                "the program's data could not be copied to the shared memory: %s", strerror(errno));
        if (n > 0) {
            from += n;
            at += n;
        }
    }
}

/* Copies the pages of a range that have content. Beyond what comes from the file these are
 * the ones that have been touched: a large .bss costs nothing. */
static void copy_data(int fd, coral_range r, char *file_end, off_t at) {
    char *from = r.from;
    if (file_end > from) {
        char *to = file_end < r.to ? file_end : r.to;
        write_out(fd, from, to, at);
        at += to - from;
        from = to;
    }
    unsigned char resident[PAGE];
    while (from < r.to) {
        size_t pages = (size_t)(r.to - from) / PAGE;
        if (pages > sizeof resident)
            pages = sizeof resident;
        if (mincore(from, pages * PAGE, resident) != 0)
            memset(resident, 1, pages);
        for (size_t i = 0, k; i < pages; i = k + 1) {
            while (i < pages && !(resident[i] & 1))
                i++;
            for (k = i; k < pages && (resident[k] & 1);)
                k++;
            write_out(fd, from + i * PAGE, from + k * PAGE, at + (off_t)(i * PAGE));
        }
        from += pages * PAGE;
        at += (off_t)(pages * PAGE);
    }
}

static void map(
    const struct boot *b, char *at, size_t len, int flags, off_t offset, const char *what) {
    int fd = flags & MAP_ANONYMOUS ? -1 : (int)b->fd;
    void *p = mmap(at, len, PROT_READ | PROT_WRITE, flags, fd, offset);
    if (p == MAP_FAILED || p != (void *)at)
        coral_fatal(CORAL_R0104, "%llu GiB of addresses for %s could not be reserved at %p: %s",
            (unsigned long long)len >> 30, what, (void *)at,
            p == MAP_FAILED ? strerror(errno) : "the kernel knows no MAP_FIXED_NOREPLACE");
}

/* In a run over several machines: whether an image is on this one. */
static bool here(const coral_job *job, uint64_t rank) {
    return ((const coral_status *)((const char *)job + CORAL_JOB_STATUS + rank * CORAL_STATUS_SIZE))
               ->here != 0;
}

/* Neighbouring slots that are seen in the same way: those of a side of this image or, in a run over
 * several machines, part of one. A core dump must not walk terabytes of addresses. */
static void map_others(const struct boot *b, bool shared, char *at, size_t len, off_t offset) {
    if (len == 0)
        return;
    int flags = shared ? MAP_SHARED | MAP_NORESERVE : MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    map(b, at, len, flags | MAP_FIXED_NOREPLACE, offset, "other images");
    madvise(at, len, MADV_DONTDUMP);
}

/* Slots of ranks from .. to-1, all on one side: those of images of this machine are theirs, the
 * others shadow. The end of the last one stays free. */
static void map_side(const struct boot *b, const coral_job *job, uint64_t from, uint64_t to) {
    uint64_t rank = b->image - 1;
    for (uint64_t first = from, next; first < to; first = next) {
        bool shared = !b->unmapped || here(job, first);
        for (next = first + 1; next < to && (!b->unmapped || here(job, next) == shared);)
            next++;
        map_others(b, shared, b->base + (int64_t)(first - rank) * (int64_t)b->stride,
            (next - first) * b->stride - (next == to ? b->guard : 0), (off_t)(first * b->stride));
    }
}

/* What is left between the slots belongs to nobody. Were it free, the system would put mappings of
 * other kinds there when addresses are scarce, and they would be taken for memory of images
 * (coral_in_window). */
static void close_gap(char *from, char *to) {
    if (from < to)
        mmap(from, (size_t)(to - from), PROT_NONE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
}

/* The C library's heap would grow in such a gap, too: the kernel lets it begin behind the program's
 * data. The page behind its end is taken, so that malloc asks for other memory. This happens in
 * front of all constructors, as those of shared libraries allocate. What these have allocated may
 * become a component of a coarray (foreign.h). */
static void take_page_behind_heap(void) {
    uintptr_t end = PAGE_UP((uintptr_t)sbrk(0));
    close_gap((char *)end, (char *)end + 1);
}

__attribute__((section(".preinit_array"), used)) static void (*const before_constructors)(
    void) = take_page_behind_heap;

static void map_slots(const struct boot *b, const coral_job *job) {
    uint64_t rank = b->image - 1, above = b->n - b->image;
    off_t own = (off_t)(rank * b->stride);
    map_side(b, job, 0, rank);
    map_side(b, job, rank + 1, b->n);
    if (rank > 0)
        close_gap(b->base - b->guard, b->text);
    close_gap(b->base + b->stride - b->guard, b->base + b->stride);
    if (above > 0)
        close_gap(b->base + (above + 1) * b->stride - b->guard, b->base + (above + 1) * b->stride);
    size_t len = b->stride - b->guard - b->static_size;
    map(b, b->base + b->static_size, len, MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
        own + (off_t)b->static_size, "this image");
    madvise(b->base + b->static_size + CORAL_CONTROL_SIZE, len - CORAL_CONTROL_SIZE, MADV_DONTDUMP);
    for (int i = 0; i < CORAL_RANGES && b->data[i].from; i++) {
        off_t at = own + (b->data[i].from - b->base);
        copy_data((int)b->fd, b->data[i], b->file_end[i], at);
        map(b, b->data[i].from, (size_t)(b->data[i].to - b->data[i].from), MAP_SHARED | MAP_FIXED,
            at, "static data");
    }
}

extern const char coral_has_components __attribute__((weak));

/* Those of asynchronous operations are NULL in a program that has none. */
static void connect_folders(void) {
    coral_above = (struct coral_above){.wake_all = coral_library_wake_all,
        .stop = coral_library_stop,
        .fail = coral_library_fail,
        .abort = coral_library_abort,
        .foreign = coral_library_foreign,
        .settle = coral_mail_settle,
        .waiting = coral_async_waiting,
        .rest = coral_async_rest,
        .quiesce = coral_async_quiesce,
        .settled = coral_async_settled};
}

static void fill_state(const struct boot *b, coral_job *job) {
    memcpy(coral_data, b->data, sizeof coral_data);
    coral.fd = (int)b->fd;
    coral.unmapped = b->unmapped != 0;
    coral.conduit = (int)b->conduit;
    coral.rank = (int)b->image - 1;
    coral.n = (int)b->n;
    coral.stride = b->stride;
    coral.static_size = b->static_size;
    coral.guard = b->guard;
    uint64_t units = b->stride >> 21;
    coral.inverse = ((UINT64_C(1) << 48) + units - 1) / units;
    coral.base = b->base;
    coral.slot0 = b->base - (uint64_t)coral.rank * b->stride;
    coral.control = (coral_control *)(b->base + b->static_size);
    coral.heap = b->base + b->static_size + CORAL_CONTROL_SIZE;
    coral.slot_end = b->base + b->stride - b->guard;
    /* layout.Geometry.HeapSize */
    coral.heap_end = coral.heap + ((size_t)(coral.slot_end - coral.heap) / 2 & ~(size_t)(HUGE - 1));
    coral.components = &coral_has_components != NULL;
    if (coral.components) {
        coral_local_open(coral.heap_end, coral.slot_end);
        coral_foreign_allow();
    }
    connect_folders();
    coral.job = job;
    coral.crowded = job->cores < job->images;
    coral_learn_to_wait();
    coral_apart = coral_lib = coral.library = coral.unmapped && coral.n > 1;
    coral_me = (int32_t)b->image;
    coral_num = (int32_t)b->n;
    coral_gen = 1;
    coral_self = coral_me;
    coral.initial = (coral_team){.n = coral.n,
        .me = coral.rank,
        .step = 1,
        .number = UINT64_MAX,
        .control = coral.static_size + CORAL_CONTROL_TEAM};
    coral_team_init(&coral.initial);
    coral.team = &coral.initial;
    coral_team_steps();
    coral.image = true;
}

/* A program may be started with standard files closed (cron, `<&-`). The next file opened would
 * become one of them: the image would read what the Go runtime opens at its start as its input, or
 * write into the memory object. Open for reading only, a closed output stays one that cannot be
 * written. */
static void keep_standard_files(void) {
    int fd;
    do
        fd = open("/dev/null", O_RDONLY);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

/* What ps and core dumps show: prog[3]. The kernel keeps 15 characters of a thread's name: the
 * program's is shortened. */
static void name_process(const char *program) {
    enum { ROOM = 16 };
    char name[2 * ROOM], number[ROOM];
    int digits = snprintf(number, sizeof number, "[%d]", coral.rank + 1);
    snprintf(name, sizeof name, "%.*s%s", ROOM - 1 - digits, program, number);
    prctl(PR_SET_NAME, name, 0, 0, 0);
}

/* The launcher adds the image to the command's name, by which ps shows it (launch.imageArgs). The
 * program gets the name without it: as a copy, since ps reads where the name lies. */
static void give_name(char **argv) {
    char number[16];
    if (argv == NULL || argv[0] == NULL)
        return;
    size_t n = strlen(argv[0]),
           digits = (size_t)snprintf(number, sizeof number, "[%d]", coral.rank + 1);
    if (n > digits && strcmp(argv[0] + n - digits, number) == 0) {
        char *copy =
            mmap(NULL, n - digits + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (copy == MAP_FAILED)
            return;
        memcpy(copy, argv[0], n - digits);
        argv[0] = program_invocation_name = copy;
        char *slash = strrchr(copy, '/');
        program_invocation_short_name = slash ? slash + 1 : copy;
    }
    name_process(program_invocation_short_name);
}

/* By how much, in nanoseconds, the sleeps of Go's monitor thread may be longer than it asks for:
 * the thread in which Go starts has that from this one, and the monitor from there. Both give it
 * back, and what sleeps for less than some milliseconds does (sys.Punctual), since threads that Go
 * has begun meanwhile have it too. Each time that an image goes to Go after 10 ms without, the
 * monitor sleeps 50 times for 20 us, and each of its wake-ups costs a transfer beside it as much as
 * it takes to send 200 KiB. What it is needed for, it does in steps of 10 ms. */
enum { MONITOR_SLACK = 4000000 };

/* What a line of /proc/PID/status says: the number-th of its numbers, in this base; false: there is
 * none. */
static bool status_line(
    const char *pid, const char *name, int number, int base, unsigned long long *value) {
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%s/status", pid);
    FILE *f = fopen(path, "re");
    if (f == NULL)
        return false;
    bool found = false;
    while (!found && fgets(line, sizeof line, f) != NULL) {
        if (strncmp(line, name, strlen(name)) != 0)
            continue;
        char *at = line + strlen(name), *end = at;
        for (int i = 0; i < number; i++, at = end)
            *value = coral_strtoull(at, &end, base);
        found = end != line + strlen(name);
    }
    fclose(f);
    return found;
}

/* A process with more rights than its user (AT_SECURE) takes CORAL_BOOT from a parent only that has
 * the same rights, and is the same program as far as it may look: else the memory of the run would
 * be another one's. */
static bool own_launcher(void) {
    char parent[32], path[64];
    snprintf(parent, sizeof parent, "%ld", (long)getppid());
    static const struct {
        const char *name;
        int number, base;
    } alike[] = {{"Uid:", 2, 10}, {"Gid:", 2, 10}, {"CapEff:", 1, 16}};
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        unsigned long long theirs, mine;
        if (!status_line(parent, alike[i].name, alike[i].number, alike[i].base, &theirs) ||
            !status_line("self", alike[i].name, alike[i].number, alike[i].base, &mine) ||
            theirs != mine)
            return false;
    }
    struct stat launcher, self;
    snprintf(path, sizeof path, "/proc/%s/exe", parent);
    if (stat(path, &launcher) != 0)
        return errno == EACCES && geteuid() != 0;
    return stat("/proc/self/exe", &self) == 0 && launcher.st_dev == self.st_dev &&
        launcher.st_ino == self.st_ino;
}

/* With CORAL_DEBUG this image waits until a debugger is attached, or SIGCONT lets it go on. The
 * launcher has blocked that, since it may come before this waits. Kernels that let only a process's
 * ancestors attach (Yama) are told that any process may, which is still one of the same user. */
static void await_debugger(void) {
    const char *text = getenv("CORAL_DEBUG");
    char own[16]; /* no number is read: new headers rename what old C libraries have */
    snprintf(own, sizeof own, "%d", coral.rank + 1);
    bool mine = text != NULL && getauxval(AT_SECURE) == 0 && strcmp(text, own) == 0;
    unsetenv("CORAL_DEBUG");
    if (!mine)
        return;
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    const struct timespec each = {.tv_nsec = 50000000};
    sigset_t go_on;
    sigemptyset(&go_on);
    sigaddset(&go_on, SIGCONT);
    sigprocmask(SIG_BLOCK, &go_on, NULL);
    unsigned long long tracer = 0;
    while (sigtimedwait(&go_on, NULL, &each) < 0 &&
        status_line("self", "TracerPid:", 1, 10, &tracer) && tracer == 0)
        ;
    sigprocmask(SIG_UNBLOCK, &go_on, NULL);
}

/* A launcher waits for its images. Its parent may have ignored the signal of children that end
 * (`trap '' CHLD`), which is inherited, and makes the kernel forget how they ended. */
static void have_children_told(void) {
    struct sigaction now;
    if (sigaction(SIGCHLD, NULL, &now) == 0 && now.sa_handler == SIG_IGN)
        signal(SIGCHLD, SIG_DFL);
}

__attribute__((constructor(101))) static void coral_boot(int argc, char **argv, char **envp) {
    (void)argc, (void)envp;
    keep_standard_files();
    const char *text = getenv("CORAL_BOOT");
    if (text == NULL) {
        coral_check_limits();
        have_children_told();
        coral_watch_start();
        return;
    }
    if (getauxval(AT_SECURE) != 0 && !own_launcher())
        coral_fatal(CORAL_R0101,
            "this program has more rights than its user, and what has set CORAL_BOOT is not its "
            "own launcher");
    struct boot b = {0};
    parse(&b, text);
    find_data(&b);
    check_room(&b);
    size_t job_size =
        PAGE_UP(CORAL_JOB_STATUS + b.n * (CORAL_STATUS_SIZE + CORAL_FORM_TABLE_MEMBER) +
            CORAL_FORM_RESULT_SIZE);
    coral_job *job = mmap(
        NULL, job_size, PROT_READ | PROT_WRITE, MAP_SHARED, (int)b.fd, (off_t)(b.n * b.stride));
    if (job == MAP_FAILED)
        coral_fatal(CORAL_R0104, "the state of the run could not be mapped: %s", strerror(errno));
    if (job->version != CORAL_VERSION || job->images != b.n || job->stride != b.stride)
        coral_fatal(CORAL_R0101, "the memory object is not that of this run");
    map_slots(&b, job);
    fcntl((int)b.fd, F_SETFD, FD_CLOEXEC);
    fill_state(&b, job);
    give_name(argv);
    coral_watch_start();
    if (coral_linked())
        prctl(PR_SET_TIMERSLACK, MONITOR_SLACK, 0, 0, 0);
    await_debugger();
    unsetenv("CORAL_BOOT"); /* a program that this one starts is a run of its own */
    coral_fork_handlers();
    on_exit(coral_exit_net, NULL);
    coral_status *me = coral_status_of(coral.rank);
    me->pid = getpid();
    me->base = (uint64_t)coral.base;
    __atomic_store_n(&me->state, (uint32_t)CORAL_STATE_RUNNING, __ATOMIC_SEQ_CST);
    if (__atomic_add_fetch(&job->started, 1, __ATOMIC_SEQ_CST) == (uint32_t)coral.n) {
        __atomic_store_n(&job->ready, 1u, __ATOMIC_SEQ_CST);
        coral_futex_wake(&job->ready, INT_MAX);
    }
}

/* Another image's static data are its own only after it has booted: what is put there before is
 * lost. */
void coral_await_start(void) {
    while (__atomic_load_n(&coral.job->ready, __ATOMIC_SEQ_CST) == 0) {
        coral_check_ending();
        coral_futex_wait(&coral.job->ready, 0, 100);
    }
    if (coral.crowded && !coral.unmapped)
        coral_settle();
}
