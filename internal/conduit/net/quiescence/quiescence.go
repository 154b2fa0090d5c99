//go:build cgo

package quiescence

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/shutdown"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
	"github.com/coral-pgas/coral/internal/waitstate"
)

// No launcher that a library has knows the wait states of the images of a run, nor whether all of
// them wait for each other; so the images tell each other. Each publishes whether it waits, as its
// machine's memory shows; the leaders of the machines send a round along their ring, once a second
// while those of the first machine wait, and the first image decides. A message a machine and
// second is all that it costs, and two additions a message for those that are counted.

// Conduit is what the images send each other messages by.
type Conduit interface {
	// Reply sends a message, and never blocks.
	Reply(rank int, h message.Head, payload []byte)
	// Messages says whether no message is under way in this image, and how many were sent and
	// taken.
	Messages() (quiet bool, sent, taken uint64)
	Closing() bool
}

// Place is where an image is among the others.
type Place struct {
	Seg     *conduit.Segment
	Rank    int
	Leaders []int // of the other machines
	Next    int   // the leader to which this one sends rounds; -1: there is none
	// Doorbell is the epoll set in which the progress thread sleeps; -1: there is none.
	Doorbell int
}

// State is what an image has for that.
type State struct {
	conduit Conduit
	place   Place
	end     *shutdown.Image

	threads *waitstate.Threads
	self    waitstate.Self
	gone    *waitstate.Gone
	local   []int  // the ranks of its rows
	asked   uint32 // of Job.Asked, as last seen

	mu     sync.Mutex // of what follows, of leaders: handlers and the goroutine of Start use it
	rounds *waitstate.Tally
	reason string // of an abort, from another machine

	// Of the first image:
	detector waitstate.Detector
	each     time.Duration // from one round to the next
	began    time.Time     // of the round that goes on, or the last one
	out      bool          // a round goes on
	result   *waitstate.Round
	ask      uint64 // Ask of the next round
	wanted   bool   // somebody asks for a wait report
	report   *report
	reported time.Time // the last one began
}

// New is the state of an image before it takes part: before are the threads that were there before
// the library's. Handle may be called from then on.
func New(c Conduit, place Place, end *shutdown.Image, before []int) *State {
	threads := waitstate.NewThreads(before, ownCode(place.Seg.Status(place.Rank)))
	threads.Doorbell = place.Doorbell
	return &State{conduit: c, place: place, end: end, threads: threads}
}

// here says whether an image is on this machine.
func (s *State) here(rank int) bool {
	return rank == s.place.Rank || atomic.LoadUint32(&s.place.Seg.Status(rank).Here) != 0
}

// isFirst says whether this image decides.
func (s *State) isFirst() bool { return s.place.Rank == 0 }

// report is one that is being gathered.
type report struct {
	stuck  bool
	began  time.Time
	groups []waitstate.Group
	heard  int // machines
}

const (
	roundEach    = time.Second
	roundMost    = 30 * time.Second // where images look seldom
	reportTime   = 5 * time.Second  // for the leaders' answers
	sameQuestion = 2 * time.Second
)

// Start begins to tell, and on leaders to ask, in what wait states images are; limit: for how long
// all must have waited until that is a deadlock, 0: for ever. embedded: the program is of another
// language than Go.
func (s *State) Start(limit time.Duration, embedded bool) error {
	place := &s.place
	s.self = waitstate.Self{Status: place.Seg.Status(place.Rank), Threads: s.threads,
		Messages: s.conduit.Messages, Asks: limit > 0}
	var rows []*layout.Status
	leads := true
	for rank := range place.Seg.Images {
		if s.here(rank) {
			rows, s.local = append(rows, place.Seg.Status(rank)), append(s.local, rank)
			leads = leads && rank >= place.Rank
		}
	}
	s.gone = waitstate.NewGone(rows, slices.Index(s.local, place.Rank))
	if leads {
		s.mu.Lock()
		s.rounds = waitstate.NewTally(rows)
		s.detector.Limit, s.each = limit, roundEach
		s.mu.Unlock()
	}
	signals := []syscall.Signal{syscall.SIGQUIT}
	if on, err := config.Question.Bool(); err == nil && on {
		signals = append(signals, syscall.SIGUSR1)
	}
	asked := &place.Seg.JobArea().Asked
	if err := waitstate.CountSignals(asked, embedded, signals...); err != nil {
		return err
	}
	go func() {
		runtime.LockOSThread() // Threads.activity
		for {
			sys.Nap(waitstate.Period) // no timer of Go's, which could be the program's
			s.missed()
			switch {
			case s.conduit.Closing():
				return
			case s.end.Failing() || atomic.LoadUint32(&s.place.Seg.JobArea().Ending) != 0:
				continue // why is known already
			}
			s.self.Look()
			if leads {
				s.lead()
			}
		}
	}()
	return nil
}

