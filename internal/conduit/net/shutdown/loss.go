//go:build cgo

package shutdown

import (
	"os"
	"sync/atomic"
	"time"
)

// An image that dies, or ends the run, takes its connections with it. Others see that at once, from
// whatever call they are in, and often before the launcher has been told why; but what the user
// needs is the reason: the signal, or ERROR STOP and its code. So an image that has lost a
// connection waits to be ended by one that knows more, and speaks only when nobody ends it.

// lossLooks times lossLook is how long that may take on a busy machine, where a process needs its
// turns to die, and its launcher to hear of it; in polls, which a machine that is suspended does
// not count. srun does not end a run whose process has died, and has nothing to say: there only the
// images beside that one know more (waitstate.Gone), and an image that ends the run says so before
// it leaves.
const (
	lossLook      = 50 * time.Millisecond
	lossLooks     = 400
	lossLooksSrun = 80
)

// bySrun tells whether srun has started this process, itself and not by way of an MPI's launcher.
func bySrun() bool {
	return os.Getenv("SLURM_STEP_ID") != "" && os.Getenv("OMPI_COMM_WORLD_SIZE") == "" &&
		os.Getenv("MPI_LOCALNRANKS") == ""
}

// polls is how often a loss is looked at before this image speaks.
func polls() int {
	if bySrun() {
		return lossLooksSrun
	}
	return lossLooks
}

// AwaitEnd waits for as long as another image may take to end the run.
func AwaitEnd() {
	for range polls() {
		time.Sleep(lossLook)
	}
}

// Failing says whether the library has failed.
func (e *Image) Failing() bool { return e.failing.Load() }

// Broken is called by the goroutine whose call has failed, whatever locks of the conduit it holds.
// It does not return.
func (e *Image) Broken(err error) {
	if !e.failing.CompareAndSwap(false, true) {
		for { // the first one ends this process
			time.Sleep(time.Hour)
		}
	}
	job := e.Seg.JobArea()
	for range polls() {
		if atomic.LoadUint32(&job.Ending) != 0 {
			break
		}
		time.Sleep(lossLook)
	}
	e.EndAll(1, func() { e.OnLoss(err) })
}
