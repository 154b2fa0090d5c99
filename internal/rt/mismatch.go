package rt

import (
	"fmt"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// A barrier of a team and a collective do not meet: each waits for its own words. So who waits long
// in one of them looks whether another member executes the other one.
//
// Both are counted on each member. An image in the barrier e that has not begun the collective c,
// and a member that has begun c and not entered e, execute them in different orders, whatever
// comes: the statements do not correspond (F2018 11.6.3, 16.6).

// waitsInCollective is in the number of a collective that an image shows while it waits: what it
// brings is not shown then (Team.differ).
const waitsInCollective = 1 << 63

// looksForOthers are the looks in vain, some 100 ms apart, at which members are asked, and
// membersAsked how many of them each time. Members of this machine are asked if they are seen in
// another kind of wait; to ask others are messages, which standing.Detector counts, and which come
// once a wait.
var looksForOthers = [...]int{10, 20}

const membersAsked = 16

// inTeam says of a wait that it is for the members of a team, in a collective or a barrier.
func (t *Team) inTeam(k *waiting, number uint64) *waiting {
	k.team, k.control, k.number = t, t.control, number
	return k
}

// otherStatement is the error that a member executes another statement of the team than this one
// waits in; nil: none is seen.
func (w *World) otherStatement(k *waiting) error {
	k.inVain++
	for i, look := range looksForOthers {
		if k.inVain == look && k.team != nil && atomic.LoadUint32(&w.jobArea().Failed) == 0 {
			return k.team.compareWith(k, i*membersAsked)
		}
	}
	return nil
}

// compareWith compares some members behind this one, from a distance, with a wait.
func (t *Team) compareWith(k *waiting, distance int) error {
	for i := range min(membersAsked, t.size-1) {
		member := (t.rank + 1 + (distance+i)%(t.size-1)) % t.size
		if !t.w.mayDiffer(k, t.Member(member)) {
			continue
		}
		if place, kind, is := t.another(k, t.Member(member)); is {
			t.w.linger(lingerTime)
			return fmt.Errorf("%w: this image executes %s, image %d %s%s", ErrMismatched,
				statementOf(k.kind), t.Member(member)+1, statementOf(kind), place)
		}
	}
	return nil
}

// mayDiffer tells whether an image is worth a message: it waits in another statement than this one,
// or cannot be seen from here, and has not been asked before.
func (w *World) mayDiffer(k *waiting, rank int) bool {
	s := w.status(rank)
	if _, several := w.c.(conduit.Announcer); several && atomic.LoadUint32(&s.Here) == 0 {
		return k.inVain == looksForOthers[0]
	}
	wait := atomic.LoadUint32(&s.Wait) &^ layout.WaitFlags
	return wait != layout.WaitNone && wait != k.kind
}

// another is the statement that an image executes otherwise than the one of a wait.
func (t *Team) another(k *waiting, rank int) (place string, kind uint32, is bool) {
	w, own := t.w, t.own()
	s, shown := w.showsNow(rank)
	if !shown || s.Control != t.control {
		return "", 0, false
	}
	begun, entered := own.Collectives, own.Arrived // of this image
	inCollective := func(number uint64) bool { return number&waitsInCollective != 0 }
	count := func(number uint64) uint64 { return number &^ waitsInCollective / 2 }
	switch {
	case !inCollective(k.number) && k.number%2 == 0 && inCollective(s.Number):
		// this one is in a barrier
		there, err := w.loadWord(rank, t.control+offArrived)
		is = err == nil && begun < count(s.Number) && there < count(k.number)
	case inCollective(k.number) && s.Number%2 == 0:
		there, err := w.loadWord(rank, t.control+offCollectives)
		is = err == nil && entered < count(s.Number) && there < count(k.number)
	}
	return placeOf(&s), s.Kind, is
}

// showsNow is what an image shows, if that does not change meanwhile.
func (w *World) showsNow(rank int) (shown layout.Shown, is bool) {
	number, err := w.loadWord(rank, w.static+offShown)
	if err != nil || number == 0 {
		return shown, false
	}
	text := shownBytes(&shown)[8:] // what is behind the number
	if w.mapped {
		copy(text, shownBytes(&w.control(rank).Shown)[8:])
	} else if w.ops.Get(rank, w.static+offShown+8, text) != nil {
		return shown, false
	}
	shown.Number = number
	after, err := w.loadWord(rank, w.static+offShown)
	return shown, err == nil && after == number
}
