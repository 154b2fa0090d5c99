package launch

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/waitstate"
)

func TestDeadlock(t *testing.T) {
	alone := func(kind uint32) string { return strconv.Itoa(int(kind | layout.WaitAlone)) }
	others := func(kind uint32) string { return strconv.Itoa(int(kind | layout.WaitOthers)) }
	tests := []struct {
		name   string
		words  []string
		code   int
		stderr []string // parts; none: the run is no deadlock
	}{
		{"all",
			[]string{"1:stuck=" + alone(layout.WaitEvent), "2:stuck=" + alone(layout.WaitLock),
				"3:stuck=" + alone(layout.WaitEvent)}, 1,
			[]string{"error: deadlock", "[R0509]", "image 1: waiting in EVENT WAIT at a.f90:1",
				"image 2: waiting in LOCK at a.f90:2"}},
		{"others have stopped", []string{"1:stuck=" + alone(layout.WaitEvent)}, 1,
			[]string{"[R0509]", "image 1: waiting in EVENT WAIT", "images 2-3: stopped"}},
		{"others have failed", []string{"1:stuck=" + alone(layout.WaitEvent), "fail"}, 1,
			[]string{"[R0509]", "images 2-3: failed"}},
		{"one runs", []string{"1:nap=1200", "1:errorstop=0", "stuck=" + alone(layout.WaitEvent)}, 0,
			nil},
		{"one wakes at times",
			[]string{"1:busy=40", "1:errorstop=0", "stuck=" + alone(layout.WaitEvent)}, 0, nil},
		{"one is suspended",
			[]string{"1:blind=1200", "1:errorstop=0", "stuck=" + alone(layout.WaitEvent)}, 0, nil},
		{"one has goroutines",
			[]string{"3:stuck=" + others(layout.WaitEvent), "1:nap=1200", "1:errorstop=0",
				"stuck=" + alone(layout.WaitEvent)}, 0, nil},
		{"stopped images wait for the last", []string{"1:nap=1200"}, 0, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			o := finish(t, launcher(3, test.words...))
			if o.code != test.code || len(test.stderr) == 0 && o.stderr != "" {
				t.Errorf("exit code %d\n%s", o.code, o.stderr)
			}
			for _, part := range test.stderr {
				if !strings.Contains(o.stderr, part) {
					t.Errorf("no %q in\n%s", part, o.stderr)
				}
			}
		})
	}
}

// A run can be told never to be ended.
func TestDeadlockSwitchedOff(t *testing.T) {
	t.Parallel()
	cmd := launcher(2, "print=up", "stuck="+strconv.Itoa(int(layout.WaitEvent|layout.WaitAlone)))
	cmd.Env = append(cmd.Env, "CORAL_DEADLOCK=0")
	stdout, stderr := start(t, cmd, 2)
	time.Sleep(1500 * time.Millisecond) // others would be ended
	cmd.Process.Signal(os.Interrupt)
	if got := await(t, cmd, stdout, stderr); got.code != 130 {
		t.Errorf("exit code %d\n%s", got.code, got.stderr)
	}
}

// An image that is killed when it has stopped, but before it has counted that, does not keep the
// others at their end.
func TestUncounted(t *testing.T) {
	t.Parallel()
	o := finish(t, launcher(3, "2:uncounted", "end"))
	if o.code != 128+int(syscall.SIGKILL) ||
		!strings.Contains(o.stderr,
			"image 2 was killed by signal 9 (SIGKILL), after it had stopped") {
		t.Errorf("exit code %d\n%s", o.code, o.stderr)
	}
}

