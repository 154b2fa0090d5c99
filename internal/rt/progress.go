package rt

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/sys"
)

// Progress advances an image's asynchronous operations while the image waits. Its methods are
// called on the goroutine that waits, which is the image's own.
type Progress interface {
	// Advance does what can be done now, and says whether that was anything. It may run the
	// program's functions.
	Advance() bool
	// AdvanceCollectives is the part of Advance that the second word of Watch tells of.
	AdvanceCollectives() bool
	// Due says whether Advance would find something: an image that sleeps is to wake then. It only
	// looks.
	Due() bool
	// Collecting says whether a collective operation is pending.
	Collecting() bool
	// Watch gives words of which Due will say something when they have come to their values;
	// sys.Never is one without meaning. There may be more that is due.
	Watch() (mail, shown sys.Word)
	// LookedAtAll says whether Advance has put nothing off on purpose since it was asked last.
	LookedAtAll() bool
	// WaitEnded is called when a wait that looked has ended: no look follows that would undo what
	// LookedAtAll has done.
	WaitEnded()
	// Rest is called before the image sleeps: what could wait until there is nothing else to do is
	// done now.
	Rest()
}

// ErrInShipped is the error of what would block in a function that another image has shipped here:
// the statement in which this image runs it would never end.
var ErrInShipped = errors.New("a shipped function must not wait for other images")

// ErrGoroutine is the error of a wait for other images by a goroutine that is not the image's own.
var ErrGoroutine = errors.New("only the goroutine that runs the image's function may wait for " +
	"other images or begin asynchronous operations, and this is another one")

// SetProgress says who advances asynchronous operations. It is called once, before the image waits
// for anything. The caller's goroutine is the image's own from then on.
func (w *World) SetProgress(p Progress) {
	w.progress, w.owner = p, sys.Goroutine()
}

// owned says whether the caller's goroutine is the image's own, which advances asynchronous
// operations.
func (w *World) owned() bool { return w.progress != nil && sys.Goroutine() == w.owner }

// EnterShipped and LeaveShipped enclose the execution of a shipped function: what would block is an
// error in between.
func (w *World) EnterShipped() {
	if w.shipper.Load() == 0 {
		w.shipper.Store(sys.Goroutine())
	}
	sys.Release(&w.shipped, 1)
}

func (w *World) LeaveShipped() { sys.Release(&w.shipped, 0) }

// mayBlock is asked by every operation that waits for other images, before it tells them anything.
func (w *World) mayBlock() error {
	if atomic.LoadUint64(&w.shipped) != 0 {
		return w.AtStatement(ErrInShipped)
	}
	return w.CheckOwned()
}

// CheckOwned is ErrGoroutine on another goroutine than the image's own, which alone may begin and
// advance asynchronous operations.
func (w *World) CheckOwned() error {
	if !w.options.OwnGoroutine || w.progress == nil || w.owned() {
		return nil
	}
	return w.AtStatement(ErrGoroutine)
}

// advance lets the asynchronous operations go on.
func (w *World) advance() bool { return w.progress != nil && w.progress.Advance() }

// due says whether asynchronous operations could go on.
func (w *World) due() bool { return w.progress != nil && w.progress.Due() }

// Look lets what other images have sent take effect. Whatever a program asks again and again is
// asked behind it: events, atomic variables, locks that it does not wait for, states of images, and
// its own memory after SyncMemory. Where images are mapped there is nothing to look at.
func (w *World) Look() {
	if !w.mapped {
		w.c.Poll()
	}
}

// NoteProgress tells who looks for deadlocks that something was done for this image beside its own
// goroutine.
func (w *World) NoteProgress() { atomic.AddUint32(&w.status(w.rank).Progress, 1) }

// AwaitThat waits, as in a wait of the kind (layout.WaitX), until ready says true. ready only
// looks. It is asked when an image has changed the memory of this one's and woken it, or after
// Advance. broken, if any, says why the wait cannot end; it is asked when an image has gone.
func (w *World) AwaitThat(ctx context.Context, kind uint32, ready func() bool,
	broken func() error) error {
	if ready() {
		return nil
	}
	if err := w.mayBlock(); err != nil {
		return err
	}
	k := &waiting{kind: kind, ctx: ctx, broken: broken}
	// Between two processors an answer takes about 1 µs, the first turn that await gives to others
	// more.
	if !k.patient() && w.spinUntil(ready) {
		return nil
	}
	return w.await(ready, k)
}

// Begin counts an asynchronous collective of the team that this image begins, and gives its number.
// Announce wakes members that wait for just that. GoneBefore tells of a member that is gone and has
// not begun it, or has failed.
func (t *Team) Begin() uint64 {
	own := t.own()
	number := own.Begun + 1 // this image alone writes it
	sys.Release(&own.Begun, number)
	return number
}

func (t *Team) Announce() {
	atomic.AddUint64(&t.own().Begun, 0) // a barrier before the looks at who sleeps
	t.WakeOthers()
}

func (t *Team) GoneBefore(number uint64) error { return t.goneBefore(asynchronous.of(t), number) }

// notBegunAsked is how many members NotBegun asks: where memory is not shared each costs a message.
const notBegunAsked = 64

// NotBegun is a member that has not begun the asynchronous collective with a number, -1: none is
// known.
func (t *Team) NotBegun(number uint64) int {
	for m := range min(t.size, notBegunAsked) {
		if m != t.rank && t.w.gone(t.Member(m)) == nil &&
			t.count(m, asynchronous.of(t).begun) < number {
			return m
		}
	}
	return -1
}

// Gone tells of a member that is gone.
func (t *Team) Gone() error {
	for m := range t.size {
		if gone := t.w.gone(t.Member(m)); gone != nil {
			return gone
		}
	}
	return nil
}
