//go:build cgo

package link

import (
	"sync/atomic"
	"time"
)

// An image that dies, or ends the run, takes its connections with it. Others see that at once, from whatever call they are in, and often before the launcher
// has been told why; but what the user needs is the reason: the signal, or ERROR STOP and its code. So who has lost a connection waits to be ended by who
// knows more, and speaks only when nobody ends it.

// lossLooks times lossLook is how long that may take on a busy machine, where a process needs its turns to die, and its launcher to hear of it; in looks, which
// a machine that is suspended does not count.
const (
	lossLook  = 50 * time.Millisecond
	lossLooks = 400
)

// broken is called by the goroutine whose call has failed, whatever locks of this package it holds. It does not return.
func (c *Conduit) broken(err error) {
	if !c.failing.CompareAndSwap(false, true) {
		for { // the first one ends this process
			time.Sleep(time.Hour)
		}
	}
	job := jobOf(&c.seg)
	for range lossLooks {
		if atomic.LoadUint32(&job.Ending) != 0 {
			break
		}
		time.Sleep(lossLook)
	}
	c.endAll(1, func() { c.onLoss(err) })
}
