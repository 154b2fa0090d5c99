//go:build cgo

package net

import (
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/standing"
	"github.com/coral-pgas/coral/internal/sys"
)

// Where the images of a run stand, and whether all of them wait for each other. No launcher that a
// library has knows; so the images tell each other. Each publishes whether it stands still, as its
// machine's memory shows; the leaders of the machines send a survey round their ring, once a second
// while those of the first machine stand still, and the first image decides. A message a machine
// and second is all that it costs, and two additions a message for those that are counted.

// stand is what an image has for that.
type stand struct {
	threads *standing.Threads
	self    standing.Self
	gone    *standing.Gone
	local   []int  // the ranks of its rows
	asked   uint32 // of Job.Asked, as last seen

	mu     sync.Mutex // of what follows, of leaders: handlers and the goroutine of standBy use it
	survey *standing.Survey
	told   string // by another machine: why the run ends

	// Of the first image:
	detector standing.Detector
	each     time.Duration // from one round to the next
	began    time.Time     // of the round that goes on, or the last one
	out      bool          // a round goes on
	result   *standing.Round
	wanted   bool // somebody asks where the images stand
	report   *report
	reported time.Time // the last one began
}

// report is one that is being gathered.
type report struct {
	stuck  bool
	began  time.Time
	groups []standing.Group
	told   int // machines
}

const (
	roundEach    = time.Second
	roundMost    = 30 * time.Second // where images look seldom
	reportTime   = 5 * time.Second  // for the leaders' answers
	sameQuestion = 2 * time.Second
	tellTime     = time.Second
	flushTime    = 500 * time.Millisecond
)

// standBy begins to tell, and on leaders to ask, where images stand; limit: for how long all must
// have waited until that is a deadlock, 0: for ever.
func (c *Conduit) standBy(limit time.Duration) {
	s := &c.stand
	s.self = standing.Self{Status: c.seg.Status(c.Rank()), Threads: s.threads,
		Messages: c.messages}
	var rows []*layout.Status
	leads := true
	for rank := range c.Size() {
		if c.here(rank) {
			rows, s.local = append(rows, c.seg.Status(rank)), append(s.local, rank)
			leads = leads && rank >= c.Rank()
		}
	}
	s.gone = standing.NewGone(rows, slices.Index(s.local, c.Rank()))
	if leads {
		s.mu.Lock()
		s.survey = standing.NewSurvey(rows)
		s.detector.Limit, s.each = limit, roundEach
		s.mu.Unlock()
	}
	questions := make(chan os.Signal, 1)
	signal.Notify(questions, syscall.SIGQUIT)
	if on, err := config.Question.Bool(); err == nil && on {
		signal.Notify(questions, syscall.SIGUSR1)
	}
	go func() {
		for range questions {
			atomic.AddUint32(&c.seg.JobArea().Asked, 1)
		}
	}()
	go func() {
		runtime.LockOSThread() // Threads.Awake
		for range time.Tick(standing.Period) {
			c.missed()
			switch {
			case c.closing.Load():
				return
			case c.failing.Load() || atomic.LoadUint32(&c.seg.JobArea().Ending) != 0:
				continue // why is known already
			}
			s.self.Look()
			if leads {
				c.lead()
			}
		}
	}()
}

// missed ends the run when an image of this machine is gone and nobody has said so.
func (c *Conduit) missed() {
	k, is := c.stand.gone.Look(time.Now())
	if c.patience > 0 && c.stand.gone.Suspended() > c.patience {
		host, _ := os.Hostname()
		c.endAll(1, func() {
			fmt.Fprintf(os.Stderr,
				"coral: error: image %d on host %s has been suspended for %v (%s sets how long "+
					"it may be) [R0512]\n", c.stand.local[k]+1, host, c.patience,
				config.HeartbeatTimeout.Name)
			// srun leaves it as it is
			_ = unix.Kill(int(atomic.LoadInt32(&c.seg.Status(c.stand.local[k]).Pid)),
				unix.SIGKILL)
		})
	}
	if !is || c.closing.Load() || atomic.LoadUint32(&c.seg.JobArea().Ending) != 0 {
		return
	}
	host, _ := os.Hostname()
	c.endAll(1, func() {
		fmt.Fprintf(os.Stderr,
			"coral: error: image %d on host %s has ended, without STOP or ERROR STOP: its "+
				"process is gone [R0502]\n", c.stand.local[k]+1, host)
	})
}

// messages is what standing.Self asks.
func (c *Conduit) messages() (quiet bool, sent, taken uint64) {
	if c.inFastPath() {
		return false, c.sent.Load(), c.taken.Load()
	}
	c.takeHandling()
	defer c.handling.Unlock()
	quiet = c.under.Load() == 0 && len(c.moves.starts) == 0 && len(c.moves.ends) == 0 &&
		len(c.reorder) == 0 && len(c.early) == 0 && len(c.holds) == 0 && !c.replies.Waiting() &&
		c.writes.Load() == 0
	return quiet, c.sent.Load(), c.taken.Load()
}

// lead is what a leader does once in a while.
func (c *Conduit) lead() {
	s := &c.stand
	if asked := atomic.LoadUint32(&c.seg.JobArea().Asked); asked != s.asked {
		s.asked = asked
		if c.Rank() != 0 {
			c.reply(0, message.Head{What: message.ReportWanted}, nil)
		} else {
			s.wonder()
		}
	}
	s.mu.Lock()
	why := s.told
	s.mu.Unlock()
	if why != "" {
		c.endAll(1, func() { fmt.Fprint(os.Stderr, why) })
	}
	if c.Rank() != 0 {
		return
	}
	stuck := c.nextRound()
	s.mu.Lock()
	begin := s.report == nil && (stuck || s.wanted)
	if begin {
		s.report = &report{stuck: stuck, began: time.Now(), groups: c.groups(), told: 1}
		s.wanted, s.reported = false, time.Now()
	}
	s.mu.Unlock()
	if begin {
		for _, leader := range c.leaders {
			c.reply(leader, message.Head{What: message.ReportAsked}, nil)
		}
	}
	c.finishReport()
}

