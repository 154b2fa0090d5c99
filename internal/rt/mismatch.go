package rt

import (
	"bytes"
	"fmt"
	"strings"
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

// looksForOthers are the empty polls, some 100 ms apart, at which members are asked, and
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
		if s, is := t.another(k, t.Member(member)); is {
			t.w.linger(lingerTime)
			return t.fails(t.w.mismatchError(k.kind, k.site, t.Member(member), s.Kind, &s))
		}
	}
	return nil
}

// fails notes that members execute different statements: they do not come to the same barrier
// again, since each has counted another number.
func (t *Team) fails(err error) error {
	t.failed = err
	return err
}

// mismatchError says that an image executes another statement than this one, by their kinds, and by
// what the other one shows if that is known.
func (w *World) mismatchError(here uint32, site Site, rank int, there uint32,
	shown *layout.Shown) error {
	inGo := strings.HasSuffix(site.File, ".go")
	other, place := statementOf(there, "", inGo), ""
	if shown != nil {
		other, place = statementOf(there, textIn(shown.What[:]), inGo), placeAt(shown)
	}
	return fmt.Errorf("%w: image %d executes %s, but image %d executes %s%s", ErrMismatched,
		w.rank+1, statementOf(here, site.What, inGo), rank+1, other, place)
}

// textIn is what a field has in front of its zero byte.
func textIn(field []byte) string {
	text, _, _ := bytes.Cut(field, []byte{0})
	return string(text)
}

// statementOf names a statement that synchronises a team, by its kind if it has no name; inGo: as
// package coarray has it, where several functions are of the kinds of New and of collectives.
func statementOf(kind uint32, name string, inGo bool) string {
	if name != "" && (!inGo || kind == layout.WaitAlloc || kind == layout.WaitColl) {
		return name
	}
	names, known := statementNames[kind]
	switch {
	case !known:
		return "another statement"
	case inGo:
		return names.inGo
	}
	return names.fortran
}

var statementNames = map[uint32]struct{ fortran, inGo string }{
	layout.WaitSyncAll: {"SYNC ALL", "SyncAll"},
	layout.WaitColl:    {"a collective subroutine", "a collective function"},
	layout.WaitAlloc:   {"ALLOCATE", "New"},
	layout.WaitFree:    {"DEALLOCATE", "Free"},
	layout.WaitMove:    {"MOVE_ALLOC", "MOVE_ALLOC"},
	layout.WaitTeam:    {"SYNC TEAM", "SyncTeam"},
	layout.WaitChange:  {"CHANGE TEAM", "InTeam"},
	layout.WaitLeave:   {"END TEAM", "the end of InTeam"},
	layout.WaitForm:    {"FORM TEAM", "FormTeam"},
}

// mayDiffer tells whether an image is worth a message: it waits in another statement than this one,
// or cannot be seen from here, and has not been asked before.
func (w *World) mayDiffer(k *waiting, rank int) bool {
	s := w.status(rank)
	if _, several := w.c.(conduit.StateNotifier); several && atomic.LoadUint32(&s.Here) == 0 {
		return k.inVain == looksForOthers[0]
	}
	wait := atomic.LoadUint32(&s.Wait) &^ layout.WaitFlags
	return wait != layout.WaitNone && wait != k.kind
}

// another is the statement that an image executes otherwise than the one of a wait. The rest of
// what it shows is read when that is known: most members stand in the same statement.
func (t *Team) another(k *waiting, rank int) (s layout.Shown, is bool) {
	w, own := t.w, t.own()
	number, err := w.loadWord(rank, w.static+offShown)
	if err != nil || number == 0 {
		return s, false
	}
	control, err := w.loadWord(rank, w.static+offShownControl)
	if err != nil || control != t.control {
		return s, false
	}
	begun, entered := own.Collectives, own.Arrived // of this image
	inCollective := func(number uint64) bool { return number&waitsInCollective != 0 }
	count := func(number uint64) uint64 { return number &^ waitsInCollective / 2 }
	switch {
	case !inCollective(k.number) && k.number%2 == 0 && inCollective(number):
		// this one is in a barrier
		there, err := w.loadWord(rank, t.control+offArrived)
		is = err == nil && begun < count(number) && there < count(k.number)
	case inCollective(k.number) && number%2 == 0:
		there, err := w.loadWord(rank, t.control+offCollectives)
		is = err == nil && entered < count(number) && there < count(k.number)
	}
	if !is {
		return s, false
	}
	s, is, err = w.readShown(rank, number)
	return s, is && err == nil && s.Control == t.control
}
