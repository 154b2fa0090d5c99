package waitstate

import (
	"os"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/layout"
)

// Suspicion finds that all images wait for each other, where one process sees all of them: the
// launcher, the first image that a library's launcher has started on one machine, or the only
// process that there is.
//
// Every wait of a statement that becomes long is published in layout.Status, and the waiter then
// looks again several times a second, whether somebody has woken it or not. So when, over some
// time, every living image is in one and the same wait and each has looked in vain, no statement of
// any image has been executed meanwhile, and none will be: only statements end waits. What is left
// are other threads of an image, and goroutines, which may post events or unlock too. A thread may
// post and fall asleep before it is looked at, and the image that it has woken need not have run
// yet. So all other threads must be found asleep twice, and all images must look in vain after each
// time, at the same waits (test/models/model/deadlock.cpp).
//
// An image of a Go program that runs, or whose wait its goroutines may end, is one of those that
// wait if it says itself that nothing in its process goes on (AskStuck), each time when all threads
// are asleep.
type Suspicion struct {
	Limit time.Duration // for how long all must have waited

	since time.Time
	// then, or when the other threads were last found asleep; nil: there is no suspicion
	rows   []row
	asleep int        // how often they were, one time after the other
	asking *Questions // whether images are stuck, since their threads were found asleep; nil: none
}

// LooksInVain is how many looks at what it waits for each image must have made meanwhile. The first
// may have begun before the last image began to wait.
const LooksInVain = 3

// timesAsleep is how often the other threads must be found asleep.
const timesAsleep = 2

// row is what must stand still, or grow, in an image's status.
type row struct {
	wait, progress, looks uint32
	asked                 bool // whether nothing in the process goes on, the image itself must say
}

// Stuck looks at all images of the run, again and again, and tells whether they are stuck. One that
// has no Pid has not been started, or cannot be looked at.
func (s *Suspicion) Stuck(images []Process) bool {
	rows := waits(images)
	if rows == nil || s.rows == nil || !standStill(s.rows, rows) {
		*s = Suspicion{Limit: s.Limit, since: time.Now(), rows: rows}
		return false
	}
	if !inVain(s.rows, rows) {
		return false
	}
	if s.asleep < timesAsleep {
		s.findAsleep(images)
		return false
	}
	return time.Since(s.since) >= s.Limit
}

// Likely tells whether the images may be stuck as far as Stuck has looked: the next look may come
// soon.
func (s *Suspicion) Likely() bool { return s.asking != nil || s.asleep > 0 }

// findAsleep looks at the other threads of all images, and asks those that must say themselves that
// they are stuck; their answers are there the next time. From then on the images must look again.
func (s *Suspicion) findAsleep(images []Process) {
	if s.asking == nil {
		if othersAwake(images, s.rows) {
			// Threads of Go's runtime may be at work for a moment. What has been found before
			// stands: nothing but the images' own waits could have ended it, which have not
			// changed.
			return
		}
		s.asking = AskStuck(asked(images, s.rows))
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
	rows := waits(images)
	if rows == nil || !standStill(s.rows, rows) {
		s.rows = nil
		return
	}
	s.asleep++
	s.rows = rows
}

// waits gives the rows of all images, or nil when one can go on: it runs, or has not been started
// yet, or all have ended.
func waits(images []Process) []row {
	rows := make([]row, len(images))
	waiting := 0
	for i, p := range images {
		s := p.Status
		wait := row{wait: atomic.LoadUint32(&s.Wait), progress: atomic.LoadUint32(&s.Progress),
			looks: atomic.LoadUint32(&s.Looks)}
		wait.asked = !passive(wait.wait) && Hears(s)
		switch state := atomic.LoadUint32(&s.State); {
		case p.Dead || state == layout.StateStopped || state == layout.StateFailed ||
			state == layout.StateDone:
			continue // it executes no statement any more
		case p.Pid == 0 || state != layout.StateRunning:
			return nil
		case !wait.asked && !passive(wait.wait):
			return nil
		}
		rows[i] = wait
		waiting++
	}
	if waiting == 0 {
		return nil
	}
	return rows
}

// standStill tells whether no wait has ended, and no image has stopped, between two times.
func standStill(before, now []row) bool {
	if len(before) != len(now) {
		return false
	}
	for i := range now {
		if before[i].wait != now[i].wait || before[i].progress != now[i].progress {
			return false
		}
	}
	return true
}

// inVain tells whether every waiting image has looked often enough. One that has been suspended has
// not.
func inVain(before, now []row) bool {
	for i := range now {
		if now[i].wait != 0 && now[i].looks-before[i].looks < LooksInVain {
			return false
		}
	}
	return true
}

// asked are the images that must say themselves that they are stuck.
func asked(images []Process, rows []row) (list []*layout.Status) {
	for i := range rows {
		if rows[i].asked {
			list = append(list, images[i].Status)
		}
	}
	return list
}

// othersAwake tells whether a thread of an image may end a wait although the image waits.
func othersAwake(images []Process, rows []row) bool {
	for i, p := range images {
		if p.Dead || p.Pid == 0 || atomic.LoadUint32(&p.Status.Wait)&layout.WaitAlone != 0 {
			continue
		}
		code := CodeOf(p.Status)
		switch {
		case rows[i].asked && p.Pid == os.Getpid():
			if !AsleepHere(code, time.Time{}) {
				return true
			}
		case rows[i].asked:
			if !Asleep(p.Pid, code) {
				return true
			}
		case Awake(p.Pid, code):
			return true
		}
	}
	return false
}
