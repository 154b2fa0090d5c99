package abuse

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Signals. Of those that end no process a run goes on and ends well.
var (
	harmless = map[syscall.Signal]bool{syscall.SIGCHLD: true, syscall.SIGURG: true,
		syscall.SIGWINCH: true, syscall.SIGCONT: true}
	stopping = map[syscall.Signal]bool{syscall.SIGSTOP: true, syscall.SIGTSTP: true,
		syscall.SIGTTIN: true, syscall.SIGTTOU: true}
)

const lastSignal = 31

// whom a signal goes to.
var targets = []string{"launcher", "an image", "image 1", "all images", "the group"}

// kill is one run and what is done to it.
type kill struct {
	images int
	signal syscall.Signal
	target string
	after  float64 // of the time that a run takes
	choice int
}

func (k kill) String() string {
	return fmt.Sprintf("%d images, %s to %s after %.2f of a run", k.images,
		unix.SignalName(k.signal), k.target, k.after)
}

// TestKill kills runs at every moment from their start to their end, by every signal. The run ends;
// it ends well only if it has done all of its work; and nothing is left.
func TestKill(t *testing.T) {
	s := newScene(t)
	program := s.build("phases")
	count := map[bool]int{false: 60, true: 500}[*allFlag]
	seed := *seedFlag
	if seed == 0 {
		seed = time.Now().UnixNano()
	}
	t.Logf("-seed %d", seed)
	random := rand.New(rand.NewSource(seed))
	durations := map[int]time.Duration{}
	for _, images := range []int{4, 16, 64} {
		start := time.Now()
		if o := s.run([]string{fmt.Sprint("CORAL_NUM_IMAGES=", images)}, program); o.code != 0 ||
			!strings.Contains(o.out, "all is done\n") { // lines of images come in any order
			t.Fatalf("undisturbed: code %d\n%s%s", o.code, o.out, o.err)
		}
		durations[images] = time.Since(start)
	}
	kills := make(chan kill)
	go func() {
		defer close(kills)
		for i := range count {
			kills <- kill{[]int{4, 16, 64}[i%3], syscall.Signal(1 + i%lastSignal),
				targets[random.Intn(len(targets))], random.Float64(), random.Int()}
		}
	}()
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for k := range kills {
				if !t.Failed() {
					s.kill(program, k, time.Duration(k.after*float64(durations[k.images])))
				}
			}
		})
	}
	workers.Wait()
}

// kill starts a run, sends a signal, and judges the end.
func (s *scene) kill(program string, k kill, after time.Duration) {
	c := s.command([]string{fmt.Sprint("CORAL_NUM_IMAGES=", k.images)}, program)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Start(); err != nil {
		s.Error(err)
		return
	}
	ended, end := context.WithCancel(context.Background())
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		sleep(ended, after)
		if ended.Err() == nil {
			k.send(ended, c.Process.Pid)
		}
	}()
	s.await(c)
	end()
	<-sent
	code, done := c.ProcessState.ExitCode(), strings.Contains(out.String(), "all is done\n")
	if code == 0 && !done || harmless[k.signal] && code != 0 || k.shown(errs.String()) {
		s.Errorf("%v: code %d, done %v\n%s", k, code, done, errs.String())
	}
}

// shown tells whether messages show Go's own report of a fault. Those that are signals of faults of
// the program's own text, here sent by another process, may come to a thread of Go's.
func (k kill) shown(messages string) bool {
	switch k.signal {
	case syscall.SIGFPE, syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGILL, syscall.SIGTRAP,
		syscall.SIGABRT, syscall.SIGSYS, syscall.SIGSTKFLT:
		return false
	}
	return k.target != "launcher" && k.target != "the group" &&
		strings.Contains(messages, "goroutine ")
}

// send sends the signal. What a signal has suspended goes on some time later.
func (k kill) send(ended context.Context, launcher int) {
	images := childrenOf(launcher)
	pids := []int{launcher}
	switch {
	case k.target == "launcher":
	case k.target == "the group":
		pids = []int{-launcher}
	case len(images) == 0: // not started yet, or ended already
	case k.target == "an image":
		pids = images[k.choice%len(images):][:1]
	case k.target == "image 1":
		pids = images[:1]
	default:
		pids = images
	}
	for _, pid := range pids {
		_ = syscall.Kill(pid, k.signal) // it may have ended
	}
	if !stopping[k.signal] {
		return
	}
	sleep(ended, 300*time.Millisecond)
	for _, pid := range pids {
		if ended.Err() == nil {
			_ = syscall.Kill(pid, syscall.SIGCONT)
		}
	}
}
