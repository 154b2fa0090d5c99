package launch

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/waitstate"
)

// suspicionPeriod is how often the launcher looks whether all images wait for each other
// (waitstate.Suspicion). It costs one line of memory an image.
const suspicionPeriod = time.Second

// shortestPeriod is for a limit that is short; looksAtAll are within the limit, at least.
const (
	shortestPeriod = 100 * time.Millisecond
	looksAtAll     = 3
)

// suspicionEach is how often to look with a limit.
func suspicionEach(limit time.Duration) time.Duration {
	return min(suspicionPeriod, max(limit/looksAtAll, shortestPeriod))
}

func (r *run) deadlockTicker() (ticks <-chan time.Time, done func()) {
	if r.options.Deadlock == 0 {
		return nil, func() {}
	}
	ticker := time.NewTicker(suspicionEach(r.options.Deadlock))
	return ticker.C, ticker.Stop
}

// recount corrects the counts of images that have stopped or failed: each counts behind its State,
// and one that is killed in between has not, so that the others would wait for it at their end. It
// is done when all that live wait there, which they do after they have counted.
func (r *run) recount() {
	if !r.uncounted {
		return
	}
	var stopped, failed uint32
	for rank, im := range r.images {
		s := r.memory.status(rank)
		switch state := atomic.LoadUint32(&s.State); {
		case !im.dead && atomic.LoadUint32(&s.Wait)&^layout.WaitFlags != layout.WaitEnd:
			return
		case state == layout.StateFailed:
			failed++
		default:
			stopped++
		}
	}
	r.uncounted = false
	r.memory.count(stopped, failed)
}

// checkDeadlock ends the run if its images wait for each other and nothing can wake them.
func (r *run) checkDeadlock() {
	r.recount()
	if r.stopping || !r.suspicion.Stuck(r.processes()) {
		return
	}
	r.verdict.why = fmt.Sprintf(
		"coral: error: deadlock: every image waits for another, and nothing can wake them [%s]\n",
		CodeStuck)
	r.ends(1, -1)
}

// processes are all images, started or not.
func (r *run) processes() []waitstate.Process {
	all := make([]waitstate.Process, len(r.images))
	for rank, im := range r.images {
		all[rank] = waitstate.Process{Image: rank + 1, Pid: im.pid, Status: r.memory.status(rank),
			Dead: im.dead}
	}
	return all
}
