package pin

import (
	"bytes"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// sleeper is a process that is held to a core.
func sleeper(t *testing.T, core int) (pid int) {
	t.Helper()
	cmd := exec.Command("sleep", "100")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	set := unix.CPUSet{}
	set.Set(core)
	if err := unix.SchedSetaffinity(cmd.Process.Pid, &set); err != nil {
		t.Fatal(err)
	}
	return cmd.Process.Pid
}

// An image is let go if others use its core, for two looks in a row; not if its own threads do, nor
// for one look.
func TestJudgePins(t *testing.T) {
	allowed, err := allowedCores()
	if err != nil || len(allowed) < 2 {
		t.Skip("this needs two cores")
	}
	const ms = time.Millisecond
	for _, c := range []struct {
		name  string
		looks []schedule // what has been added after 100 ms each
		freed bool
	}{
		{"alone", []schedule{{100 * ms, 0}, {99 * ms, ms}, {100 * ms, 0}}, false},
		{"asleep", []schedule{{0, 0}, {0, 0}, {0, 0}}, false},
		{"beside others", []schedule{{50 * ms, 50 * ms}, {50 * ms, 50 * ms}}, true},
		{"beside others once", []schedule{{50 * ms, 50 * ms}, {99 * ms, ms}, {60 * ms, 40 * ms}},
			false},
		{"many threads of its own",
			[]schedule{{98 * ms, 300 * ms}, {98 * ms, 300 * ms}, {98 * ms, 300 * ms}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			pid := sleeper(t, allowed[1])
			places := make([]unix.CPUSet, 2)
			places[0].Set(allowed[0])
			places[1].Set(allowed[1])
			var said bytes.Buffer
			w := NewWatch(places, &said)
			at, sum := time.Now(), schedule{}
			w.judge(1, pid, sum, at)
			for _, l := range c.looks {
				at = at.Add(100 * ms)
				sum.ran, sum.inLine = sum.ran+l.ran, sum.inLine+l.inLine
				w.judge(1, pid, sum, at)
			}
			var now unix.CPUSet
			if err := unix.SchedGetaffinity(pid, &now); err != nil {
				t.Fatal(err)
			}
			if (now.Count() > 1) != c.freed || w.images[1].freed != c.freed {
				t.Errorf("it may run on %d cores", now.Count())
			}
			if strings.HasPrefix(said.String(),
				"coral: note: image 2 has waited 50 % of the time for core ") != c.freed {
				t.Errorf("said %q", said.String())
			}
		})
	}
}

func allowedCores() ([]int, error) {
	var set unix.CPUSet
	err := unix.SchedGetaffinity(0, &set)
	var numbers []int
	for _, c := range topology(set) {
		numbers = append(numbers, c.number)
	}
	return numbers, err
}

// TestScheduleOf: a process that shares its core with another stands in line for it about half of
// the time.
func TestScheduleOf(t *testing.T) {
	allowed, err := allowedCores()
	if err != nil {
		t.Fatal(err)
	}
	var pids []int
	for range 2 {
		cmd := exec.Command("sh", "-c", "while :; do :; done")
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		set := unix.CPUSet{}
		set.Set(allowed[0])
		if err := unix.SchedSetaffinity(cmd.Process.Pid, &set); err != nil {
			t.Fatal(err)
		}
		pids = append(pids, cmd.Process.Pid)
	}
	before, err := scheduleOf(pids[0])
	if err != nil {
		t.Fatal(err)
	}
	const enough = 100 * time.Millisecond
	for {
		time.Sleep(10 * time.Millisecond)
		after, err := scheduleOf(pids[0])
		if err != nil || t.Context().Err() != nil {
			t.Fatalf("%+v, then %+v, %v", before, after, err)
		}
		if after.inLine-before.inLine >= enough && after.ran > before.ran {
			return
		}
	}
}
