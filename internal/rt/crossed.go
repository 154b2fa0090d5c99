package rt

import (
	"context"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/layout"
)

// An image in SyncImages that waits for another one, and that one in a statement of a team, which
// cannot end before the first has begun it, never meet. The one in the statement of the team knows
// it for certain: it alone writes how often it has come to the other, and it does not come while
// it waits. So if the other has come more often, that one is in SyncImages, and stays there. Its
// counts do not change any more, whenever they are read.
//
// The other one is told by a word, Control.Crossed: what it sees itself may be on its way.

// waitsForImage is in the number that an image shows while it waits in SyncImages; the rest is the
// rank that it waits for. The length beside it is how often it has come to that image.
const waitsForImage = 1 << 60

// tellsShift is where Control.Crossed has the image that tells. Below it is how often the image
// that is told has come to that one.
const tellsShift = 40

// untilOthers says that a wait is for nothing but other images, or the end of the run: the program
// does not go on when a time has passed, or another goroutine wants it to.
func (w *World) untilOthers(ctx context.Context) bool {
	return ctx == nil || ctx.Done() == nil || ctx.Done() == w.options.Done
}

// runEnds says that the context has ended that ends with the run: others may have left their waits.
func (w *World) runEnds() bool {
	select {
	case <-w.options.Done:
		return true
	default:
		return false
	}
}

// shownAs has a wait for another image in SyncImages be seen by that one. One that may end
// otherwise is not.
func (w *World) shownAs(k *waiting, rank int, come uint64) *waiting {
	if w.untilOthers(k.ctx) {
		k.control, k.number, k.length = w.current.control, waitsForImage|uint64(rank), come
	}
	return k
}

// isAhead says whether an image has come to this one by SyncImages more often than this one to it.
func (w *World) isAhead(rank int) bool {
	return atomic.LoadUint64(w.syncCount(w.rank, rank)) > w.comeTo(rank)
}

// comeTo is how often this image has come to another one by SyncImages.
func (w *World) comeTo(rank int) uint64 {
	if w.mapped {
		return atomic.LoadUint64(w.syncCount(rank, w.rank)) // nobody else writes it
	}
	return w.told[rank]
}

// crossing is the error that a member waits in SyncImages for this image, which is in a statement
// of the team that needs it; nil: it is not seen to.
//
// A statement of a team of which a member ends, or fails, may end without others. So each member
// has begun it, or waits for this image, too: what becomes of them is known. The parts of a long
// collective come behind an exchange of all members: one that has not begun such a part has left
// the collective with an error, and others may end without it.
func (t *Team) crossing(k *waiting) error {
	sort, count, waits := sortOf(k.number)
	if !waits || sort == asynchronous || t.size > layout.CountsCompared ||
		!t.w.untilOthers(k.ctx) || t.w.runEnds() ||
		sort == collectives && count == t.exchange.part {
		return nil
	}
	begun, crossed := sort.of(t).begun, map[int]layout.Shown{}
	first := -1
	for m := range t.size {
		rank := t.Member(m)
		if rank == t.w.rank || !t.w.isAhead(rank) {
			continue
		}
		if s, is := t.w.waitsForThis(rank); is && t.lags(rank, begun, count) {
			crossed[rank] = s
			if first < 0 {
				first = rank
			}
		}
	}
	if first < 0 || !t.allBut(crossed, begun, count) {
		return nil
	}
	for rank := range crossed {
		t.w.tellCrossed(rank, crossed[rank].Length)
	}
	t.w.linger(crossedTime)
	s := crossed[first]
	return t.Fails(t.w.mismatchError(k.kind, k.site, first, s.Kind, &s))
}

// crossedTime is how long an image stays that has told another one: as long as that sleeps.
const crossedTime = longestSleep + lingerTime

// lags says that a member has not brought a counter to a value.
func (t *Team) lags(rank int, word, value uint64) bool {
	count, err := t.w.loadWord(rank, word)
	return err == nil && count < value
}

// allBut says whether all members but some have brought a counter to a value.
func (t *Team) allBut(some map[int]layout.Shown, word, value uint64) bool {
	for m := range t.size {
		if _, is := some[t.Member(m)]; !is && t.count(m, word) < value {
			return false
		}
	}
	return true
}

// waitsForThis is the SyncImages in which an image waits for this one, which has not come to it as
// often. This image is in another statement, so that it stays so.
func (w *World) waitsForThis(rank int) (s layout.Shown, is bool) {
	number, err := w.loadWord(rank, w.static+offShown)
	if err != nil || number != waitsForImage|uint64(w.rank) {
		return w.publishesWait(rank)
	}
	s, is, err = w.readShown(rank, number)
	return s, is && err == nil && s.Length > w.comeTo(rank)
}

// publishesWait is waitsForThis of an image of mapped memory that executes compiled code, which
// shows only its status.
func (w *World) publishesWait(rank int) (s layout.Shown, is bool) {
	status := w.status(rank)
	progress := atomic.LoadUint32(&status.Progress)
	if !w.mapped || atomic.LoadUint32(&status.Wait)&^layout.WaitLocks != layout.WaitImages ||
		atomic.LoadUint32(&status.Target) != uint32(w.rank+1) {
		return s, false
	}
	s = layout.Shown{Kind: layout.WaitImages, Line: atomic.LoadUint32(&status.Line)}
	copy(s.File[:len(s.File)-1], status.File[:])
	copy(s.What[:len(s.What)-1], status.What[:])
	return s, w.isAhead(rank) && atomic.LoadUint32(&status.Progress) == progress
}

// tellCrossed tells an image that waits for this one in SyncImages, to which it has come so often,
// that neither will come.
func (w *World) tellCrossed(rank int, come uint64) {
	// One that is gone need not hear of it.
	_ = w.ops.PutSignal(rank, 0, nil, w.static+offCrossed, uint64(w.rank+1)<<tellsShift|come)
}

// crossed is the error that the image for which a wait in SyncImages is has told this one that
// neither will come; nil: it has not. Other members in the statement of that image find then that
// this one executes another.
func (w *World) crossed(k *waiting) error {
	told := uint64(k.target)<<tellsShift | k.length
	if k.number == 0 || atomic.LoadUint64(&w.control(w.rank).Crossed) != told {
		return nil
	}
	rank := int(k.target) - 1
	s, is := w.standsIn(rank)
	t := w.TeamByControl(s.Control)
	if !is || t == nil {
		w.show(statement{}, k.site) // it waits no more
		return w.current.Fails(w.mismatchError(k.kind, k.site, rank, layout.WaitNone, nil))
	}
	w.show(statement{control: s.Control, number: s.Number, kind: k.kind}, k.site)
	w.linger(lingerTime)
	return t.Fails(w.mismatchError(k.kind, k.site, rank, s.Kind, &s))
}

// standsIn is the statement of a team that an image shows.
func (w *World) standsIn(rank int) (s layout.Shown, is bool) {
	number, err := w.loadWord(rank, w.static+offShown)
	if err != nil {
		return s, false
	}
	if _, _, waits := sortOf(number); !waits || number == 0 {
		return s, false
	}
	s, is, err = w.readShown(rank, number)
	return s, is && err == nil
}
