package rt

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// ExitStatus is what a process ends with that has a code of the program's. A parent sees its last
// eight bits: a code that is not 0 must not be 0 there. coral_exit_code in capi/core/stop.c is the
// same.
func ExitStatus(code int) int {
	if code != 0 && code&0xff == 0 {
		return 1
	}
	return code
}

// Stop is normal termination (F2018 5.3.7): it waits until every image has stopped or
// failed, and ends this one with code. It does not return.
func (w *World) Stop(code int) {
	if w.options.Flush != nil {
		w.options.Flush()
	}
	code = ExitStatus(code)
	w.StopAndWait(code)
	w.exit(code)
}

// wakesEach is up to how many images each one that stops wakes all others.
const wakesEach = 64

// StopAndWait is Stop without the exit: for images whose process goes on. code is an ExitStatus.
func (w *World) StopAndWait(code int) {
	if w.ended.Swap(true) {
		return
	}
	// A put that cannot complete is the business of who needs it.
	_ = w.SyncMemory()
	job := w.jobArea()
	atomic.StoreInt32(&w.status(w.rank).ExitCode, int32(code))
	w.setState(layout.StateStopped)
	atomic.AddUint32(&job.Stopped, 1)
	w.announce(layout.StateStopped, code)
	gone := w.allEnded
	// To wake everybody is to touch a page of every image. If each of a thousand images did that,
	// page tables alone would take gigabytes and seconds. So in a large run the last one wakes all;
	// sleepers look for themselves before long.
	if w.size <= wakesEach || gone() {
		w.alert()
	} else {
		atomic.AddUint32(&job.Alert, 1)
	}
	_ = w.await(gone, &waiting{kind: layout.WaitEnd, ctx: context.Background()})
	w.setState(layout.StateDone)
}

// allEnded says whether every image has stopped or failed.
func (w *World) allEnded() bool {
	job := w.jobArea()
	return atomic.LoadUint32(&job.Stopped)+atomic.LoadUint32(&job.Failed) >= uint32(w.size)
}

// ErrorStop is error termination (F2018 5.3.7): every image ends, and the run's exit
// code is code. It does not return.
func (w *World) ErrorStop(code int) {
	code = ExitStatus(code)
	job := w.jobArea()
	atomic.StoreInt32(&w.status(w.rank).ExitCode, int32(code))
	w.awaitReporter()
	switch {
	case atomic.LoadUint32(&job.Ending) != 0:
		// the launcher has given the run its code, or another image
	case atomic.CompareAndSwapUint32(&job.EndedBy, 0, uint32(w.rank+1)):
		atomic.StoreInt32(&job.ExitCode, int32(code))
		atomic.StoreUint32(&job.Ending, 1)
	default:
		w.awaitEnding()
	}
	w.alert()
	w.exit(code)
}

// awaitEnding waits until the image that has taken EndedBy, the only one that gives the run its
// exit code, has said that the run ends: the launcher would take one that leaves before that for
// the cause. It is a matter of some instructions, unless that image is killed there.
func (w *World) awaitEnding() {
	const patience = 2 * time.Second
	for start := time.Now(); atomic.LoadUint32(&w.jobArea().Ending) == 0 &&
		time.Since(start) < patience; {
		w.c.Yield()
	}
}

// awaitReporter waits until what this image has written to standard error is where the launcher
// reads it: there are launchers that end the run, and themselves, when an image is gone. A busy
// machine may not let the reporter run for a second.
func (w *World) awaitReporter() {
	const patience, rest = 5 * time.Second, 100 * time.Microsecond
	reporter := &w.jobArea().Reporter
	for start := time.Now(); atomic.LoadUint32(reporter) != 0 &&
		time.Since(start) < patience; time.Sleep(rest) {
		unread, err := unix.IoctlGetInt(2, unix.TIOCINQ)
		if err != nil || unread == 0 && atomic.LoadUint32(reporter) != layout.ReporterPasses {
			return
		}
	}
}

// FailImage makes this image one that has failed (F2018 11.5). It does not return.
func (w *World) FailImage() {
	if _, several := w.c.(conduit.StateNotifier); several {
		w.FailAndWait()
		w.exit(0)
	}
	_ = w.SyncMemory()
	w.setState(layout.StateFailed)
	atomic.AddUint32(&w.jobArea().Failed, 1)
	w.announce(layout.StateFailed, 0)
	w.alert()
	w.hasFailed.Store(true)
	w.exit(0)
}

