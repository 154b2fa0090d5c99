package waitstate

import (
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

// Period is how often an image asks itself whether it stands still.
const Period = 250 * time.Millisecond

// looksInVain is how many looks at what it waits for an image must have noted from one time to the
// next: the second began after the first was noted.
const looksInVain = 2

// Self is what an image knows of itself. One goroutine looks.
type Self struct {
	Status  *layout.Status
	Threads *Threads // nil: the image's language tells whether the image alone acts
	// Messages tells whether nothing of the library's is under way as far as this image knows, and
	// how many messages it has sent and taken, but those that change nothing. nil: images have no
	// messages.
	Messages func() (quiet bool, sent, taken uint64)
	// Asks: an image whose wait its own goroutines may end counts too, if it hears questions. Its
	// threads tell here that it may be blocked; who tallies asks it then (Tally).
	Asks bool

	wait, progress, looks uint32 // of the last look
	used                  time.Duration
	at                    uint64
}

// Look publishes whether this image stands still: it executes no statement, nothing else in its
// process acts, all messages that have come have been handled, and what it waits for is not there.
// Still grows with each look at which that has been so since the last one, Stirs with each at which
// it was not. After a look that does not tell (unsure) both stay as they are. An image that may
// wait for its own goroutines (Asks) stands still as far as its threads show.
func (s *Self) Look() {
	wait, progress := atomic.LoadUint32(&s.Status.Wait), atomic.LoadUint32(&s.Status.Progress)
	running := atomic.LoadUint32(&s.Status.State) == layout.StateRunning
	looks := atomic.LoadUint32(&s.Status.Looks)
	var quiet, same = true, wait == s.wait && progress == s.progress
	if s.Messages != nil {
		var sent, taken uint64
		quiet, sent, taken = s.Messages()
		same = same && sent == s.Status.Sent && taken == s.Status.Taken // which nobody else writes
		atomic.StoreUint64(&s.Status.Sent, sent)
		atomic.StoreUint64(&s.Status.Taken, taken)
	}
	others := asleep
	blocks := running && !passive(wait)
	switch {
	case blocks:
		others = awake
		if s.Asks && Hears(s.Status) && !s.computes() && same && quiet {
			others = s.mayBeBlocked()
		}
	case same && quiet && wait&layout.WaitAlone == 0:
		others = s.others()
	}
	if others != unsure {
		s.showBlocked(blocks && others == asleep)
	}
	switch {
	case !same, !quiet, others == awake,
		wait != atomic.LoadUint32(&s.Status.Wait),
		progress != atomic.LoadUint32(&s.Status.Progress):
		s.wait, s.progress, s.looks = wait, progress, looks
		atomic.AddUint32(&s.Status.Stirs, 1)
	case others == asleep && (!running || wait == layout.WaitNone || looks-s.looks >= looksInVain):
		s.looks = looks
		atomic.AddUint32(&s.Status.Still, 1)
	}
}

// showBlocked publishes whether the image seems to wait for its own goroutines.
func (s *Self) showBlocked(is bool) {
	var word uint32
	if is {
		word = 1
	}
	atomic.StoreUint32(&s.Status.Blocked, word)
}

// most is the part of a processor, one in so many, that a process uses at most whose image is
// blocked: to look at the threads of one that computes would cost it time.
const most = 4

// computes tells whether the process has used a processor for much of the time since the last look.
func (s *Self) computes() bool {
	used, at := sys.ProcessorTime(), sys.Monotonic()
	much := (used-s.used)*most > time.Duration(at-s.at)
	s.used, s.at = used, at
	return much
}

// mayBeBlocked tells what the threads of a Go process do where no wait of Coral's keeps its image:
// asleep if none of them acts, and none waits for a timer or a descriptor.
func (s *Self) mayBeBlocked() activity {
	others := s.others()
	if others == asleep && s.Threads != nil && s.Threads.awaitsOutside() {
		return awake
	}
	return others
}

// passive tells whether a wait is one that other images alone may end.
func passive(wait uint32) bool { return wait != layout.WaitNone && wait&layout.WaitOthers == 0 }

// others tells what other threads of the process do.
func (s *Self) others() activity {
	if s.Threads == nil {
		return asleep
	}
	return s.Threads.activity(int(atomic.LoadUint32(&s.Status.Thread)),
		time.Duration(sys.Monotonic()))
}
