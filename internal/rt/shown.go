package rt

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

// When members of a team find that they execute different statements, each shows its own
// (layout.Shown) and looks for those of the others, also on other machines. A run ends by that as a
// rule; so nobody minds the time.
const (
	// showTime is how long a member looks for what another one shows.
	showTime = 500 * time.Millisecond
	// lingerTime is how long it stays afterwards, so that others find its own: on other machines
	// they read it by this one's help.
	lingerTime = 50 * time.Millisecond
)

// inBarrier and inCollective number a team's statements: barriers and collectives are counted
// apart.
func inBarrier(epoch uint64) uint64     { return 2 * epoch }
func inCollective(number uint64) uint64 { return 2*number + 1 }

// statement is what an image shows of a statement of a team.
type statement struct {
	control, number uint64 // the number is by inBarrier or inCollective
	kind            uint32
	length          uint64
	brings          uint32
}

// show shows a statement of this image's.
func (w *World) show(s statement, site Site) {
	own := &w.control(w.rank).Shown
	atomic.SwapUint64(&own.Number, 0) // behind those that have read the last one (shownBy)
	own.Control, own.Kind, own.Length, own.Brings = s.control, s.kind, s.length, s.brings
	own.Line = uint32(site.Line)
	own.File[copy(own.File[:len(own.File)-1], site.File)] = 0
	own.What[copy(own.What[:len(own.What)-1], site.What)] = 0
	sys.Publish(&own.Number, s.number)
}

// siteNow is the statement that is being executed.
func (w *World) siteNow() Site {
	if w.options.Where != nil {
		return w.options.Where()
	}
	return w.site
}

// shownBy is what an image shows of a barrier or collective of a team, if it does within a time.
// What is shown is read behind its number; an addition of zero to that tells its owner that it has
// been read.
func (w *World) shownBy(rank int, control, number uint64) (shown layout.Shown, is bool) {
	text := shownBytes(&shown)[8:] // what is behind the number
	for limit := time.Now().Add(showTime); ; w.c.Yield() {
		at := w.static + offShown // the number is first
		now, err := w.Atomic(conduit.AtomicLoad, rank, at, 8, 0, 0)
		if err == nil && now == number {
			if w.mapped {
				copy(text, shownBytes(&w.control(rank).Shown)[8:])
			} else {
				err = w.ops.Get(rank, at+8, text)
			}
			if err == nil {
				shown.Number = number
				_, err = w.Atomic(conduit.AtomicAdd, rank, at, 8, 0, 0)
			}
		}
		if err != nil {
			return shown, false
		}
		if shown.Number == number && shown.Control == control {
			return shown, true
		}
		if time.Now().After(limit) {
			return shown, false
		}
	}
}

// linger lets others read what this image shows.
func (w *World) linger(d time.Duration) {
	for limit := time.Now().Add(d); time.Now().Before(limit); w.c.Yield() {
		if !w.mapped {
			w.look()
		}
	}
}

// letSpeak gives a member time to say what is wrong, by which the run ends as a rule. A member that
// has begun another collective of the team goes on: nobody needs to wait for its message.
func (t *Team) letSpeak(member int) {
	w, rank := t.w, t.Member(member)
	for limit := time.Now().Add(showTime); time.Now().Before(limit); w.c.Yield() {
		w.endIfEnding()
		begun, err := w.loadWord(rank, t.control+offCollectives)
		if err != nil || begun > t.exchange.number {
			return
		}
	}
}

// placeOf is where an image stands that shows a statement, as messages have it.
func placeOf(s *layout.Shown) string {
	if s.Line == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s:%d)", textIn(s.File[:]), s.Line)
}

// placeAt is the same as the end of a sentence.
func placeAt(s *layout.Shown) string {
	if s.Line == 0 {
		return ""
	}
	return fmt.Sprintf(" at %s:%d", textIn(s.File[:]), s.Line)
}

// A DifferentError says that another member brings something else to a collective. It is an
// ErrLengths.
type DifferentError struct {
	Image               int    // the other, counted from 1
	Length, OtherLength uint64 // in bytes
	Brings, OtherBrings uint32 // as Stamped has them
	Place               string // of the other's statement; "": not known
}

func (e *DifferentError) Error() string {
	if e.Length == e.OtherLength {
		return fmt.Sprintf("%v: image %d brings something else%s", ErrLengths, e.Image, e.Place)
	}
	return fmt.Sprintf("%v: this image brings %d bytes, image %d %d bytes%s", ErrLengths, e.Length,
		e.Image, e.OtherLength, e.Place)
}

func (e *DifferentError) Unwrap() error { return ErrLengths }

// differ finds out who brings something else, of an image that brings a length. All come to the
// same pair: the first member, and the first one after it that brings something else. That one says
// so at once, and the run ends by that as a rule; the others give it time.
func (t *Team) differ(length uint64) error {
	w, e, number := t.w, &t.exchange, inCollective(t.exchange.number)
	w.show(statement{t.control, number, layout.WaitColl, length, e.brings}, w.siteNow())
	first, is := w.shownBy(t.Member(0), t.control, number)
	if !is {
		return ErrLengths
	}
	for m := 1; m < t.size; m++ {
		s, is := w.shownBy(t.Member(m), t.control, number)
		if !is || s.Length == first.Length && s.Brings == first.Brings {
			continue
		}
		w.linger(lingerTime)
		other, at := first, t.Member(0)
		if m != t.rank {
			t.letSpeak(m)
		}
		if length == first.Length && e.brings == first.Brings {
			other, at = s, t.Member(m)
		}
		return &DifferentError{at + 1, length, other.Length, e.brings, other.Brings,
			placeOf(&other)}
	}
	return ErrLengths
}