// missed ends the run when an image of this machine is gone and nobody has said so.
func (s *State) missed() {
	k, is := s.gone.Look(time.Now())
	if s.end.Timeout > 0 && s.gone.Suspended() > s.end.Timeout {
		host, _ := os.Hostname()
		s.end.EndAll(1, func() {
			fmt.Fprintf(os.Stderr,
				"coral: error: image %d on host %s has been suspended for %v (%s sets how long "+
					"it may be) [R0512]\n", s.local[k]+1, host, s.end.Timeout,
				config.HeartbeatTimeout.Name)
			// srun leaves it as it is
			_ = unix.Kill(int(atomic.LoadInt32(&s.place.Seg.Status(s.local[k]).Pid)),
				unix.SIGKILL)
		})
	}
	if !is || s.conduit.Closing() || atomic.LoadUint32(&s.place.Seg.JobArea().Ending) != 0 {
		return
	}
	host, _ := os.Hostname()
	s.end.EndAll(1, func() {
		fmt.Fprintf(os.Stderr,
			"coral: error: image %d on host %s has ended, without STOP or ERROR STOP: its "+
				"process is gone [R0502]\n", s.local[k]+1, host)
	})
}

// lead is what a leader does once in a while.
func (s *State) lead() {
	if asked := atomic.LoadUint32(&s.place.Seg.JobArea().Asked); asked != s.asked {
		s.asked = asked
		if !s.isFirst() {
			s.conduit.Reply(0, message.Head{What: message.ReportWanted}, nil)
		} else {
			s.wonder()
		}
	}
	s.mu.Lock()
	why := s.reason
	s.mu.Unlock()
	if why != "" {
		s.end.EndAll(1, func() { fmt.Fprint(os.Stderr, why) })
	}
	if !s.isFirst() {
		return
	}
	stuck := s.nextRound()
	s.mu.Lock()
	begin := s.report == nil && (stuck || s.wanted)
	if begin {
		s.report = &report{stuck: stuck, began: time.Now(), groups: s.groups(), heard: 1}
		s.wanted, s.reported = false, time.Now()
	}
	s.mu.Unlock()
	if begin {
		for _, leader := range s.place.Leaders {
			s.conduit.Reply(leader, message.Head{What: message.ReportAsked}, nil)
		}
	}
	s.finishReport()
}

// wonder notes a question. The same one may come from all machines: launchers pass signals on to
// all images.
func (s *State) wonder() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.report == nil && time.Since(s.reported) > sameQuestion {
		s.wanted = true
	}
}

// nextRound begins a round, or looks at the one that has ended, and says whether the images are
// stuck.
func (s *State) nextRound() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.out && s.result != nil {
		s.out = false
		if s.each = roundEach; s.result.Early > 0 {
			s.each = min(2*time.Since(s.began), roundMost)
		}
		return s.judge(*s.result, time.Now())
	}
	if s.out || s.detector.Limit == 0 || time.Since(s.began) < s.each {
		return false
	}
	r := waitstate.Round{Ask: s.ask}
	s.began = time.Now()
	s.rounds.Add(&r)
	if r.Awake > 0 || s.place.Next < 0 {
		return s.judge(r, s.began)
	}
	s.out, s.result = true, nil
	s.conduit.Reply(s.place.Next, message.Head{What: message.QuiescenceRound}, r.Bytes())
	return false
}