// wonder notes a question. The same one may come from all machines: launchers pass signals on to
// all images.
func (s *stand) wonder() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.report == nil && time.Since(s.reported) > sameQuestion {
		s.wanted = true
	}
}

// nextRound begins a round, or looks at the one that has ended, and says whether the images are
// stuck.
func (c *Conduit) nextRound() bool {
	s := &c.stand
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.out && s.result != nil {
		s.out = false
		if s.each = roundEach; s.result.Early > 0 {
			s.each = min(2*time.Since(s.began), roundMost)
		}
		return s.detector.Stuck(*s.result, s.began, time.Now())
	}
	if s.out || s.detector.Limit == 0 || time.Since(s.began) < s.each {
		return false
	}
	var r standing.Round
	s.began = time.Now()
	s.survey.Add(&r)
	if r.Awake > 0 || c.ring == nil {
		return s.detector.Stuck(r, s.began, s.began)
	}
	s.out, s.result = true, nil
	c.reply(c.ring.next, message.Head{What: message.QuiescenceRound}, r.Bytes())
	return false
}

// stood handles a message of this file. handling is held.
func (c *Conduit) stood(source int, h message.Head, payload []byte) {
	s := &c.stand
	switch h.What {
	case message.ReportWanted:
		s.wonder()
	case message.ReportAsked:
		c.reply(source, message.Head{What: message.Report}, c.grouped())
	case message.Abort:
		job := c.seg.JobArea()
		if atomic.CompareAndSwapUint32(&job.EndedBy, 0, uint32(source+1)) {
			atomic.StoreInt32(&job.ExitCode, int32(h.Args[0]))
			atomic.StoreUint32(&job.Ending, 1)
			atomic.AddUint32(&job.Alert, 1)
			for rank := range c.Size() {
				c.Wake(rank)
			}
		}
	case message.AbortReason:
		s.mu.Lock()
		if s.told == "" {
			s.told = string(payload)
		}
		s.mu.Unlock()
	case message.Report:
		var groups []standing.Group
		_ = json.Unmarshal(payload, &groups) // of an image of this very program
		s.mu.Lock()
		if s.report != nil {
			s.report.groups = append(s.report.groups, groups...)
			s.report.told++
		}
		s.mu.Unlock()
	case message.QuiescenceRound:
		r := standing.ReadRound(payload)
		s.mu.Lock()
		defer s.mu.Unlock()
		if c.Rank() == 0 {
			s.result = &r
			return
		}
		if s.survey != nil {
			s.survey.Add(&r)
		} else {
			r.Awake++ // this image is about to start
		}
		c.reply(c.ring.next, message.Head{What: message.QuiescenceRound}, r.Bytes())
	}
}

// Explain says on another machine why the run ends, where this one's output goes nowhere any more,
// and leaves it some time to do so.
func (c *Conduit) Explain(why string) {
	if len(c.leaders) > 0 {
		c.reply(slices.Min(c.leaders), message.Head{What: message.AbortReason}, []byte(why))
		time.Sleep(tellTime)
	}
}

// groups are where the images of this machine stand.
func (c *Conduit) groups() []standing.Group {
	var all []standing.Process
	space := atomic.LoadUint32(&c.seg.Status(c.Rank()).Space)
	for rank := range c.Size() {
		if !c.here(rank) {
			continue
		}
		p := standing.Process{Image: rank + 1, Status: c.seg.Status(rank)}
		if space != 0 && atomic.LoadUint32(&p.Status.Space) == space {
			p.Pid = int(atomic.LoadInt32(&p.Status.Pid))
		}
		all = append(all, p)
	}
	return standing.Stand(all, true)
}

// grouped is groups as a message has them: as many as it has room for.
func (c *Conduit) grouped() []byte {
	for groups := c.groups(); ; groups = groups[:len(groups)/2] {
		if text, err := json.Marshal(groups); err == nil && len(text) <= message.MaxPayload {
			return text
		}
	}
}

// finishReport prints the report when all have answered, or have had the time for it, and ends a
// run that is stuck.
func (c *Conduit) finishReport() {
	s := &c.stand
	s.mu.Lock()
	r := s.report
	if r == nil || r.told <= len(c.leaders) && time.Since(r.began) < reportTime {
		s.mu.Unlock()
		return
	}
	s.report = nil
	text := standing.Text(standing.Groups(r.groups))
	if silent := len(c.leaders) + 1 - r.told; silent > 0 {
		text += fmt.Sprintf(
			"coral: note: the images on %d other machines have not answered within %v\n", silent,
			reportTime)
	}
	s.mu.Unlock()
	if !r.stuck {
		fmt.Fprint(os.Stderr, text)
		return
	}
	for _, leader := range c.leaders {
		c.reply(leader, message.Head{What: message.Abort, Args: [4]uint64{1}}, nil)
	}
	time.Sleep(flushTime) // images write what they have not yet; the abort would be ahead of that
	c.endAll(1, func() {
		fmt.Fprintf(os.Stderr,
			"coral: error: deadlock: every image waits for another, and nothing can wake them "+
				"[R0509]\n%s", text)
	})
}

// ownCode is where threads of this process sleep that are not the program's: those of Go's runtime,
// also in a program whose image has not published that.
func ownCode(own *layout.Status) standing.Code {
	code := standing.CodeOf(own)
	from, to := sys.Code()
	code.Text, code.TextEnd = uint64(from), uint64(to)
	return code
}
