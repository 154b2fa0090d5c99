//go:build cgo

package net

import (
	"time"

	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/fastpath"
	"github.com/coral-pgas/coral/internal/conduit/net/progress"
	"github.com/coral-pgas/coral/internal/sys"
)

// besideRest is the progress thread's longest rest while the image polls the network itself now and
// then; longBesideRest where the image does nothing else, as far as the progress thread knows: so
// often in a row it has found the image in a wait or a send. A rest of 8 ms, which takes two
// switches of threads, makes all messages between two busy processors 3 % slower.
const (
	besideRest     = 8 * time.Millisecond
	longBesideRest = 32 * time.Millisecond
	foundOften     = 4
)

// restAlone is a rest of a progress thread that alone polls, and gives how long it has been. While
// long transfers go on somebody must poll, whether something comes or not.
func (c *Conduit) restAlone(rest time.Duration) time.Duration {
	before := sys.Monotonic()
	switch {
	case c.asking.Load():
	case c.moving.Load() > 0 || c.memory.Rest < progress.LongRest:
		c.rests.For(rest)
	default:
		c.rests.Armed(rest, c.lib.Arm, c.asking.Load)
	}
	return time.Duration(sys.Monotonic() - before)
}

// lastSeen is what the progress thread knew at its last poll of messages that have come or gone.
type lastSeen struct{ heartbeats, others uint64 }

// asks says whether what a poll has found may be a question, or an answer: more comes soon then. A
// heartbeat, which tells no more than that a machine is there, is neither.
func (l *lastSeen) asks(c *Conduit) bool {
	before := *l
	l.heartbeats, l.others = c.heartbeats.Load(), c.others.Load()
	return l.others != before.others || l.heartbeats == before.heartbeats
}

// makeProgress is the progress thread. It handles messages while the image computes, which may spin
// on a word of its own that others change, and never call anything. While the image polls often, as
// it does when it waits, a progress thread that polls beside it, and even one that wakes, would
// cost it time: 25 µs for a wake-up on a virtual machine. So each time that it finds the image
// polling it comes by later, until the image does not. One poll may take long, where it sends or
// receives what is long: an image that is found in the library is polling, too.
func (c *Conduit) makeProgress() {
	defer close(c.closed)
	seen, beside, found := int64(0), progress.LongRest, 0
	rested := time.Duration(0) // since the last poll
	empty := 0                 // polls since something has come
	var last lastSeen
	for rest := progress.ShortRest; !c.closing.Load(); {
		c.ending.LeaveIfEnding()
		if c.asking.Load() {
			sys.Nap(progress.ShortRest) // the image may be about to ask for more, or to wait
			c.asking.Store(false)
		}
		c.sendBatches()
		alone := c.inFastPath() && fastpath.Doze(progress.LongRest, longBesideRest)
		polls := c.polls.Load() + fastpath.Polls()
		if c.inside.Load() > 0 || fastpath.Inside() {
			found++
		} else {
			found = 0
		}
		if !alone && (found > 0 || polls-seen >= max(1, int64(rested/progress.ShortRest))) {
			seen, rested = polls, beside
			rest = progress.LongRest
			if beside = min(2*beside, besideRest); found > foundOften {
				rested = longBesideRest
			}
			rested = c.rests.For(rested)
			continue
		}
		seen = polls
		busy := c.poll(0, nil, 1, messagesEach, adapter.Request{}).busy
		if busy {
			c.Wake(c.Rank()) // a handler may have ended what the image waits for
		}
		if busy && last.asks(c) {
			rest, beside, rested, empty = progress.ShortRest, progress.LongRest, 0, 0
			continue
		}
		if c.resting.Load() > 0 {
			rest = progress.LongRest // the image itself polls
		}
		rest = min(rest, c.memory.Rest)
		empty++
		rest = progress.Silent(empty, rest)
		rested = c.restAlone(rest)
		rest = c.nextRest(rest)
	}
}