// judge says whether a round that has ended then is the last of a deadlock. The next one asks
// images that seem to wait for their own goroutines if this one has found no image that acts.
func (s *State) judge(r waitstate.Round, ended time.Time) bool {
	s.ask = 0
	if r.Awake == 0 {
		s.ask = 1
	}
	return s.detector.Stuck(r, s.began, ended)
}

// Handle handles a message of this package. It may be called by one handler at a time.
func (s *State) Handle(source int, h message.Head, payload []byte) {
	switch h.What {
	case message.ReportWanted:
		s.wonder()
	case message.ReportAsked:
		s.conduit.Reply(source, message.Head{What: message.Report}, s.grouped())
	case message.Abort:
		s.end.AbortAsked(source, int(int32(h.Args[0])))
	case message.AbortReason:
		s.mu.Lock()
		if s.reason == "" {
			s.reason = string(payload)
		}
		s.mu.Unlock()
	case message.Report:
		var groups []waitstate.Group
		_ = json.Unmarshal(payload, &groups) // of an image of this very program
		s.mu.Lock()
		if s.report != nil {
			s.report.groups = append(s.report.groups, groups...)
			s.report.heard++
		}
		s.mu.Unlock()
	case message.QuiescenceRound:
		r := waitstate.ReadRound(payload)
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.isFirst() {
			s.result = &r
			return
		}
		if s.rounds != nil {
			s.rounds.Add(&r)
		} else {
			r.Awake++ // this image is about to start
		}
		s.conduit.Reply(s.place.Next, message.Head{What: message.QuiescenceRound}, r.Bytes())
	}
}

// groups are where the images of this machine stand.
func (s *State) groups() []waitstate.Group {
	var all []waitstate.Process
	space := atomic.LoadUint32(&s.place.Seg.Status(s.place.Rank).Space)
	for rank := range s.place.Seg.Images {
		if !s.here(rank) {
			continue
		}
		p := waitstate.Process{Image: rank + 1, Status: s.place.Seg.Status(rank)}
		if space != 0 && atomic.LoadUint32(&p.Status.Space) == space {
			p.Pid = int(atomic.LoadInt32(&p.Status.Pid))
		}
		all = append(all, p)
	}
	return waitstate.Stand(all, true)
}

// grouped is groups as a message has them: as many as it has room for.
func (s *State) grouped() []byte {
	for groups := s.groups(); ; groups = groups[:len(groups)/2] {
		if text, err := json.Marshal(groups); err == nil && len(text) <= message.MaxPayload {
			return text
		}
	}
}

// finishReport prints the report when all have answered, or have had the time for it, and ends a
// run that is stuck.
func (s *State) finishReport() {
	s.mu.Lock()
	r := s.report
	if r == nil || r.heard <= len(s.place.Leaders) && time.Since(r.began) < reportTime {
		s.mu.Unlock()
		return
	}
	s.report = nil
	text := waitstate.Text(waitstate.Groups(r.groups))
	if silent := len(s.place.Leaders) + 1 - r.heard; silent > 0 {
		text += fmt.Sprintf(
			"coral: note: the images on %d other machines have not answered within %v\n", silent,
			reportTime)
	}
	s.mu.Unlock()
	if !r.stuck {
		fmt.Fprint(os.Stderr, text)
		return
	}
	s.end.TellAbort(1)
	// images write what they have not yet; the abort would be ahead of that
	time.Sleep(shutdown.FlushTime)
	s.end.EndAll(1, func() {
		fmt.Fprintf(os.Stderr,
			"coral: error: deadlock: every image waits for another, and nothing can wake them "+
				"[R0509]\n%s", text)
	})
}

// ownCode is where threads of this process sleep that are not the program's: those of Go's runtime,
// also in a program whose image has not published that.
func ownCode(own *layout.Status) waitstate.Code {
	code := waitstate.CodeOf(own)
	from, to := sys.Code()
	code.Text, code.TextEnd = uint64(from), uint64(to)
	return code
}
