package launch

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/standing"
)

// Deadlocks. Every wait of a statement that becomes long is published in layout.Status, and the waiter then looks
// again several times a second, whether somebody has woken it or not. So when, over some time, every living image is in one and the
// same wait and each has looked in vain, no statement of any image has been executed meanwhile, and none will be: only
// statements end waits. What is left are other threads of an image, and goroutines, which may post events or unlock too. A thread may post and fall asleep
// before it is looked at, and the image that it has woken need not have run yet. So all other threads must be found asleep twice, and all images must look in vain
// after each time, at the same waits (test/models/deadlock.cpp).
//
// An image of a Go program that runs, or whose wait its goroutines may end, is one of those that
// wait if it says itself that nothing in its process goes on (standing.AskStuck), each time when
// all threads are asleep.

// suspicionPeriod is how often the launcher looks. It costs one line of memory an image.
const suspicionPeriod = time.Second

// shortestPeriod is for a limit that is short; looksAtAll are within the limit, at least.
const (
	shortestPeriod = 100 * time.Millisecond
	looksAtAll     = 3
)

// looksInVain is how many looks at what it waits for each image must have made meanwhile. The first may have begun before the
// last image began to wait.
const looksInVain = 3

// row is what must stand still, or grow, in an image's status.
type row struct {
	wait, progress, looks uint32
	asked                 bool // whether nothing in the process goes on, the image itself must say
}

// suspicion is that since a moment all images wait for each other.
type suspicion struct {
	since  time.Time
	rows   []row               // then, or when the other threads were last found asleep
	asleep int                 // how often they were, one time after the other
	asking *standing.Questions // whether images are stuck, since their threads were found asleep; nil: none
}

// timesAsleep is how often the other threads must be found asleep.
const timesAsleep = 2

func (r *run) deadlockTicker() (ticks <-chan time.Time, done func()) {
	if r.options.Deadlock == 0 {
		return nil, func() {}
	}
	ticker := time.NewTicker(min(suspicionPeriod, max(r.options.Deadlock/looksAtAll, shortestPeriod)))
	return ticker.C, ticker.Stop
}

// recount corrects the counts of images that have stopped or failed: each counts behind its State, and one that is killed in between has not, so that the others would wait for it
// at their end. It is done when all that live wait there, which they do after they have counted.
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
	rows := r.waits()
	if rows == nil || r.stopping {
		r.suspicion = nil
		return
	}
	if r.suspicion == nil || !standStill(r.suspicion.rows, rows) {
		r.suspicion = &suspicion{since: time.Now(), rows: rows}
		return
	}
	s := r.suspicion
	if !inVain(s.rows, rows) {
		return
	}
	if s.asleep < timesAsleep {
		r.findAsleep()
		return
	}
	if time.Since(s.since) < r.options.Deadlock {
		return
	}
	r.ends(1, -1, fmt.Sprintf("coral: error: deadlock: every image waits for another, and nothing can wake them [%s]\n", CodeStuck))
}

// findAsleep looks at the other threads of all images, and asks those that must say themselves that
// they are stuck; their answers are there the next time. From then on the images must look again.
func (r *run) findAsleep() {
	s := r.suspicion
	if s.asking == nil {
		if r.othersAwake(s.rows) {
			s.asleep = 0
			return
		}
		s.asking = standing.AskStuck(r.asked(s.rows))
	}
	all, stuck := s.asking.Answered()
	if !all {
		return
	}
	s.asking = nil
	if !stuck {
		s.asleep = 0
		return
	}
	rows := r.waits()
	if rows == nil || !standStill(s.rows, rows) {
		r.suspicion = nil
		return
	}
	s.asleep++
	s.rows = rows
}

// waits gives the rows of all images, or nil when one can go on: it runs, or has not been started yet, or all have ended.
func (r *run) waits() []row {
	rows := make([]row, len(r.images))
	waiting := 0
	for rank, im := range r.images {
		s := r.memory.status(rank)
		wait := row{wait: atomic.LoadUint32(&s.Wait), progress: atomic.LoadUint32(&s.Progress), looks: atomic.LoadUint32(&s.Looks)}
		wait.asked = (wait.wait == layout.WaitNone || wait.wait&layout.WaitOthers != 0) && standing.Hears(s)
		switch state := atomic.LoadUint32(&s.State); {
		case im.dead || state == layout.StateStopped || state == layout.StateFailed || state == layout.StateDone:
			continue // it executes no statement any more
		case im.pid == 0 || state != layout.StateRunning:
			return nil
		case wait.asked:
		case wait.wait == layout.WaitNone || wait.wait&layout.WaitOthers != 0:
			return nil
		}
		rows[rank] = wait
		waiting++
	}
	if waiting == 0 {
		return nil
	}
	return rows
}

// standStill tells whether no wait has ended, and no image has stopped, between two times.
func standStill(before, now []row) bool {
	for rank := range now {
		if before[rank].wait != now[rank].wait || before[rank].progress != now[rank].progress {
			return false
		}
	}
	return true
}

// inVain tells whether every waiting image has looked often enough. One that has been suspended has not.
func inVain(before, now []row) bool {
	for rank := range now {
		if now[rank].wait != 0 && now[rank].looks-before[rank].looks < looksInVain {
			return false
		}
	}
	return true
}

// asked are the images that must say themselves that they are stuck.
func (r *run) asked(rows []row) (list []*layout.Status) {
	for rank := range rows {
		if rows[rank].asked {
			list = append(list, r.memory.status(rank))
		}
	}
	return list
}

// othersAwake tells whether a thread of an image may end a wait although the image waits.
func (r *run) othersAwake(rows []row) bool {
	for rank, im := range r.images {
		s := r.memory.status(rank)
		if im.dead || atomic.LoadUint32(&s.Wait)&layout.WaitAlone != 0 {
			continue
		}
		if rows[rank].asked {
			if !standing.Asleep(im.pid, standing.CodeOf(s)) {
				return true
			}
			continue
		}
		if standing.Awake(im.pid, standing.CodeOf(s)) {
			return true
		}
	}
	return false
}
