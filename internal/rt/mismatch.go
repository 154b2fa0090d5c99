package rt

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// A barrier of a team, a collective, and an asynchronous collective whose end a statement waits
// for do not meet: each waits for its own words. So a member that waits long in one of them looks
// whether another member executes another one.
//
// They are counted on each member, each sort apart. An image in the barrier e that has not begun
// the collective c, and a member that has begun c and not entered e, execute them in different
// orders, whatever comes: the statements do not correspond (F2018 11.6.3, 16.6). And two members
// that wait in the same collective of the team, but bring different things, never meet.

// sortOf is the counter of the statements in which an image waits that shows a number, and which of
// them it is; is: it waits in one.
func sortOf(number uint64) (sort counter, count uint64, is bool) {
	count = number &^ (layout.ShownCollective | layout.ShownAside) / 2
	switch {
	case number&(layout.ShownCollective|layout.ShownAside) == 0 && number&waitsForImage != 0:
		return counter{}, 0, false
	case number&layout.ShownAside != 0:
		return asynchronous, count, true
	case number&layout.ShownCollective != 0:
		return collectives, count, true
	case number%2 == 0:
		return barriers, count, true
	}
	return counter{}, 0, false
}

// looksForOthers are the empty polls, some 100 ms apart, at which members are asked, and
// membersAsked how many of them each time. Members of this machine are asked if they are seen in
// another kind of wait; to ask others are messages, which waitstate.Detector counts, and which come
// once a wait.
var looksForOthers = [...]int{10, 20}

const membersAsked = 16

// alikeAsked is how many members are asked by messages that wait in the same kind of statement.
const alikeAsked = 2

// inTeam says of a wait that it is for the members of a team, in a collective or a barrier.
func (t *Team) inTeam(k *waiting, number uint64) *waiting {
	k.team, k.control, k.number = t, t.control, number
	return k
}

// AwaitOperation waits, in the asynchronous collective of the team that has a number, until ready
// says true. word is what members compare of it.
func (t *Team) AwaitOperation(ctx context.Context, number, word uint64, ready func() bool) error {
	if ready() {
		return nil
	}
	if err := t.w.mayBlock(); err != nil {
		return err
	}
	return t.w.await(ready, t.inTeam(&waiting{kind: layout.WaitColl, ctx: ctx, length: word,
		broken: func() error { return t.GoneBefore(number) }},
		inCollective(number)|layout.ShownAside))
}

// otherStatement is the error that a member executes another statement of the team than this one
// waits in; nil: none is seen.
func (w *World) otherStatement(k *waiting) error {
	if k.kind == layout.WaitImages {
		return w.crossed(k)
	}
	// Others may wake it again and again; that is no look.
	now := time.Now()
	if now.Sub(k.counted) < longestSleep/2 {
		return nil
	}
	k.counted = now
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
	if err := t.crossing(k); err != nil {
		return err
	}
	for i := range min(membersAsked, t.size-1) {
		member := (t.rank + 1 + (distance+i)%(t.size-1)) % t.size
		if !t.w.mayDiffer(k, t.Member(member), i) {
			continue
		}
		if s, is := t.another(k, t.Member(member)); is {
			t.w.linger(lingerTime)
			return t.Fails(t.w.mismatchError(k.kind, k.site, t.Member(member), s.Kind, &s))
		}
	}
	return nil
}

// PlaceShown says where another member waits that has begun an asynchronous collective of the team,
// as the end of a sentence, and lets others see the same of this image; "": it is not known.
func (t *Team) PlaceShown(member int, number, word uint64) string {
	w := t.w
	if !w.options.Compare {
		return ""
	}
	number = inCollective(number) | layout.ShownAside
	w.show(statement{control: t.control, number: number, kind: layout.WaitColl, length: word},
		w.siteNow())
	defer w.linger(lingerTime)
	s, is := w.shownBy(t.Member(member), t.control, number)
	if !is || s.Line == 0 {
		return ""
	}
	return fmt.Sprintf("; image %d stands at %s:%d", t.Member(member)+1, textIn(s.File[:]), s.Line)
}

// Compares tells whether statements compare what they are (Options.Compare): a team in which they
// have differed executes none any more.
func (w *World) Compares() bool { return w.options.Compare }

// Fail notes that members execute different statements, as others have told of an operation that is
// over here.
func (t *Team) Fail(err error) {
	if t.failed == nil {
		t.failed = err
	}
}

// Failure is why the team can execute no more statements, as an error of the one that is being
// executed; nil: it can.
func (t *Team) Failure() error {
	if t.failed == nil {
		return nil
	}
	at := ""
	if site := t.w.siteNow(); site.Line > 0 {
		at = fmt.Sprintf(" (%s:%d)", site.File, site.Line)
	}
	return fmt.Errorf("the team can execute no more statements%s, since one ended with: %w", at,
		t.failed)
}

// Fails notes that members execute different statements, as one of this image has found: they
// do not come to the same barrier again, since each has counted another number. What others have
// told meanwhile gives way, for the statement knows both places.
func (t *Team) Fails(err error) error {
	t.failed = err
	return err
}

