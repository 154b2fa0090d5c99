package async

import (
	"context"
	"runtime"
	"runtime/pprof"
	"time"

	"github.com/coral-pgas/coral/internal/sys"
)

// shortCopy is up to how many bytes a copy whose predicate has come is done at once: to hand it to the helper would take as long.
const shortCopy = 64 << 10

// Taker takes one count of the own event at an offset if it has one. Any goroutine may call it.
type Taker func(offset uint64) bool

// RegisterEvents says how counts of the own events that begin at base are taken; nil: no longer. Any goroutine may call it.
func (e *Engine) RegisterEvents(base uint64, take Taker) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if take == nil {
		delete(e.events, base)
		return
	}
	e.events[base] = take
}

// Copy is an asynchronous copy.
type Copy struct {
	Bytes  int
	Run    func() error // moves the data; any goroutine calls it
	Before Event        // predicate: one count of it is taken before the copy begins
	After  Event        // notified when the data is in place; None: the innermost finish knows
}

// copying is a copy that is not complete.
type copying struct {
	Copy
	e     *Engine
	owner account
	take  Taker // of a predicate of this image
	err   error
}

// AtOnce says whether a copy of so many bytes, for which nothing must come before, is best done by the caller.
func (e *Engine) AtOnce(bytes int) bool {
	return (bytes <= shortCopy || e.w.Crowded()) && !e.delays.late()
}

// Copy begins a copy, and does it if it is short and nothing must come before.
func (e *Engine) Copy(c Copy) error {
	op := &copying{Copy: c, e: e}
	ready := !c.Before.there()
	if c.Before.Rank == e.w.Rank() {
		e.mu.Lock()
		op.take = e.events[c.Before.Base]
		e.mu.Unlock()
		if op.take == nil {
			return errNoEvent
		}
		ready = op.take(c.Before.Offset)
	}
	if ready && e.AtOnce(c.Bytes) {
		return op.run()
	}
	op.owner = e.account(c.After)
	op.owner.begin()
	if c.Before.there() && op.take == nil {
		return e.askFor(op)
	}
	e.mu.Lock()
	if ready {
		e.long = append(e.long, op)
	} else {
		e.wait(op)
	}
	e.help()
	e.mu.Unlock()
	if ready && e.options.Spread && c.Bytes >= veryLongCopy {
		// The helper's thread begins on this processor: it needs a turn before it can leave.
		for range turnsToLeave {
			e.c.Yield()
		}
	}
	return nil
}

// predicate is an own event for which copies wait, in the order in which they were begun.
type predicate struct {
	take  Taker
	event Event
	ops   []*copying
	first int // of ops, that is still there
}

// wait has a copy wait for its predicate. e.mu is held.
func (e *Engine) wait(op *copying) {
	p := e.pending[op.Before.Offset]
	if p == nil {
		p = &predicate{take: op.take, event: op.Before}
		e.pending[op.Before.Offset] = p
	}
	p.ops = append(p.ops, op)
	e.waitingCopies++
	e.predicates.Add(1)
}

// next gives the next copy if the event has a count for it; nil: it has none. e.mu is held.
func (p *predicate) next() *copying {
	if p.first == len(p.ops) || !p.take(p.event.Offset) {
		return nil
	}
	op := p.ops[p.first]
	p.ops[p.first] = nil
	p.first++
	return op
}

// turnsToLeave is how many turns the helper gets. A turn that nobody takes costs a third of a microsecond.
const turnsToLeave = 4

// run moves the data and says so.
func (op *copying) run() error {
	err := op.Run()
	if err == nil && !op.After.there() {
		err = op.e.w.SyncMemory()
	}
	if err == nil {
		err = op.e.post(op.After)
	}
	return err
}

// askFor asks the image with the predicate for a count of it.
func (e *Engine) askFor(op *copying) error {
	e.mu.Lock()
	e.lastAsk++
	number := e.lastAsk
	e.asked[number] = op
	e.mu.Unlock()
	return e.send(op.Before.Rank, &[4]uint64{kindClaim, op.Before.Base, number, op.Before.Offset}, nil)
}

// granted goes on with a copy that has its predicate. The conduit's helper calls it.
func (e *Engine) granted(number uint64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	op := e.asked[number]
	delete(e.asked, number)
	e.long = append(e.long, op)
	e.help()
}

// claim is another image's wish for a count of an event of this one.
type claim struct {
	source int
	base   uint64
	number uint64
	offset uint64
}

// help starts the helper if there is none. e.mu is held.
func (e *Engine) help() {
	if !e.helping {
		e.helping = true
		e.idlers.Add(1)
		go e.helper()
	}
}

