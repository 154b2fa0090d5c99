package launch

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
	"github.com/coral-pgas/coral/internal/waitstate"
)

// Guests are the images of a run on one machine that the launcher of a library has started, which
// knows nothing of what they wait for. So they look after themselves: each says whether it stands
// still, and the first of those that are left finds that all wait for each other, or that one is
// gone.
type Guests struct {
	job  *layout.Job
	rows []*layout.Status
}

const (
	// times that an image looks, of which the last one asks all: each must have looked twice since
	// the time before
	looksEach = 4
	// images for which waitstate.Period is long enough: to look at threads costs some 50 µs
	guestsEach = 16
)

// endsWithin is how long an image has for ending by itself when the run ends: it may compute on,
// and srun does not end it.
const endsWithin = 2 * time.Second

// Watch begins to look, on the image of a rank. When the run is to end, the image that has found it
// says why and calls end; so do others that have not ended by themselves. embedded: the program is
// of another language, whose runtime may have handlers of signals.
func (g *Guests) Watch(rank int, embedded bool, end func(code int)) error {
	limit, err := config.Deadlock.Time()
	if err != nil {
		return err
	}
	if err := waitstate.CountSignals(&g.job.Asked, embedded, syscall.SIGQUIT); err != nil {
		return err
	}
	self, rows := g.rows[rank], g.rows
	w := guest{Guests: g, rank: rank, asked: atomic.LoadUint32(&g.job.Asked),
		gone: waitstate.NewGone(rows, rank), detector: waitstate.Detector{Limit: limit}}
	w.suspicion.Limit = limit
	w.self = waitstate.Self{Status: self,
		Threads: waitstate.NewThreads(waitstate.Tasks(), waitstate.CodeOf(self))}
	go func() {
		runtime.LockOSThread() // Threads.activity
		each := waitstate.Period * time.Duration(1+len(rows)/guestsEach)
		for k := 1; ; k++ {
			sys.Nap(each) // no timer of Go's, which could be the program's (waitstate.Asleep)
			if atomic.LoadUint32(&g.job.Ending) != 0 {
				time.Sleep(endsWithin)
				end(int(atomic.LoadInt32(&g.job.ExitCode)))
			}
			w.self.Look()
			if k%looksEach != 0 && !w.suspicion.Likely() {
				continue
			}
			if why := w.look(); why != "" && g.Ends(rank) {
				fmt.Fprint(os.Stderr, why)
				end(1)
			}
		}
	}()
	return nil
}

// Ends tells whether an image is the one that ends the run. It then has the exit code of a run that
// fails.
func (g *Guests) Ends(rank int) bool {
	if atomic.LoadUint32(&g.job.Ending) != 0 || // by an agent of Coral's, say
		!atomic.CompareAndSwapUint32(&g.job.EndedBy, 0, uint32(rank+1)) {
		return false
	}
	atomic.StoreInt32(&g.job.ExitCode, 1)
	atomic.StoreUint32(&g.job.Ending, 1)
	atomic.AddUint32(&g.job.Alert, 1)
	return true
}

// guest is what the goroutine of Watch has.
type guest struct {
	*Guests
	rank     int
	asked    uint32 // of Job.Asked, as last seen
	self     waitstate.Self
	gone     *waitstate.Gone
	left     []int // images that have not failed, whose processes are there
	tally    *waitstate.Tally
	detector waitstate.Detector

	suspicion waitstate.Suspicion
}

// look looks at the others, and says why the run ends, if it does.
func (w *guest) look() (why string) {
	if gone, is := w.gone.Look(time.Now()); is {
		return fmt.Sprintf(
			"coral: error: image %d has ended, without STOP or ERROR STOP: its process is gone "+
				"[%s]\n%s", gone+1, CodeExited, w.places(gone, false))
	}
	if first := slices.IndexFunc(w.rows,
		func(s *layout.Status) bool { return !ended(s) }); first != w.rank {
		return ""
	}
	if asked := atomic.LoadUint32(&w.job.Asked); asked != w.asked {
		w.asked = asked
		fmt.Fprint(os.Stderr, w.places(-1, true))
	}
	if w.detector.Limit > 0 && (w.stuck() || w.suspect()) {
		return fmt.Sprintf(
			"coral: error: deadlock: every image waits for another, and nothing can wake them "+
				"[%s]\n%s", CodeStuck, w.places(-1, false))
	}
	return ""
}

// ended tells whether an image's process need not be there any more.
func ended(s *layout.Status) bool {
	state := atomic.LoadUint32(&s.State)
	return state == layout.StateFailed || state == layout.StateDone
}

// stuck makes a round of all images at once, as they share their public state.
func (w *guest) stuck() bool {
	var left []int
	var rows []*layout.Status
	for rank, s := range w.rows {
		if !ended(s) {
			left, rows = append(left, rank), append(rows, s)
		}
	}
	if !slices.Equal(left, w.left) { // who has failed looks no more
		w.left, w.tally = left, waitstate.NewTally(rows)
	}
	var r waitstate.Round
	now := time.Now()
	w.tally.Add(&r)
	return w.detector.Stuck(r, now, now)
}

// suspect tells whether the images are stuck, some of which wait for goroutines of their own. Only
// images of Go programs do so (waitstate.Questions); the others are those that stuck finds.
func (w *guest) suspect() bool {
	return waitstate.Hears(w.rows[w.rank]) && w.suspicion.Stuck(w.processes(-1))
}

// places says where the images stand, but one.
func (w *guest) places(except int, gently bool) string {
	return waitstate.Text(waitstate.Stand(w.processes(except), gently))
}

// processes are the images, but one.
func (w *guest) processes(except int) (all []waitstate.Process) {
	space := atomic.LoadUint32(&w.rows[w.rank].Space)
	for rank, s := range w.rows {
		if rank == except {
			continue
		}
		p := waitstate.Process{Image: rank + 1, Status: s}
		if space != 0 && atomic.LoadUint32(&s.Space) == space {
			p.Pid = int(atomic.LoadInt32(&s.Pid))
		}
		all = append(all, p)
	}
	return all
}