// mismatchError says that an image executes another statement than this one, by their kinds, and by
// what the other one shows if that is known.
func (w *World) mismatchError(here uint32, site Site, rank int, there uint32,
	shown *layout.Shown) error {
	// of a statement that Go's library calls no file is known
	inGo := strings.HasSuffix(site.File, ".go") || site.File == "" && w.options.Where != nil
	own, ownPlace := statementOf(here, site.What, inGo), ""
	if inGo && site.File != "" { // else it stands in front of the message
		ownPlace = fmt.Sprintf(" at %s:%d", site.File, site.Line)
	}
	other, place := statementOf(there, "", inGo), ""
	if shown != nil {
		other, place = statementOf(there, textIn(shown.What[:]), inGo), placeAt(shown)
	}
	kind := ErrMismatched
	if other == own && here == there {
		other += " with other arguments"
		if here == layout.WaitColl {
			kind = ErrArguments
		}
	}
	return fmt.Errorf("%w: image %d executes %s%s, but image %d executes %s%s", kind, w.rank+1,
		own, ownPlace, rank+1, other, place)
}

// textIn is what a field has in front of its zero byte.
func textIn(field []byte) string {
	text, _, _ := bytes.Cut(field, []byte{0})
	return string(text)
}

// statementOf names a statement that synchronizes a team, by its kind if it has no name; inGo: as
// package coarray has it.
func statementOf(kind uint32, name string, inGo bool) string {
	if name != "" && (!inGo || severalInGo[kind]) {
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

// severalInGo are the kinds of which package coarray has several functions.
var severalInGo = map[uint32]bool{layout.WaitAlloc: true, layout.WaitColl: true,
	layout.WaitForm: true, layout.WaitSplit: true}

var statementNames = map[uint32]struct{ fortran, inGo string }{
	layout.WaitSyncAll: {"SYNC ALL", "SyncAll"},
	layout.WaitImages:  {"SYNC IMAGES", "SyncImages"},
	layout.WaitColl:    {"a collective subroutine", "a collective function"},
	layout.WaitAlloc:   {"ALLOCATE", "New"},
	layout.WaitFree:    {"DEALLOCATE", "Free"},
	layout.WaitMove:    {"MOVE_ALLOC", "MOVE_ALLOC"},
	layout.WaitTeam:    {"SYNC TEAM", "SyncTeam"},
	layout.WaitChange:  {"CHANGE TEAM", "InTeam"},
	layout.WaitLeave:   {"END TEAM", "the end of InTeam"},
	layout.WaitForm:    {"FORM TEAM", "FormTeam"},
	layout.WaitSplit:   {"team_split", "SplitTeam"},
}

// mayDiffer tells whether an image is worth a message: it waits in another statement than this one,
// or cannot be seen from here, and has not been asked before. Where statements compare what they
// are, one that has found a difference and returned still shows it, and it may wait in the same
// kind of statement. asked is how many have been looked at before.
func (w *World) mayDiffer(k *waiting, rank, asked int) bool {
	s := w.status(rank)
	if _, several := w.c.(conduit.StateNotifier); several && atomic.LoadUint32(&s.Here) == 0 {
		return k.inVain == looksForOthers[0]
	}
	near := w.mapped || asked < alikeAsked
	if w.options.Compare && near {
		return true
	}
	wait := atomic.LoadUint32(&s.Wait) &^ layout.WaitFlags
	if wait == layout.WaitColl && k.kind == layout.WaitColl {
		return near // one of them may be asynchronous, for whose end its image waits
	}
	return wait != layout.WaitNone && wait != k.kind
}

// insteadOf is the error of a wait that ends since a member is gone: that member may have found
// before that it executes another statement than this image.
func (w *World) insteadOf(err error, k *waiting) error {
	if !w.options.Compare || k.number == 0 ||
		!errors.Is(err, ErrStoppedImage) && !errors.Is(err, errGone) {
		return err
	}
	w.advance() // it may have told
	if k.kind == layout.WaitImages {
		k.site = w.siteNow()
		return cmp.Or(w.crossed(k), err)
	}
	if failure := k.team.Failure(); failure != nil {
		return failure
	}
	w.show(statement{k.control, k.number, k.kind, k.length, k.brings}, w.siteNow())
	for m := range k.team.size {
		if m == k.team.rank {
			continue
		}
		if s, is := k.team.another(k, k.team.Member(m)); is {
			return k.team.Fails(w.mismatchError(k.kind, w.siteNow(), k.team.Member(m), s.Kind, &s))
		}
	}
	return err
}

// another is the statement that an image executes otherwise than the one of a wait. The rest of
// what it shows is read when that may be: most members stand in the same statement.
func (t *Team) another(k *waiting, rank int) (s layout.Shown, is bool) {
	w := t.w
	number, err := w.loadWord(rank, w.static+offShown)
	if err != nil || number == 0 {
		return s, false
	}
	control, err := w.loadWord(rank, w.static+offShownControl)
	if err != nil || control != t.control {
		return s, false
	}
	sort, count, waits := sortOf(k.number)
	otherSort, otherCount, otherWaits := sortOf(number)
	switch {
	case !waits || !otherWaits:
		return s, false
	case number == k.number:
		if !w.options.Compare {
			return s, false
		}
		s, is, err = w.readShown(rank, number)
		return s, is && err == nil && s.Control == t.control &&
			(s.Kind != k.kind || s.Brings != k.brings || s.Length != k.length)
	case sort == otherSort:
		return s, false
	}
	begun, err := w.loadWord(w.rank, otherSort.of(t).begun)
	if err != nil || begun >= otherCount {
		return s, false
	}
	there, err := w.loadWord(rank, sort.of(t).begun)
	if err != nil || there >= count {
		return s, false
	}
	s, is, err = w.readShown(rank, number)
	return s, is && err == nil && s.Control == t.control
}
