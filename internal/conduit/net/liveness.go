//go:build cgo

package net

import (
	"os"
	"sync/atomic"
	"time"
)

// An image that dies, or ends the run, takes its connections with it. Others see that at once, from
// whatever call they are in, and often before the launcher has been told why; but what the user
// needs is the reason: the signal, or ERROR STOP and its code. So who has lost a connection waits
// to be ended by who knows more, and speaks only when nobody ends it.

// lossLooks times lossLook is how long that may take on a busy machine, where a process needs its
// turns to die, and its launcher to hear of it; in looks, which a machine that is suspended does
// not count. srun does not end a run whose process has died, and has nothing to say: there only the
// images beside that one know more (standing.Gone), and who has ended the run has told so before it
// left.
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

// patienceOfLoss is in looks.
func patienceOfLoss() int {
	if bySrun() {
		return lossLooksSrun
	}
	return lossLooks
}

// broken is called by the goroutine whose call has failed, whatever locks of this package it holds.
// It does not return.
func (c *Conduit) broken(err error) {
	if !c.failing.CompareAndSwap(false, true) {
		for { // the first one ends this process
			time.Sleep(time.Hour)
		}
	}
	job := c.seg.JobArea()
	for range patienceOfLoss() {
		if atomic.LoadUint32(&job.Ending) != 0 {
			break
		}
		time.Sleep(lossLook)
	}
	c.endAll(1, func() { c.onLoss(err) })
}
