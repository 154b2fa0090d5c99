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
	"github.com/coral-pgas/coral/internal/standing"
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
		{"all", []string{"1:stuck=" + alone(layout.WaitEvent), "2:stuck=" + alone(layout.WaitLock), "3:stuck=" + alone(layout.WaitEvent)}, 1,
			[]string{"error: deadlock", "[R0509]", "image 1: waiting in EVENT WAIT at a.f90:1", "image 2: waiting in LOCK at a.f90:2"}},
		{"others have stopped", []string{"1:stuck=" + alone(layout.WaitEvent)}, 1, []string{"[R0509]", "image 1: waiting in EVENT WAIT", "images 2-3: stopped"}},
		{"others have failed", []string{"1:stuck=" + alone(layout.WaitEvent), "fail"}, 1, []string{"[R0509]", "images 2-3: failed"}},
		{"one runs", []string{"1:nap=1200", "1:errorstop=0", "stuck=" + alone(layout.WaitEvent)}, 0, nil},
		{"one wakes at times", []string{"1:busy=16", "1:errorstop=0", "stuck=" + alone(layout.WaitEvent)}, 0, nil},
		{"one is suspended", []string{"1:blind=1200", "1:errorstop=0", "stuck=" + alone(layout.WaitEvent)}, 0, nil},
		{"one has goroutines", []string{"3:stuck=" + others(layout.WaitEvent), "1:nap=1200", "1:errorstop=0", "stuck=" + alone(layout.WaitEvent)}, 0, nil},
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
	cmd := launcher(2, "1:stuck="+strconv.Itoa(int(layout.WaitEvent|layout.WaitAlone)), "stuck="+strconv.Itoa(int(layout.WaitEvent|layout.WaitAlone)))
	cmd.Env = append(cmd.Env, "CORAL_DEADLOCK=0")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(1500*time.Millisecond, func() { cmd.Process.Signal(os.Interrupt) })
	defer timer.Stop()
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d", code)
	}
}

// A thread that sleeps for a time may do something afterwards; one that waits for others of its process will not.
func TestAwake(t *testing.T) {
	t.Parallel()
	// A C program: a Go one has threads of its runtime's beside.
	const program = `
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *sleeper(void *unused) { sleep(60); return unused; }
static void *waiter(void *unused) { pthread_mutex_lock(&lock); return unused; }
static void *timed(void *unused) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 60;
    pthread_mutex_timedlock(&lock, &until);
    return unused;
}
int main(int argc, char **argv) {
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, strcmp(argv[1], "sleep") == 0 ? sleeper : strcmp(argv[1], "timed") == 0 ? timed : waiter, NULL);
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
	if out, err := exec.Command("gcc", "-o", executable, source, "-pthread").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, mode := range []string{"sleep", "lock", "timed"} {
		cmd := exec.Command(executable, mode)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		out.Read(make([]byte, 8))
		time.Sleep(300 * time.Millisecond)
		if got := standing.Awake(cmd.Process.Pid); got != (mode == "sleep") {
			t.Errorf("%s: awake %v", mode, got)
		}
		// Suspended meanwhile, it sleeps in another system call.
		cmd.Process.Signal(syscall.SIGSTOP)
		time.Sleep(50 * time.Millisecond)
		cmd.Process.Signal(syscall.SIGCONT)
		time.Sleep(300 * time.Millisecond)
		if got := standing.Awake(cmd.Process.Pid); got != (mode == "sleep") {
			t.Errorf("%s, after it was suspended: awake %v", mode, got)
		}
		cmd.Process.Kill()
		cmd.Wait()
	}
}
