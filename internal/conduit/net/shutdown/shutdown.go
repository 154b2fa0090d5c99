//go:build cgo

package shutdown

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
)

// Image is one image with what its end needs of the conduit.
type Image struct {
	Seg  *conduit.Segment
	Rank int
	Lib  *adapter.Library
	// Timeout is how long the library's end may take, in heartbeats; 0: for ever.
	Timeout time.Duration
	// Close ends the conduit and the library.
	Close func() error
	// TellAbort tells the leaders of the other machines that the run ends with a code. It never
	// blocks.
	TellAbort func(code int)
	// OnLoss says why the run ends, when the library has lost an image.
	OnLoss func(error)

	leaving, failing atomic.Bool
}

// countEach is the unit in which long waits are counted, so that an image that was suspended has
// missed nothing.
const countEach = time.Second

// abortPatience is how long an image waits for the abort of the one that has ended the run.
const abortPatience = time.Second

// Before an abort, launchers get a grace period to pass on what they have read of what images have
// written, their messages about the end too, which MPICH's drops. An abort that has not ended this
// process after abortTime, since the network is cut, say, has failed. flushTime is for what images
// still write, and for messages about the end that are to leave this process.
const (
	grace     = 100 * time.Millisecond
	abortTime = 3 * time.Second
	FlushTime = 500 * time.Millisecond
)

// Exit ends this image: with all others, when they end too, or by an abort of all. Launchers take
// the first process that leaves for the one that is to blame; so an image that leaves because
// another one ends the run leaves the abort to that.
func (e *Image) Exit(code int) {
	job := e.Seg.JobArea()
	if atomic.LoadUint32(&job.Ending) != 0 {
		if int(atomic.LoadUint32(&job.EndedBy)) != e.Rank+1 {
			time.Sleep(abortPatience)
		}
		e.Abort(code)
	}
	e.End(code, func() {})
	os.Exit(code)
}

// End is Close of an image that leaves with code afterwards, within bounds: where the library does
// not come to an end, the image leaves before End returns, after flush. All images have ended by
// then, and have nothing to say to each other but that. As a heartbeat's, the time is counted, not
// taken from the clock. Launchers may complain of such an end, and give the run a code of their
// own; but it ends.
func (e *Image) End(code int, flush func()) {
	if e.Timeout > 0 {
		go e.watchClose(code, flush)
	}
	_ = e.Close() // nobody could do anything about an error
}

func (e *Image) watchClose(code int, flush func()) {
	for range 1 + e.Timeout/countEach {
		time.Sleep(countEach)
	}
	// once on each machine
	if atomic.CompareAndSwapUint32(&e.Seg.JobArea().EndedBy, 0, uint32(e.Rank+1)) {
		fmt.Fprintf(os.Stderr,
			"coral: warning: all images have ended, but %s has not within %v: it is left as it "+
				"is [R0514]\n", e.Lib.Name, e.Timeout)
	}
	flush()
	os.Exit(code)
}

// Abort ends all images. It does not return.
func (e *Image) Abort(code int) {
	if e.Lib.AbortsAlone {
		e.abortAlone(code)
	}
	awaitReaders(e.Seg.JobArea(), unix.Stdout, unix.Stderr)
	time.AfterFunc(grace+abortTime, func() { _ = unix.Kill(unix.Getpid(), unix.SIGKILL) })
	time.Sleep(grace)
	e.Lib.Abort(code)
}

// abortAlone ends this image where each must end by itself. The first to do so tells the others, by
// messages that need some time to leave; an image that is not reached finds the connection broken,
// or the first machine silent. The run's code is the greatest of all images'.
func (e *Image) abortAlone(code int) {
	time.AfterFunc(abortTime, func() { os.Exit(code) })
	if int(atomic.LoadUint32(&e.Seg.JobArea().EndedBy)) == e.Rank+1 {
		e.TellAbort(code)
		time.Sleep(FlushTime)
	}
	time.Sleep(grace)
	e.Lib.Abort(code)
}

// EndAll ends the run, if nobody on this machine has done so before: say tells why, the images of
// this machine see it, the library ends the others as far as it reaches them. It does not return.
func (e *Image) EndAll(code int, say func()) {
	job := e.Seg.JobArea()
	// a launcher of Coral's ends the run without an image's number
	if atomic.LoadUint32(&job.Ending) == 0 &&
		atomic.CompareAndSwapUint32(&job.EndedBy, 0, uint32(e.Rank+1)) {
		say()
		e.publish(code)
	}
	for range lossLooks { // the one that ends the run may be about to say so
		if atomic.LoadUint32(&job.Ending) != 0 {
			e.Exit(int(atomic.LoadInt32(&job.ExitCode)))
		}
		time.Sleep(lossLook)
	}
	e.Abort(code)
}

// AbortAsked notes that the image of a rank elsewhere has ended the run.
func (e *Image) AbortAsked(by, code int) {
	if atomic.CompareAndSwapUint32(&e.Seg.JobArea().EndedBy, 0, uint32(by+1)) {
		e.publish(code)
	}
}

// publish tells the images of this machine that the run ends.
func (e *Image) publish(code int) {
	job := e.Seg.JobArea()
	atomic.StoreInt32(&job.ExitCode, int32(code))
	atomic.StoreUint32(&job.Ending, 1)
	atomic.AddUint32(&job.Alert, 1)
	for rank := range e.Seg.Images {
		if rank == e.Rank || atomic.LoadUint32(&e.Seg.Status(rank).Here) != 0 {
			e.Seg.Wake(rank - e.Rank)
		}
	}
}

// LeaveIfEnding ends an image that computes on, some time after the run has been ended.
func (e *Image) LeaveIfEnding() {
	job := e.Seg.JobArea()
	if atomic.LoadUint32(&job.Ending) != 0 && e.leaving.CompareAndSwap(false, true) {
		time.AfterFunc(2*abortPatience, func() { e.Abort(int(atomic.LoadInt32(&job.ExitCode))) })
	}
}
