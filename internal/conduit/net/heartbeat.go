//go:build cgo

package net

import (
	"fmt"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit/net/message"
)

// Machines watch each other: nothing else tells of one that is down, or of a network that is cut,
// for as long as TCP is patient (minutes). The leaders of all machines are a ring, in which each
// sends a heartbeat to the next: so a part that is cut off is missed by the rest, and misses the
// rest itself, at a cost that does not depend on the number of machines.

// heartbeatEach is the time between two heartbeats. Silence is counted in these, not by the clock:
// who was suspended has missed nothing.
const heartbeatEach = time.Second

// ring is a leader's place among the leaders.
type ring struct {
	next, before int    // ranks
	host         string // of before
	silent       atomic.Int32
}

// placeInRing is that of this image, the leader of its machine, among the leaders of all.
func (c *Conduit) placeInRing(all []handshake) *ring {
	leaders := append([]int{c.Rank()}, c.leaders...)
	slices.Sort(leaders)
	at, n := slices.Index(leaders, c.Rank()), len(leaders)
	r := &ring{next: leaders[(at+1)%n], before: leaders[(at+n-1)%n]}
	r.host = all[r.before].hostName()
	return r
}

// watch sends heartbeats, and ends the run when none has come for so long. It is a leader's
// goroutine, where there are other machines.
func (c *Conduit) watch(r *ring, limit time.Duration) {
	for range time.Tick(heartbeatEach) {
		if c.closing.Load() {
			return
		}
		c.replies.Advance() // nobody else does in a fast path
		c.heartbeats.Add(1)
		c.reply(r.next, message.Head{What: message.Heartbeat}, nil) // never blocks
		if c.failing.Load() {
			continue // that is known already, and nobody takes heartbeats any more
		}
		if missed := time.Duration(r.silent.Add(1)) * heartbeatEach; missed > limit {
			c.endAll(1, func() {
				fmt.Fprintf(os.Stderr,
					"coral: error: image %d has heard nothing for %v from image %d on host %s "+
						"and those beside it: the machine is down, or the network is cut [R0512]\n",
					c.Rank()+1, limit, r.before+1, r.host)
			})
			return
		}
	}
}

// endAll ends the run, if nobody on this machine has done so before: say tells why, the images of
// this machine see it, the library ends the others as far as it reaches them. It does not return.
func (c *Conduit) endAll(code int, say func()) {
	job := c.seg.JobArea()
	if atomic.CompareAndSwapUint32(&job.EndedBy, 0, uint32(c.Rank()+1)) {
		say()
		atomic.StoreInt32(&job.ExitCode, int32(code))
		atomic.StoreUint32(&job.Ending, 1)
		atomic.AddUint32(&job.Alert, 1)
		for rank := range c.Size() {
			c.Wake(rank)
		}
	}
	for range lossLooks { // the one that ends it may be about to say so
		if atomic.LoadUint32(&job.Ending) != 0 {
			c.Exit(int(atomic.LoadInt32(&job.ExitCode)))
		}
		time.Sleep(lossLook)
	}
	c.Abort(code)
}

// leaveIfEnding ends an image that computes on, some time after the run has been ended.
func (c *Conduit) leaveIfEnding() {
	job := c.seg.JobArea()
	if atomic.LoadUint32(&job.Ending) != 0 && c.leaving.CompareAndSwap(false, true) {
		time.AfterFunc(2*abortPatience, func() { c.Abort(int(atomic.LoadInt32(&job.ExitCode))) })
	}
}