// leaveFailed ends the calling goroutine, which waits, with the image that another goroutine has
// made fail: the wait must not return with the error that the image's failure is to others.
func (w *World) leaveFailed() {
	for !w.hasFailed.Load() {
		time.Sleep(time.Millisecond)
	}
	w.exit(0)
}

// FailAndWait is FailImage where the process must stay until the run ends: the launchers of
// communication libraries take the end of one process for the end of all.
func (w *World) FailAndWait() {
	_ = w.SyncMemory()
	w.ended.Store(true)
	w.setState(layout.StateFailed)
	atomic.AddUint32(&w.jobArea().Failed, 1)
	w.announce(layout.StateFailed, 0)
	w.alert()
	_ = w.await(w.allEnded, &waiting{kind: layout.WaitEnd, ctx: context.Background()})
	w.hasFailed.Store(true)
}

// exit ends this image without a word to the others.
func (w *World) exit(code int) {
	w.ended.Store(true)
	if w.options.Flush != nil {
		w.options.Flush()
	}
	if w.options.Exit != nil {
		w.options.Exit(code)
	}
	w.c.Exit(code)
}

// alert makes every waiter look at the states of images and run.
func (w *World) alert() {
	atomic.AddUint32(&w.jobArea().Alert, 1)
	for rank := range w.size {
		w.c.Wake(rank)
	}
}

func (w *World) setState(state uint32) {
	atomic.StoreUint32(&w.status(w.rank).State, state)
}

// announce tells images that do not share the Job area what this one has written there.
func (w *World) announce(state uint32, code int) {
	if a, ok := w.c.(conduit.StateNotifier); ok {
		a.Announce(state, code)
	}
}

// anyGone says whether any image of the run has stopped or failed.
func (w *World) anyGone() bool {
	job := w.jobArea()
	return atomic.LoadUint32(&job.Stopped)|atomic.LoadUint32(&job.Failed) != 0
}

// gone is the error that the image's end is for who needs it; nil if it runs.
func (w *World) gone(rank int) error {
	switch w.State(rank) {
	case layout.StateFailed:
		return fmt.Errorf("%w: image %d", ErrFailedImage, rank+1)
	case layout.StateStopped, layout.StateDone:
		return fmt.Errorf("%w: image %d", ErrStoppedImage, rank+1)
	}
	return nil
}

// crashed tells of an image that it has failed, not by FailImage but anywhere: what it had begun
// may be half done.
func (w *World) crashed(rank int) bool {
	return w.failed(rank) && atomic.LoadInt32(&w.status(rank).ExitCode) != 0
}

// Explain says of an operation that found an image gone how that has ended. If the run ends, this
// image ends too: what it asked for will not come (F2018 5.3.7). The image's own goroutine calls
// it.
func (w *World) Explain(rank int, err error) error {
	if errors.Is(err, conduit.ErrGone) {
		w.endIfEnding()
		if gone := w.gone(rank); gone != nil {
			return gone
		}
	}
	return err
}

// State is the state of an image, a layout.StateX.
func (w *World) State(rank int) uint32 {
	return atomic.LoadUint32(&w.status(rank).State)
}

func (w *World) failed(rank int) bool {
	return uint(rank) < uint(w.size) && w.State(rank) == layout.StateFailed
}

// Stopped and Failed are the members of the current team that have stopped or failed,
// in ascending order (F2018 16.9.77, 16.9.183).
func (w *World) Stopped() []int { return w.membersIn(layout.StateStopped, layout.StateDone) }
func (w *World) Failed() []int  { return w.membersIn(layout.StateFailed, layout.StateFailed) }

// AnyFailed says whether an image has failed, of whatever team.
func (w *World) AnyFailed() bool {
	for rank := range w.Size() {
		if w.State(rank) == layout.StateFailed {
			return true
		}
	}
	return false
}

func (w *World) membersIn(a, b uint32) []int {
	var members []int
	for m := range w.current.size {
		if s := w.State(w.current.Member(m)); s == a || s == b {
			members = append(members, m)
		}
	}
	return members
}

// Ops are the operations of the conduit, for what rt has no name for.
func (w *World) Ops() conduit.Operations { return w.ops }
