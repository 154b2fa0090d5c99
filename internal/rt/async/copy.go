package async

import (
	"cmp"
	"context"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/sys"
)

// Taker takes one count of the own event at an offset if it has one. Any goroutine may call it.
type Taker func(offset uint64) bool

// RegisterEvents says how counts of the own events that begin at base are taken; nil: no longer.
// Any goroutine may call it.
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
	Piece  Piece        // moves the data
	Long   Piece        // moves them in parts; none where Piece is one
	Run    func() error // moves the data of what is no piece; any goroutine calls it
	From   From         // what Run moves, if that is one piece of another image's memory
	Begun  func()       // called in place of Run where the data are moved by From alone
	Before Event        // predicate: one count of it is taken before the copy begins
	Place  uint64       // of the statement, for reports; 0: unknown
	After  Event        // notified when the data is in place; None: the innermost finish knows
	Also   []Event      // notified, too, if After is one
	Local  Touches
}

// InPieces says whether it needs no Run.
func (c *Copy) InPieces() bool { return c.Piece.There() || c.Long.There() }

// copying is a copy that is not complete.
type copying struct {
	Copy
	e     *Engine
	owner account
	err   error

	next, done atomic.Int64 // parts of Long: to be moved; that are in place
}

// sharedPart is how many bytes are a part of a long piece: few enough that the waiter for the last
// one does not wait for long.
const sharedPart = 256 << 10

// move moves parts of a long piece, beside whoever else does, until there are none. some: it has
// moved one; last: none was missing then.
func (op *copying) move() (some, last bool) {
	parts := (int64(op.Bytes) + sharedPart - 1) / sharedPart
	stream := noCacheHolds(op.Bytes)
	for {
		i := op.next.Add(1) - 1
		if i >= parts {
			return some, false
		}
		some = true
		part := op.Long.part(int(i), sharedPart)
		part.Move(stream)
		if op.done.Add(1) == parts {
			return true, true
		}
	}
}

// AtOnce says whether a copy of so many bytes, for which nothing must come before, is best done by
// the caller.
func (e *Engine) AtOnce(bytes int) bool {
	short := bytes <= ShortCopy || bytes <= shortMapped && e.w.Mapped()
	return (short || e.w.Crowded()) && !e.delays.late()
}

// Copy begins a copy, and does it if it is short and nothing must come before.
func (e *Engine) Copy(c Copy) error {
	if c.Before.Rank == e.w.Rank() {
		return e.copyWhen(&c)
	}
	op := &copying{Copy: c, e: e}
	if c.Before.there() {
		op.begin()
		return e.askFor(op)
	}
	return e.copyNow(op)
}

// copyWhen is Copy with a predicate of this image.
func (e *Engine) copyWhen(c *Copy) error {
	e.mu.Lock()
	take := e.events[c.Before.Base]
	if take == nil {
		e.mu.Unlock()
		return errNoEvent
	}
	if take(c.Before.Offset) {
		e.mu.Unlock()
		if c.Piece.There() && c.After.there() && c.Also == nil && e.AtOnce(c.Bytes) {
			c.Piece.Move(e.Streams(c.Bytes))
			return e.post(c.After)
		}
		return e.copyNow(&copying{Copy: *c, e: e})
	}
	w := waiting{piece: c.Piece, after: c.After}
	if c.Piece.There() && c.After.there() && c.Also == nil && e.running == nil {
		e.program.open++
	} else {
		w.op = &copying{Copy: *c, e: e}
		w.op.begin()
	}
	e.wait(c.Before, take, &w, c.Place)
	e.help()
	e.mu.Unlock()
	return nil
}

// copyNow is Copy of what has no predicate, or has had it.
func (e *Engine) copyNow(op *copying) error {
	if begun, err := e.fetch(op); begun || err != nil {
		return err
	}
	if e.AtOnce(op.Bytes) {
		return op.run()
	}
	op.begin()
	e.mu.Lock()
	e.addLong(op)
	e.help()
	e.mu.Unlock()
	if e.options.Spread && op.Bytes >= veryLongCopy {
		// The helper's thread begins on this processor: it needs a turn before it can leave.
		for range turnsToLeave {
			e.c.Yield()
		}
	}
	return nil
}

// lastCache is how many bytes a cache holds that all processors may use.
var lastCache = sync.OnceValue(func() int {
	const usual = 32 << 20
	return cmp.Or(sys.LastCache(), usual)
})

