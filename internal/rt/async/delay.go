package async

import (
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"
	"time"
)

// delays is a schedule for tests: any step may come later than it could, in ways that differ from
// run to run of a seed as much as the machine does. Without a seed nothing is delayed. Any
// goroutine may ask.
type delays struct {
	seed   uint64
	count  atomic.Uint64
	putOff *uint32 // wasDelayed, or noDelays; coral_put_off in programs that C has started
}

// A waiter's look at what it waits for counts for a deadlock if no step has been delayed since its
// look before. Where many operations are pending, one always has been. So none is delayed any more
// between a look that does not count and the next one, or the end of the wait.
const (
	wasDelayed = 1
	noDelays   = 2
)

// random is a number that depends on the seed and on how often it was asked (splitmix64).
func (d *delays) random() uint64 {
	x := d.seed + d.count.Add(1)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// late says that a step is to be left for later: one time in two.
func (d *delays) late() bool {
	if d.seed == 0 || d.random()&1 == 0 || atomic.LoadUint32(d.putOff) == noDelays {
		return false
	}
	atomic.StoreUint32(d.putOff, wasDelayed)
	return true
}

// LookedAtAll says whether no step has been delayed since it was asked last. If one has, none is
// until it is asked again.
func (e *Engine) LookedAtAll() bool {
	if e.delays.seed == 0 || atomic.SwapUint32(e.delays.putOff, 0) != wasDelayed {
		return true
	}
	atomic.StoreUint32(e.delays.putOff, noDelays)
	return false
}

// WaitEnded lets steps be delayed again: the look before which none was to be may never come.
func (e *Engine) WaitEnded() {
	if e.delays.seed != 0 {
		atomic.CompareAndSwapUint32(e.delays.putOff, noDelays, 0)
	}
}

// longestDelay is for what cannot be left for later.
const longestDelay = 200 * time.Microsecond

// stall takes some time, now and then.
func (d *delays) stall() {
	if d.seed != 0 && d.random()&31 == 0 {
		part, _ := bits.Mul64(d.random(), uint64(longestDelay))
		time.Sleep(time.Duration(part))
	}
}

// putBack leaves the messages from one on for a later walk, before all that have come since.
func (e *Engine) putBack(first int) {
	var all inbox
	for i := range e.reading.messages[first:] {
		all.put(&e.reading.messages[first+i])
	}
	e.mu.Lock()
	for i := range e.inbox.messages {
		all.put(&e.inbox.messages[i])
	}
	e.inbox = all
	e.mu.Unlock()
	e.due.Add(int64(len(e.reading.messages) - first))
	e.ring()
	e.reading.empty()
}

// Leftovers says what of this image's program is not complete. After Quiesce there is nothing,
// unless something was lost. With all images synchronized after that, neither is anything left of
// what the others have begun, received, or read here.
func (e *Engine) Leftovers(synchronized bool) []string {
	var list []string
	add := func(count int, what string) {
		if count != 0 {
			list = append(list, fmt.Sprintf("%d %s", count, what))
		}
	}
	e.takeSent()
	add(e.program.open, "operations of the program")
	add(len(e.collectives), "collective operations")
	add(len(e.finishing), "finish blocks")
	add(len(e.unknown), "shipped functions that this image has not registered")
	add(len(e.reading.messages), "messages that were put aside")
	for _, b := range e.batches {
		add(len(b.payload), "bytes of shipped functions that were not sent")
	}
	if synchronized {
		e.mu.Lock()
		add(len(e.long)+e.waitingCopies+e.copiesBeside()+len(e.asked)+len(e.done), "copies")
		add(len(e.parts), "messages of which pieces are missing")
		e.mu.Unlock()
		add(len(e.waiting), "shipped functions whose own operations are not complete")
		add(e.letters, "messages of collective operations")
		add(len(e.scopes), "finish blocks of which others have told")
		add(e.w.StagesInUse(), "stages that others have not read")
	}
	slices.Sort(list)
	return list
}
