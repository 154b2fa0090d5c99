//go:build cgo

package net

import (
	"os"
	"slices"
	"time"

	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/quiescence"
)

// What shutdown, liveness and quiescence need of the conduit, and what they do for it.

// Exit ends this image: with all others, when they end too, or by an abort of all.
func (c *Conduit) Exit(code int) { c.ending.Exit(code) }

// End is Close of an image that leaves with code afterwards, within bounds (shutdown.Image.End).
func (c *Conduit) End(code int, flush func()) { c.ending.End(code, flush) }

// Abort ends all images. It does not return.
func (c *Conduit) Abort(code int) { c.ending.Abort(code) }

// Close ends the library; all images do so.
func (c *Conduit) Close() error {
	c.endFastPath()
	if c.closing.CompareAndSwap(false, true) {
		c.rests.End()
	}
	<-c.closed
	c.takeHandling() // for good
	c.statistics.Report(os.Stderr, c.Rank()+1)
	c.closeMemory()
	c.lib.Close()
	return nil
}

// Closing says whether the image ends.
func (c *Conduit) Closing() bool { return c.closing.Load() }

// tellAbort tells the leaders of the other machines that the run ends.
func (c *Conduit) tellAbort(code int) {
	for _, leader := range c.leaders {
		c.Reply(leader, message.Head{What: message.Abort, Args: [4]uint64{uint64(code)}}, nil)
	}
}

// explainTime is how long another machine may take to say why the run ends.
const explainTime = time.Second

// Explain says on another machine why the run ends, where this one's output goes nowhere any more,
// and leaves it some time to do so.
func (c *Conduit) Explain(why string) {
	if len(c.leaders) > 0 {
		c.Reply(slices.Min(c.leaders), message.Head{What: message.AbortReason}, []byte(why))
		time.Sleep(explainTime)
	}
}

// Heartbeat sends one to a rank.
func (c *Conduit) Heartbeat(rank int) {
	c.replies.Advance() // nobody else does in a fast path
	c.heartbeats.Add(1)
	c.Reply(rank, message.Head{What: message.Heartbeat}, nil)
}

// Messages says whether nothing is under way in this image, and how many messages were sent and
// taken.
func (c *Conduit) Messages() (quiet bool, sent, taken uint64) {
	if c.inFastPath() {
		return false, c.sent.Load(), c.taken.Load()
	}
	c.takeHandling()
	defer c.handling.Unlock()
	quiet = c.under.Load() == 0 && len(c.moves.starts) == 0 && len(c.moves.ends) == 0 &&
		len(c.reorder) == 0 && len(c.early) == 0 && len(c.holds) == 0 && !c.replies.Waiting() &&
		c.writes.Load() == 0
	return quiet, c.sent.Load(), c.taken.Load()
}

// amongOthers is where this image is among the others. All have met.
func (c *Conduit) amongOthers() quiescence.Place {
	place := quiescence.Place{Seg: &c.seg, Rank: c.Rank(), Leaders: c.leaders, Next: -1,
		Doorbell: c.rests.Doorbell()}
	if c.ring != nil {
		place.Next = c.ring.Next
	}
	return place
}
