/* The end of the main thread alone: the program calls pthread_exit there, or another thread cancels
 * it. A process of the program's own would end with code 0 when its last thread ends (POSIX,
 * pthread_exit). In an image the threads of Go's runtime never end, so here that is waited for. */
#include "core/core.h"
#include "start.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { KNOWN = 64 };
static pid_t known[KNOWN]; /* threads of libraries, which were there before main */
static int known_n;
static pthread_key_t key;

static bool is_known(pid_t thread) {
    for (int i = 0; i < known_n; i++)
        if (known[i] == thread)
            return true;
    return false;
}

/* The instruction behind the system call in which a thread sleeps; 0: it is in none. */
static uint64_t sleeps_at(pid_t thread) {
    char path[64], text[256];
    snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)thread);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    text[n > 0 ? n : 0] = 0;
    char *last = strrchr(text, ' ');
    return last ? coral_strtoull(last, NULL, 0) : 0;
}

/* Threads of Coral's, and of Go's, sleep in code of their own (layout.Status). */
static bool is_programs(pid_t thread) {
    const coral_status *s = coral_status_of(coral.rank);
    const uint64_t at = sleeps_at(thread);
    return !is_known(thread) &&
        (at == 0 || (at != s->slept && (at < s->text || at >= s->text_end)));
}

/* Calls a function with each other thread until it gives true. */
static bool any_thread(bool (*is)(pid_t)) {
    DIR *d = opendir("/proc/self/task");
    bool found = false;
    for (struct dirent *e; d && !found && (e = readdir(d));) {
        const pid_t thread = (pid_t)coral_strtoull(e->d_name, NULL, 10);
        found = thread > 0 && thread != gettid() && is(thread);
    }
    if (d)
        closedir(d);
    return found;
}

static bool remember(pid_t thread) {
    if (known_n < KNOWN)
        known[known_n++] = thread;
    return false;
}

/* A thread of the program's that waits in a statement of Coral's may sleep in code of Go. */
static bool another_waits(void) {
    const coral_status *s = coral_status_of(coral.rank);
    return load32(&s->wait) != CORAL_WAIT_NONE && load32(&s->thread) != (uint32_t)gettid();
}

/* Called again and again while there are others of the thread's data, which may need destructors of
 * the program's: this is to be the last. */
static void main_thread_ends(void *data) {
    enum { TURNS = PTHREAD_DESTRUCTOR_ITERATIONS - 1 };
    /* One look is not enough. A thread of the program's that executes a statement of Coral's looks
     * like one of Go's when it sleeps for a moment in Go, where no wait is shown, or when its wait
     * begins after the one question and it sleeps by the other. How many looks are enough is a
     * guess: calls of Go that sleep longer show a wait. */
    enum { LOOKS = 30 };
    static int turn;
    if (!coral.image || coral.ending || gettid() != getpid())
        return;
    if (++turn < TURNS && pthread_setspecific(key, data) == 0)
        return;
    for (int quiet = 0; quiet < LOOKS; quiet++) {
        if (another_waits() || any_thread(is_programs))
            quiet = 0;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    exit(EXIT_SUCCESS);
}

void coral_watch_main_thread(void) {
    any_thread(remember);
    if (pthread_key_create(&key, main_thread_ends) == 0)
        pthread_setspecific(key, &key);
}
