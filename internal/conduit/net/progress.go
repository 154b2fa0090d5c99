//go:build cgo

package net

import (
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/sys"
)

// helperRest is the helper's longest rest while the image looks at the network itself now and then;
// longHelperRest where it does nothing else, as far as the helper knows: so often in a row it has
// found the image in a wait or a send. A rest of 8 ms, which takes two switches of threads, makes
// all messages between two busy processors 3 % slower.
const (
	helperRest     = 8 * time.Millisecond
	longHelperRest = 32 * time.Millisecond
	foundOften     = 4
)

// mostAgain is how often the helper looks again without a rest because something has come, and
// finds nothing.
const mostAgain = 4

// After vainBefore looks in vain the helper rests for silentRest: one look in each millisecond
// takes a process that computes 1 to 2 % of its processor, and nobody asks for any. After
// vainForLong looks, about a second, it rests for longSilentRest. Where the library tells when
// something comes, nobody waits longer for it.
const (
	vainBefore     = 64
	silentRest     = 4 * time.Millisecond
	vainForLong    = 256
	longSilentRest = 8 * time.Millisecond
)

// silent is the rest after so many looks in vain that would rest otherwise.
func silent(vain int, rest time.Duration) time.Duration {
	switch {
	case rest < longRest || vain <= vainBefore:
		return rest
	case vain <= vainForLong:
		return silentRest
	}
	return longSilentRest
}

// helperRests are how the helper sleeps.
type helperRests struct {
	timed  sys.Rest
	bell   *sys.Doorbell // rings when something comes; nil: the library has no such
	rings  atomic.Bool   // the helper rests by the bell
	broken bool          // it has, but it does not know of all that may come
	again  int           // how often in a row something had come before the bell was armed
}

func (r *helperRests) open(lib *adapter.Library) {
	if lib.Descriptor < 0 {
		return
	}
	if bell, err := sys.NewDoorbell(lib.Descriptor); err == nil {
		r.bell = bell
	}
}

// end ends the rest that goes on, and all that come.
func (r *helperRests) end() {
	r.timed.End()
	if r.bell != nil {
		r.bell.End()
	}
}

// cut ends the rest that goes on, or is about to begin.
func (r *helperRests) cut() {
	r.timed.Cut()
	if r.rings.Load() {
		r.bell.Cut()
	}
}

// restAlone is a rest of a helper that alone looks: where the library tells when something comes it
// is longer, and ends then. While long transfers go on somebody must look, whether something comes
// or not.
func (c *Conduit) restAlone(rest time.Duration) {
	r := &c.rest
	if c.asking.Load() {
		return
	}
	if r.bell == nil || r.broken || c.moving.Load() > 0 || c.memory.Rest < longRest {
		r.timed.For(rest)
		return
	}
	armed, able := c.lib.Arm()
	r.broken = !able
	switch {
	case armed:
		r.again = 0
		r.rings.Store(true)
		if !c.asking.Load() { // else whoever has asked may not have seen that it rings
			r.bell.For(max(rest, longRest))
		}
		r.rings.Store(false)
	case able && r.again < mostAgain:
		r.again++
	default: // what has come may be for somebody else to take
		r.timed.For(rest)
	}
}

// lastSeen is what the helper knew at its last look of messages that have come or gone.
type lastSeen struct{ heartbeats, others uint64 }

// asks says whether what a look has found may be a question, or an answer: more comes soon then. A
// heartbeat, which tells no more than that a machine is there, is neither.
func (l *lastSeen) asks(c *Conduit) bool {
	before := *l
	l.heartbeats, l.others = c.heartbeats.Load(), c.others.Load()
	return l.others != before.others || l.heartbeats == before.heartbeats
}

// help handles messages while the image computes: it may spin on a word of its own that others
// change, and never call anything. While the image looks often, as it does when it waits, a helper
// that looks beside it, and even one that wakes, would cost it time: 25 µs for a wake-up on a
// virtual machine. So each time that it finds the image looking it comes by later, until the image
// does not. One look may take long, where it sends or receives what is long: an image that is found
// in the library is looking, too.
func (c *Conduit) help() {
	defer close(c.closed)
	seen, beside, found := int64(0), longRest, 0
	rested := time.Duration(0) // since the last look
	vain := 0                  // looks since something has come
	var last lastSeen
	for rest := shortRest; !c.closing.Load(); {
		c.ending.LeaveIfEnding()
		if c.asking.Load() {
			sys.Nap(shortRest) // the image may be about to ask for more, or to wait
			c.asking.Store(false)
		}
		c.sendBatches()
		alone := c.inFastPath() && doze()
		looks := c.looks.Load() + fastPathLooks()
		if c.inside.Load() > 0 || fastPathInside() {
			found++
		} else {
			found = 0
		}
		if !alone && (found > 0 || looks-seen >= max(1, int64(rested/shortRest))) {
			seen, rested = looks, beside
			rest = longRest
			if beside = min(2*beside, helperRest); found > foundOften {
				rested = longHelperRest
			}
			before := sys.Monotonic()
			c.rest.timed.For(rested)
			rested = time.Duration(sys.Monotonic() - before)
			continue
		}
		seen = looks
		busy, _ := c.poll(0, nil, 1, messagesEach, adapter.Request{})
		if busy {
			c.Wake(c.Rank()) // a handler may have ended what the image waits for
		}
		if busy && last.asks(c) {
			rest, beside, rested, vain = shortRest, longRest, 0, 0
			continue
		}
		if c.resting.Load() > 0 {
			rest = longRest // the image itself looks
		}
		rest = min(rest, c.memory.Rest)
		vain++
		rest = silent(vain, rest)
		before := sys.Monotonic()
		c.restAlone(rest)
		rested = time.Duration(sys.Monotonic() - before)
		rest = c.nextRest(rest)
	}
}
