package rt

import (
	"fmt"
	"sync/atomic"
	"time"

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

// show shows a statement of this image's. Others may read the last one meanwhile (readShown): so
// the words are stored one by one, between a number that is none and the new one.
func (w *World) show(s statement, site Site) {
	shown := layout.Shown{Control: s.control, Kind: s.kind, Length: s.length, Brings: s.brings,
		Line: uint32(site.Line)}
	copy(shown.File[:len(shown.File)-1], site.File)
	copy(shown.What[:len(shown.What)-1], site.What)
	own := shownWords(&w.control(w.rank).Shown)
	atomic.StoreUint64(&own[0], 0) // the number
	for i, word := range shownWords(&shown)[1:] {
		atomic.StoreUint64(&own[1+i], word)
	}
	sys.Publish(&own[0], s.number)
}

// readShown reads what an image shows while its number is the one given; is is false if that
// changes meanwhile.
func (w *World) readShown(rank int, number uint64) (shown layout.Shown, is bool, err error) {
	words := shownWords(&shown)
	for i := 1; i < len(words) && err == nil; i++ {
		words[i], err = w.loadWord(rank, w.static+offShown+8*uint64(i))
	}
	if err != nil {
		return shown, false, err
	}
	words[0], err = w.loadWord(rank, w.static+offShown)
	return shown, words[0] == number, err
}

// siteNow is the statement that is being executed.
func (w *World) siteNow() Site {
	if w.options.Where != nil {
		return w.options.Where()
	}
	return w.site
}

// shownBy is what an image shows of a barrier or collective of a team, if it does within a time.
func (w *World) shownBy(rank int, control, number uint64) (shown layout.Shown, is bool) {
	for limit := time.Now().Add(showTime); ; w.c.Yield() {
		now, err := w.loadWord(rank, w.static+offShown)
		if err == nil && now == number {
			shown, is, err = w.readShown(rank, number)
		}
		if err != nil {
			return shown, false
		}
		if is && shown.Control == control {
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

// placeAt is where an image stands that shows a statement, as the end of a sentence.
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
	return fmt.Sprintf("%v: this image brings %d bytes, but image %d brings %d bytes%s", ErrLengths,
		e.Length, e.Image, e.OtherLength, e.Place)
}

func (e *DifferentError) Unwrap() error { return ErrLengths }

// differ finds out who brings something else, of an image that brings a length. All come to the
// same pair: the first member, and the first one after it that brings something else. That one says
// so at once, and the run ends by that as a rule; the others give it time.
func (t *Team) differ(kind uint32, length uint64) error {
	w, e, number := t.w, &t.exchange, inCollective(t.exchange.number)
	site := w.siteNow()
	w.show(statement{t.control, number, kind, length, e.brings}, site)
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
		if w.options.Compare && e.brings != other.Brings {
			return t.Fails(w.mismatchError(kind, site, at, other.Kind, &other))
		}
		return &DifferentError{at + 1, length, other.Length, e.brings, other.Brings,
			placeAt(&other)}
	}
	return ErrLengths
}