// A thread that sleeps for a time, or where something from outside can wake it, may do something
// afterwards; one that waits for others of its process will not.
func TestAwake(t *testing.T) {
	t.Parallel()
	// A C program: a Go one has threads of its runtime's beside.
	const program = `
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t *sem;
static pthread_t first;
static struct timespec later(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 60;
    return until;
}
static void *sleeper(void *unused) { sleep(60); return unused; }
static void *waiter(void *unused) { pthread_mutex_lock(&lock); return unused; }
static void *joiner(void *unused) { pthread_join(first, NULL); return unused; }
static void *semaphore(void *unused) { sem_wait(sem); return unused; }
static void *timed(void *unused) {
    struct timespec until = later();
    pthread_mutex_timedlock(&lock, &until);
    return unused;
}
static void *timed_condition(void *unused) {
    static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    struct timespec until = later();
    pthread_mutex_lock(&own);
    pthread_cond_timedwait(&condition, &own, &until);
    return unused;
}
static void *untimed_condition(void *unused) {
    static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&own);
    pthread_cond_wait(&condition, &own);
    return unused;
}
static void *poller(void *unused) { struct pollfd f = {eventfd(0, 0), POLLIN, 0}; poll(&f, 1, -1); return unused; }
static void *epoller(void *unused) {
    struct epoll_event e;
    int fd = epoll_create1(0);
    while (epoll_pwait(fd, &e, 1, -1, NULL) != 1) /* a signal ends it */
        ;
    return unused;
}
static void *timer(void *unused) {
    char text[8];
    return read(timerfd_create(CLOCK_MONOTONIC, 0), text, 8) ? unused : NULL;
}
static void *signals(void *unused) {
    sigset_t set;
    char text[sizeof(struct signalfd_siginfo)];
    sigemptyset(&set);
    return read(signalfd(-1, &set, 0), text, sizeof text) ? unused : NULL;
}
static void *notifier(void *unused) { char text[4096]; return read(inotify_init(), text, sizeof text) ? unused : NULL; }
static void *reader(void *unused) { int p[2]; char c; return pipe(p) == 0 && read(p[0], &c, 1) ? unused : NULL; }
static const struct { const char *name; void *(*run)(void *); } modes[] = {
    {"sleep", sleeper}, {"lock", waiter}, {"join", joiner}, {"own semaphore", semaphore}, {"shared semaphore", semaphore}, {"timed", timed},
    {"timed condition", timed_condition}, {"condition", untimed_condition}, {"poll", poller}, {"epoll", epoller}, {"timer", timer},
    {"signal", signals}, {"inotify", notifier}, {"pipe", reader},
};
int main(int argc, char **argv) {
    pthread_t thread;
    first = pthread_self();
    int share = strcmp(argv[1], "shared semaphore") == 0;
    sem = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | (share ? MAP_SHARED : MAP_PRIVATE), -1, 0);
    sem_init(sem, share, 0);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (strcmp(argv[1], modes[i].name) == 0)
            pthread_create(&thread, NULL, modes[i].run, NULL);
    puts("ready");
    fflush(stdout);
    pthread_mutex_lock(&lock);
}
`
	dir := t.TempDir()
	source, executable := filepath.Join(dir, "threads.c"), filepath.Join(dir, "threads")
	if err := os.WriteFile(source, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-o", executable, source,
		"-pthread").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	modes := map[string]bool{ // whether something may wake the thread
		"lock": false, "join": false, "condition": false, "own semaphore": false,
		"sleep": true, "timed": true, "timed condition": true, "shared semaphore": true,
		"poll": true, "epoll": true, "timer": true, "signal": true,
		"inotify": true, "pipe": true,
	}
	for mode, want := range modes {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			testAwake(t, executable, mode, want)
		})
	}
}

func testAwake(t *testing.T, executable, mode string, want bool) {
	cmd := exec.Command(executable, mode)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cmd.Process.Kill()
		cmd.Wait()
	}()
	out.Read(make([]byte, 8))
	expectAwake(t, cmd.Process.Pid, want, "at first")
	// Suspended meanwhile, it sleeps in another system call.
	cmd.Process.Signal(syscall.SIGSTOP)
	time.Sleep(50 * time.Millisecond)
	cmd.Process.Signal(syscall.SIGCONT)
	expectAwake(t, cmd.Process.Pid, want, "after it was suspended")
}

// expectAwake asks until the answer holds for a while: on a busy machine threads take their time
// until they wait.
func expectAwake(t *testing.T, pid int, want bool, when string) {
	t.Helper()
	const enough = 5
	got, same := !want, 0
	for end := time.Now().Add(longest); same < enough && time.Now().Before(end); {
		time.Sleep(50 * time.Millisecond)
		if got = waitstate.Awake(pid, waitstate.Code{}); got == want {
			same++
		} else {
			same = 0
		}
	}
	if same < enough {
		t.Errorf("%s: awake %v", when, got)
	}
}