// helper does the long copies, looks for predicates, and ends when there is neither.
func (e *Engine) helper() {
	// Who looks for deadlocks in a run of goroutines does not count this one.
	pprof.SetGoroutineLabels(context.Background())
	defer e.idlers.Add(-1)
	pause := shortestPause
	elsewhere := false
	for {
		if e.serve(&elsewhere) {
			pause = shortestPause
			continue
		}
		e.mu.Lock()
		if len(e.long)+e.waitingCopies+len(e.claims)+e.copiesBeside() == 0 {
			e.helping = false
			e.mu.Unlock()
			return
		}
		e.mu.Unlock()
		time.Sleep(pause)
		pause = min(2*pause, longestPause)
	}
}

// How long the helper sleeps between two looks for predicates.
const (
	shortestPause = 20 * time.Microsecond
	longestPause  = time.Millisecond
)

// serve does what the helper finds to do.
func (e *Engine) serve(elsewhere *bool) bool {
	// While the image's goroutine is at it, it has the same core, or one that others need.
	steps, did := e.ownSteps.Load(), false
	if steps == e.stepsSeen {
		did = e.stepPredicates(e.perform)
	}
	e.stepsSeen = steps
	if e.copiesBeside() > 0 {
		did = e.options.Short.HelpCopies() || did
	}
	e.mu.Lock()
	if len(e.long) == 0 {
		e.mu.Unlock()
		return did
	}
	op := e.long[0]
	e.long[0] = nil
	e.long = e.long[1:]
	e.mu.Unlock()
	*elsewhere = *elsewhere || e.goElsewhere(op.Bytes)
	e.perform(op)
	return true
}

// veryLongCopy is from how many bytes a copy is worth a thread of its own, elsewhere.
const veryLongCopy = 1 << 20

// goElsewhere moves the helper to a processor that is not the image's, where there are more, for a copy that is worth it. The thread ends with the goroutine.
func (e *Engine) goElsewhere(bytes int) bool {
	if !e.options.Spread || bytes < veryLongCopy {
		return false
	}
	runtime.LockOSThread()
	sys.Elsewhere()
	return true
}

// perform does a copy and leaves it to the image's goroutine to account for it.
func (e *Engine) perform(op *copying) {
	e.delays.dawdle()
	op.err = op.run()
	e.mu.Lock()
	e.done = append(e.done, op)
	e.mu.Unlock()
	e.leaveToOwn()
	e.w.NoteProgress()
	e.c.Wake(e.w.Rank())
}

// performOwn is perform on the image's own goroutine.
func (e *Engine) performOwn(op *copying) {
	e.ownSteps.Add(1)
	if err := op.run(); err != nil {
		e.fail(err)
	}
	op.owner.end()
}

// copiesAtOnce is up to how many short copies one step does: meanwhile the image's goroutine may come to a wait and do the others itself.
const copiesAtOnce = 8

// stepPredicates finds pending copies that have their predicate now, of which it performs some short ones, and other images' claims that can be granted. The image's
// goroutine and the helper call it.
func (e *Engine) stepPredicates(perform func(op *copying)) bool {
	if e.predicates.Load() == 0 || e.delays.late() {
		return false
	}
	e.mu.Lock()
	did := false
	var room [copiesAtOnce]*copying
	short := room[:0]
	for at, p := range e.pending {
		for len(short) < copiesAtOnce {
			op := p.next()
			if op == nil {
				break
			}
			e.waitingCopies--
			if op.Bytes <= shortCopy {
				short = append(short, op)
			} else {
				e.long, did = append(e.long, op), true
			}
		}
		if p.first == len(p.ops) {
			delete(e.pending, at)
		}
	}
	var grants []claim
	open := e.claims[:0]
	for _, c := range e.claims {
		if take := e.events[c.base]; take != nil && take(c.offset) {
			grants = append(grants, c)
		} else {
			open = append(open, c)
		}
	}
	e.claims = open
	e.predicates.Store(int64(e.waitingCopies + len(e.claims)))
	e.mu.Unlock()
	for _, c := range grants {
		_ = e.send(c.source, &[4]uint64{kindGrant, c.number}, nil) // who is gone needs none
	}
	for _, op := range short {
		perform(op)
	}
	return did || len(grants)+len(short) > 0
}

// complete takes note of what the helper has done.
func (e *Engine) complete() bool {
	if e.delays.late() {
		return false
	}
	e.mu.Lock()
	done := e.done
	e.done = nil
	e.mu.Unlock()
	for _, op := range done {
		e.due.Add(-1)
		if op.err != nil {
			e.fail(op.err)
		}
		op.owner.end()
	}
	return len(done) > 0
}
