package progress

import (
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/sys"
)

// Between polls of a library that cannot wake anybody the progress thread rests: first shortly,
// since an answer takes some microseconds, then for LongRest, so that a core is free for others.
const (
	ShortRest = 20 * time.Microsecond
	LongRest  = time.Millisecond
)

// After emptyBefore polls that have found nothing the progress thread rests for silentRest: one
// poll in each millisecond takes a process that computes 1 to 2 % of its processor, and nobody asks
// for any. After emptyForLong polls, about a second, it rests for longSilentRest. Where the library
// tells when something comes, nobody waits longer for it.
const (
	emptyBefore    = 64
	silentRest     = 4 * time.Millisecond
	emptyForLong   = 256
	longSilentRest = 8 * time.Millisecond
)

// Silent is the rest after so many empty polls, where it would be rest otherwise.
func Silent(empty int, rest time.Duration) time.Duration {
	switch {
	case rest < LongRest || empty <= emptyBefore:
		return rest
	case empty <= emptyForLong:
		return silentRest
	}
	return longSilentRest
}

// mostAgain is how often the progress thread polls again without a rest because something has come,
// and finds nothing.
const mostAgain = 4

// Rests are how the progress thread sleeps.
type Rests struct {
	timed    sys.Rest
	doorbell *sys.Doorbell // rings when something comes; nil: the library has no such
	rings    atomic.Bool   // the progress thread rests by the doorbell
	broken   bool          // it has, but it does not know of all that may come
	again    int           // how often in a row something had come before the doorbell was armed
}

// Open gets a doorbell for the library's descriptor, if it has one (-1: it has not).
func (r *Rests) Open(descriptor int) {
	if descriptor < 0 {
		return
	}
	if doorbell, err := sys.NewDoorbell(descriptor); err == nil {
		r.doorbell = doorbell
	}
}

// Doorbell is the epoll set by which a thread may rest; -1: there is none.
func (r *Rests) Doorbell() int {
	if r.doorbell == nil {
		return -1
	}
	return r.doorbell.Set()
}

// End ends the rest that goes on, and all that come.
func (r *Rests) End() {
	r.timed.End()
	if r.doorbell != nil {
		r.doorbell.End()
	}
}

// Cut ends the rest that goes on, or is about to begin.
func (r *Rests) Cut() {
	r.timed.Cut()
	if r.rings.Load() {
		r.doorbell.Cut()
	}
}

// For is a rest of a fixed time, and gives how long it has been.
func (r *Rests) For(rest time.Duration) time.Duration {
	before := sys.Monotonic()
	r.timed.For(rest)
	return time.Duration(sys.Monotonic() - before)
}

// Armed is a rest that is longer, at least LongRest, where the library tells when something comes,
// and ends then. arm has the library do so, as adapter.Library.Arm does; isAsked says whether
// somebody wants the progress thread at once.
func (r *Rests) Armed(rest time.Duration, arm func() (armed, able bool), isAsked func() bool) {
	if r.doorbell == nil || r.broken {
		r.timed.For(rest)
		return
	}
	armed, able := arm()
	r.broken = !able
	switch {
	case armed:
		r.again = 0
		r.rings.Store(true)
		if !isAsked() { // else whoever has asked may not have seen that it rings
			r.doorbell.For(max(rest, LongRest))
		}
		r.rings.Store(false)
	case able && r.again < mostAgain:
		r.again++
	default: // what has come may be for somebody else to take
		r.timed.For(rest)
	}
}
