package order

import (
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
)

// Counters number the messages to one other image that change its memory: so many were sent; the
// last of them that a flush waits for; of so many the other image has been asked; so many of the
// first are complete.
type Counters struct{ Sent, Last, Asked, Done atomic.Uint64 }

// InFlight is where puts may be in flight, the last of which is the message of that number; and
// where what must wait for them may be.
type InFlight struct {
	conduit.Ranges
	Last uint64
}

// Epochs is InFlight of what others may not pass by. As long as there is always something in
// flight, what is not any more goes with an answer all the same: the old part is what had been sent
// when the other image was asked.
type Epochs struct{ young, old InFlight }

// Begin notes that the next message changes n bytes.
func (a *Epochs) Begin(c *Counters, offset uint64, n int) { a.young.Begin(c, offset, n) }

// MayTouch says whether a change of any of n bytes may be in flight.
func (a *Epochs) MayTouch(c *Counters, offset uint64, n int) bool {
	return a.young.MayTouch(c, offset, n) || a.old.MayTouch(c, offset, n)
}

// Asked notes that the other image is asked how far it is.
func (a *Epochs) Asked(c *Counters) {
	if !a.old.Any(c) {
		a.young, a.old = a.old, a.young
	}
}

// Overlap says whether n bytes at a and m bytes at b have any in common.
func Overlap(a uint64, n int, b uint64, m int) bool { return a < b+uint64(m) && b < a+uint64(n) }

// MayTouch says whether a put to any of n bytes may be in flight.
func (o *InFlight) MayTouch(c *Counters, offset uint64, n int) bool {
	return o.Any(c) && o.Overlaps(offset, n)
}

// Any says whether any may be in flight. What waits for puts is done when they are: it comes
// before all that is sent when this image knows of it.
func (o *InFlight) Any(c *Counters) bool {
	if o.Empty() {
		return false
	}
	if c.Done.Load() >= o.Last {
		o.Clear()
		return false
	}
	return true
}

// Begin notes that the next message puts n bytes.
func (o *InFlight) Begin(c *Counters, offset uint64, n int) {
	if c.Done.Load() >= o.Last {
		o.Clear()
	}
	o.Add(offset, n)
	o.Last = c.Sent.Load() + 1
}
