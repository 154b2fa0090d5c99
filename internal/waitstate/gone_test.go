package waitstate

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/layout"
)

// TestGone: an image looks after the next that runs, and says that it is gone when nobody else has
// for a while.
func TestGone(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	other := exec.Command(self, "-test.run=^TestGoneOther$")
	other.Env = append(os.Environ(), "STANDING_OTHER=1")
	stdin, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := other.StdoutPipe()
	if err == nil {
		err = other.Start()
	}
	if err == nil {
		_, err = stdout.Read(make([]byte, 1)) // it executes this program
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Process.Kill() }()
	row := func(state uint32, pid int) *layout.Status {
		return &layout.Status{State: state, Pid: int32(pid), Space: SpaceOf("self")}
	}
	rows := []*layout.Status{row(layout.StateRunning, os.Getpid()), row(layout.StateStopped, 0),
		row(layout.StateRunning, other.Process.Pid), row(layout.StateStarting, 0)}
	rows[3].Space++ // in a container, where numbers mean something else
	g := NewGone(rows, 0)
	now := time.Now()
	look := func(after time.Duration, want bool) {
		t.Helper()
		now = now.Add(after)
		if image, is := g.Look(now); is != want || is && image != 2 {
			t.Errorf("image %d, %v", image, is)
		}
	}
	look(0, false)
	look(time.Hour, false)
	for _, c := range []struct {
		signal syscall.Signal
		want   bool
	}{{syscall.SIGSTOP, true}, {syscall.SIGCONT, false}} {
		if err := other.Process.Signal(c.signal); err != nil {
			t.Fatal(err)
		}
		for suspended(other.Process.Pid) != c.want {
			time.Sleep(time.Millisecond)
		}
		look(0, false)
		if (g.Suspended() > 0) != c.want {
			t.Errorf("after %v: suspended for %v", c.signal, g.Suspended())
		}
	}
	_ = stdin.Close()
	_ = other.Wait()
	look(0, false)
	look(gonePatience/2, false)
	look(gonePatience, true)
	rows[2].State = layout.StateFailed
	look(gonePatience, false) // there is no other
	look(gonePatience, false)
	rows[2].State = layout.StateStarting
	look(0, false)
	look(gonePatience, true)
}

// TestGoneOther is the other process of TestGone.
func TestGoneOther(t *testing.T) {
	if os.Getenv("STANDING_OTHER") == "" {
		t.Skip("not by itself")
	}
	_, _ = os.Stdout.WriteString("x")
	_, _ = os.Stdin.Read(make([]byte, 1))
}