// Streams takes note of a copy that the program does at once, and says whether it is one of so many
// since the program has waited last that the caches cannot hold what they move. Only the image's
// goroutine calls it.
func (e *Engine) Streams(bytes int) bool {
	e.streak += bytes
	return noCacheHolds(e.streak)
}

// noCacheHolds says whether so many bytes are more than any cache has. What is short of that by far
// does not ask the system.
func noCacheHolds(bytes int) bool { return bytes > shortStreak && bytes > lastCache() }

// shortStreak is less than any last cache has.
const shortStreak = 1 << 20

// Waited says that the program has waited for something: copies, perhaps.
func (e *Engine) Waited() { e.streak = 0 }

// begin notes what the copy counts for.
func (op *copying) begin() {
	op.owner = op.e.account(op.After, op.Local)
	op.owner.begin()
}

// predicate is an own event for which copies wait, in the order in which they were begun.
type predicate struct {
	take  Taker
	event Event
	ops   []waiting
	first int    // of ops, that is still there
	place uint64 // of the first copy that has waited, since none did
}

// AwaitsEvent is the statement of a copy of this image that waits for its event; its line is 0 if
// there is none, or it is not known.
func (e *Engine) AwaitsEvent() rt.Site {
	place := e.awaiting()
	if place == 0 || e.options.Describe == nil {
		return rt.Site{}
	}
	_, at := e.options.Describe(Statement{Place: place})
	colon := strings.LastIndexByte(at, ':')
	if colon < 0 {
		return rt.Site{}
	}
	line, err := strconv.Atoi(at[colon+1:])
	if err != nil {
		return rt.Site{}
	}
	return rt.Site{File: at[:colon], Line: line, What: "copy_async"}
}

// PosterWaits is the place of a statement whose copy is to post an event, and waits for one itself;
// 0: none is known.
func (e *Engine) PosterWaits(after Event) uint64 {
	posts := func(v Event) bool { return v.Rank == after.Rank && v.Offset == after.Offset }
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range e.pending {
		for _, w := range p.ops[p.first:] {
			if posts(w.whole(e).After) {
				return p.place
			}
		}
	}
	for _, op := range e.asked {
		if posts(op.After) {
			return op.Place
		}
	}
	return 0
}

