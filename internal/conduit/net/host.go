//go:build cgo

package net

import (
	"github.com/coral-pgas/coral/internal/conduit/net/liveness"
	"github.com/coral-pgas/coral/internal/conduit/net/shutdown"
	"os"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/bootstrap"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/executable"
	"github.com/coral-pgas/coral/internal/layout"
)

// Images of one machine share the Job area, and map each other's slots at the stride; each machine
// has one memory object. What an image must know of those elsewhere is copied: once, when they
// meet, and whenever one of them stops or fails.

// here says whether an image is on this machine. Its slot is mapped then.
func (c *Conduit) here(rank int) bool {
	return rank == c.Rank() || atomic.LoadUint32(&c.seg.Status(rank).Here) != 0
}

// gone says whether an image answers no more. One that has failed does: its process stays until the
// run ends.
func (c *Conduit) gone(rank int) bool {
	return atomic.LoadUint32(&c.seg.Status(rank).State) == layout.StateDone
}

// meet fills the Job area with what images of other machines say of themselves. All images do so;
// when it returns, all have.
func (c *Conduit) meet() error {
	n := c.Size()
	sum, err := executable.Sum()
	if err != nil {
		return err
	}
	own := bootstrap.Handshake{Leader: uint64(c.Rank()),
		Base: atomic.LoadUint64(&c.seg.Status(c.Rank()).Base), Executable: sum,
		Memory: uint8(c.memory.Method) | bootstrap.TellsMore}
	if name, err := os.Hostname(); err == nil {
		copy(own.Host[:len(own.Host)-1], name)
	}
	for rank := n - 1; rank >= 0; rank-- {
		if c.here(rank) {
			own.Leader = uint64(rank)
		}
	}
	all := make([]bootstrap.Handshake, n)
	if err := adapter.Gather(c.lib, &own, all); err != nil {
		return err
	}
	if err = bootstrap.SameExecutable(c.lib, all); err == nil {
		err = bootstrap.SameMemory(all)
	}
	if err == nil && c.lib.Direct && !c.lib.ShareFirst {
		err = c.memory.Share()
	}
	if err != nil {
		if c.Rank() != 0 {
			shutdown.AwaitEnd() // that the first image says it is enough: it has the others ended
		}
		return err
	}
	c.leaderOf = make([]int32, n)
	for rank, other := range all {
		c.leaderOf[rank] = int32(other.Leader)
		if other.Leader != own.Leader && int(other.Leader) == rank {
			c.leaders = append(c.leaders, rank)
		}
		if c.Rank() == int(own.Leader) && !c.here(rank) {
			s := c.seg.Status(rank)
			atomic.StoreUint64(&s.Base, other.Base)
			atomic.StoreUint32(&s.State, layout.StateRunning)
		}
	}
	if c.Rank() == int(own.Leader) && len(c.leaders) > 0 {
		c.ring = liveness.NewRing(c.Rank(), c.leaders,
			func(rank int) string { return all[rank].HostName() })
	}
	// no image goes on before its machine's leader has written
	return adapter.Gather(c.lib, &own, all)
}

// Announce tells the other machines that this image has stopped or failed, after it has said so in
// the Job area of its own. That goes to their leaders, and could else be there before a message to
// another image which has been sent before: who waits for that would take it for one that never
// comes.
func (c *Conduit) Announce(state uint32, code int) {
	c.arrive()
	for _, leader := range c.leaders {
		_ = lost(
			c.post(leader, message.Head{What: message.Ended,
				Args: [4]uint64{uint64(state), uint64(uint32(code))}},
				nil))
	}
}

// noteEnded is on a leader what an image of another machine has announced. Images that wait look at
// Alert before long.
func (c *Conduit) noteEnded(source int, h message.Head) {
	s, job := c.seg.Status(source), c.seg.JobArea()
	state := uint32(h.Args[0])
	atomic.StoreInt32(&s.ExitCode, int32(uint32(h.Args[1])))
	if atomic.SwapUint32(&s.State, state) == layout.StateRunning {
		if state == layout.StateFailed {
			atomic.AddUint32(&job.Failed, 1)
		} else {
			atomic.AddUint32(&job.Stopped, 1)
		}
	}
	atomic.AddUint32(&job.Alert, 1)
	c.Wake(c.Rank())
}