// awaiting is the place of such a statement, the first in the program; 0: none is known.
func (e *Engine) awaiting() (place uint64) {
	consider := func(other uint64) {
		if other != 0 && (place == 0 || other < place) {
			place = other
		}
	}
	if s := e.options.Short; s != nil && s.Waiting != nil {
		consider(s.Waiting())
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range e.pending {
		consider(p.place)
	}
	for _, op := range e.asked {
		consider(op.Place)
	}
	return place
}

// waiting is a copy that waits for its predicate: a piece with an event, begun by the program
// itself, or what else op is.
type waiting struct {
	piece Piece
	after Event
	op    *copying
}

// short says whether it is done at once when its turn comes.
func (w *waiting) short() bool { return w.op == nil || w.op.Bytes <= ShortCopy }

// whole is all that is to be known of it.
func (w *waiting) whole(e *Engine) *copying {
	if w.op != nil {
		return w.op
	}
	return &copying{Copy: Copy{Bytes: w.piece.bytes, Piece: w.piece, Before: None, After: w.after},
		e: e, owner: account{e: e, act: e.program}}
}

// wait has a copy wait for its predicate. e.mu is held.
func (e *Engine) wait(before Event, take Taker, w *waiting, place uint64) {
	p := e.pending[before.Offset]
	if p == nil {
		p = &predicate{take: take, event: before, ops: e.spareWaiting, place: place}
		e.spareWaiting = nil
		e.pending[before.Offset] = p
	}
	if len(p.ops) == cap(p.ops) && p.first > len(p.ops)/2 {
		p.ops = slices.Delete(p.ops, 0, p.first)
		p.first = 0
	}
	p.ops = append(p.ops, *w)
	e.waitingCopies++
	e.predicates.Add(1)
}

// next gives the next copy if the event has a count for it. e.mu is held.
func (p *predicate) next(w *waiting) bool {
	if p.first == len(p.ops) || !p.take(p.event.Offset) {
		return false
	}
	*w, p.ops[p.first] = p.ops[p.first], waiting{}
	p.first++
	return true
}

// waitingKept is how many waiting copies the memory is kept for when they are gone.
const waitingKept = 1 << 14

// forget is for a predicate for which nothing waits any more. e.mu is held.
func (e *Engine) forget(p *predicate) {
	delete(e.pending, p.event.Offset)
	if cap(p.ops) <= waitingKept {
		e.spareWaiting = p.ops[:0]
	}
}

// turnsToLeave is how many turns the helper gets. A turn that nobody takes costs a third of a
// microsecond.
const turnsToLeave = 4

// run moves the data and says so.
func (op *copying) run() error {
	var err error
	switch {
	case op.Piece.There():
		op.Piece.Move(false)
	case op.Long.There():
		op.move()
	default:
		err = op.Run()
	}
	return op.tell(err)
}

// tell says that the data are in place, if there was no error. They are completed first where the
// event would come before them.
func (op *copying) tell(err error) error {
	if err == nil && !op.e.fences(op.After) {
		err = op.e.w.SyncMemory()
	}
	if err == nil {
		err = op.e.post(op.After)
	}
	for _, v := range op.Also {
		if err == nil {
			err = op.e.post(v)
		}
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
	return e.send(op.Before.Rank, &[4]uint64{kindClaim, op.Before.Base, number, op.Before.Offset},
		nil)
}

// granted goes on with a copy that has its predicate. The conduit's helper calls it.
func (e *Engine) granted(number uint64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	op := e.asked[number]
	delete(e.asked, number)
	e.addLong(op)
	e.helpAfter(shortestPause)
	e.ring() // the image may wait for it, and does it then
}

// addLong has a copy wait for the helper, or for the image in a wait. e.mu is held.
func (e *Engine) addLong(op *copying) {
	e.long = append(e.long, op)
	e.longs.Store(int64(len(e.long)))
}

// takeLong gives the one that was added first; nil: there is none.
func (e *Engine) takeLong() *copying {
	if e.longs.Load() == 0 {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.long) == 0 {
		return nil
	}
	op := e.long[0]
	e.long[0] = nil
	e.long = e.long[1:]
	e.longs.Store(int64(len(e.long)))
	return op
}

// performLong does a copy that waits for the helper, on the image's own goroutine, and says whether
// there was one. To wait for the helper would take longer: it has this goroutine's processor, or
// one that others need.
func (e *Engine) performLong() bool {
	if e.longs.Load() == 0 && e.sharing.Load() == nil || e.delays.late() {
		return false
	}
	op := e.takeLong()
	if op == nil {
		op = e.sharing.Load()
	}
	if op == nil {
		return false
	}
	var err error
	if op.Long.There() {
		if some, last := op.move(); !last {
			return some // the helper moves the last part
		}
		err = op.tell(nil)
	} else {
		err = op.run()
	}
	if err != nil {
		e.failAt(Statement{Place: op.Place}, err)
	}
	op.owner.end()
	return true
}

// claimed is a handler: it takes what another image wants if it is there, and answers; else it
// leaves that for later.
func (e *Engine) claimed(m conduit.Arrived) {
	c := claim{m.Source, m.Args[1], m.Args[2], m.Args[3]}
	e.mu.Lock()
	defer e.mu.Unlock()
	if take := e.events[c.base]; take != nil && !e.delays.late() && take(c.offset) {
		m.Reply(conduit.Message{Handler: handleWhole, Args: [4]uint64{kindGrant, c.number}})
		return
	}
	e.claims = append(e.claims, c)
	e.predicates.Add(1)
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
func (e *Engine) help() { e.helpAfter(0) }

// helpAfter is help, and lets the image come first for so long: it may wait for what is to be done,
// and would wait for the helper's turn.
func (e *Engine) helpAfter(pause time.Duration) {
	if !e.helping {
		e.helping = true
		e.idlers.Add(1)
		go e.helper(pause)
	}
}

// helper does the long copies, looks for predicates, and ends when there is neither, or the run
// ends: its process may go on.
func (e *Engine) helper(first time.Duration) {
	// Who looks for deadlocks in a run of goroutines does not count this one.
	pprof.SetGoroutineLabels(context.Background())
	defer e.idlers.Add(-1)
	if first > 0 {
		sys.Nap(first)
	}
	pause, idle := shortestPause, time.Duration(0)
	elsewhere := false
	for {
		if e.serve(&elsewhere) {
			pause, idle = shortestPause, 0
			continue
		}
		e.mu.Lock()
		if len(e.long)+e.waitingCopies+len(e.claims) == 0 || e.w.Ends() {
			e.helping = false
			e.mu.Unlock()
			return
		}
		e.mu.Unlock()
		if e.hushed() {
			sys.Nap(hushedPause)
			continue
		}
		sys.Nap(pause)
		longest := max(longestPause, min(idle/pausePart, hushedPause))
		if e.ownSteps.Load() != e.stepsSeen {
			longest = max(longest, pauseBeside)
		}
		idle += pause
		pause = min(2*pause, longest)
	}
}

// How long the helper sleeps between two looks for predicates. Each look takes some turns from the
// image's goroutine: while that does copies itself, there are fewer.
const (
	shortestPause = 20 * time.Microsecond
	longestPause  = time.Millisecond
	pauseBeside   = 4 * time.Millisecond
	// What has not come for long is looked for after one part in so many of that time: it does not
	// come much later, and hushedPause has the reason.
	pausePart = 32
)

// hushedPause is the sleep while somebody looks whether all threads of the process are asleep: each
// wake of a helper keeps the monitor of Go's runtime awake for some milliseconds, and has other
// threads of it take turns.
const hushedPause = 20 * time.Millisecond

func (e *Engine) hushed() bool {
	c, is := e.c.(interface{ Hushed() bool })
	return is && c.Hushed()
}

// serve does what the helper finds to do.
func (e *Engine) serve(elsewhere *bool) bool {
	// While the image's goroutine is at it, it has the same core, or one that others need.
	steps, did := e.ownSteps.Load(), false
	if steps == e.stepsSeen {
		did = e.stepPredicates(func(w waiting, _ bool) { e.perform(w.whole(e)) })
	}
	e.stepsSeen = steps
	op := e.takeLong()
	if op == nil {
		return did
	}
	*elsewhere = *elsewhere || e.goElsewhere(op.Bytes)
	e.perform(op)
	return true
}

// veryLongCopy is from how many bytes a copy is worth a thread of its own, elsewhere.
const veryLongCopy = 1 << 20

// goElsewhere moves the helper to a processor that is not the image's, where there are more, for a
// copy that is worth it. The thread ends with the goroutine.
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
	e.delays.stall()
	if op.Long.There() {
		e.sharing.Store(op)
		_, last := op.move()
		e.sharing.Store(nil)
		if !last {
			return // the image's own goroutine does
		}
		op.err = op.tell(nil)
	} else {
		op.err = op.run()
	}
	e.mu.Lock()
	e.done = append(e.done, op)
	e.mu.Unlock()
	e.leaveToOwn()
	e.w.NoteProgress()
	e.c.Wake(e.w.Rank())
}

// performOwn is perform on the image's own goroutine.
func (e *Engine) performOwn(w waiting, stream bool) {
	e.ownSteps.Add(1)
	var err error
	if w.op == nil {
		w.piece.Move(stream)
		err = e.post(w.after)
		e.program.open--
	} else {
		err = w.op.run()
		w.op.owner.end()
	}
	if err != nil {
		place := uint64(0)
		if w.op != nil {
			place = w.op.Place
		}
		e.failAt(Statement{Place: place}, err)
	}
}

// copiesAtOnce is up to how many short copies one step does: meanwhile the image's goroutine may
// come to a wait and do the others itself.
const copiesAtOnce = 8

// stepPredicates finds pending copies that have their predicate now, of which it performs some
// short ones, and other images' claims that can be granted. The image's goroutine and the helper
// call it.
func (e *Engine) stepPredicates(perform func(w waiting, stream bool)) bool {
	if e.predicates.Load() == 0 || e.delays.late() {
		return false
	}
	e.mu.Lock()
	did := false
	var short [copiesAtOnce]waiting
	n := 0
	for _, p := range e.pending {
		for n < len(short) && p.next(&short[n]) {
			e.waitingCopies--
			if short[n].short() {
				n++
			} else {
				e.addLong(short[n].op)
				did = true
			}
		}
		if p.first == len(p.ops) {
			e.forget(p)
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
	behind := e.waitingCopies
	e.mu.Unlock()
	for _, c := range grants {
		_ = e.send(c.source, &[4]uint64{kindGrant, c.number}, nil) // who is gone needs none
	}
	for i := range n {
		// What those that wait are going to move drives this out of the caches.
		perform(short[i], noCacheHolds(behind*short[i].piece.bytes))
	}
	return did || len(grants)+n > 0
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
			e.failAt(Statement{Place: op.Place}, op.err)
		}
		op.owner.end()
	}
	return len(done) > 0
}
