package waitstate

import (
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/layout"
)

// Gone finds an image whose process has ended although it had neither stopped nor failed. Launchers
// of libraries end a run then, as a rule, and say why; srun need not. Each image looks after one
// other of its machine, the next that runs: one that is gone has been looked after by somebody who
// is not.
type Gone struct {
	rows  []*layout.Status // of the images of this machine
	own   int
	last  int       // that has not been found
	since time.Time // then
	still int       // looks at which it was suspended, one after the other
}

// gonePatience is how long who has started the images has for noticing it, and saying more.
const gonePatience = 2 * time.Second

// NewGone is for one of the images with those rows.
func NewGone(rows []*layout.Status, own int) *Gone { return &Gone{rows: rows, own: own, last: own} }

// Look gives the image that is gone, an index of the rows, if that is the one to look after.
func (g *Gone) Look(now time.Time) (image int, is bool) {
	next := g.next()
	if next != g.own && suspended(int(atomic.LoadInt32(&g.rows[next].Pid))) {
		g.still++
		return next, false
	}
	g.still = 0
	if next == g.own || unix.Kill(int(atomic.LoadInt32(&g.rows[next].Pid)), 0) != unix.ESRCH {
		g.last = g.own
		return 0, false
	}
	if next != g.last {
		g.last, g.since = next, now
	}
	return next, now.Sub(g.since) >= gonePatience && runs(g.rows[next])
}

// Suspended is for how long the image that Look has given was seen suspended, by a signal, while
// this one was not. Look is called once in a Period.
func (g *Gone) Suspended() time.Duration { return time.Duration(g.still) * Period }

// suspended tells whether a process is, by a signal and not by a debugger.
func suspended(pid int) bool { return processState(pid) == 'T' }

// next is the image to look after; the own one: there is none. Numbers of processes mean nothing
// where images are in containers of their own.
func (g *Gone) next() int {
	space := atomic.LoadUint32(&g.rows[g.own].Space)
	for k := 1; k < len(g.rows) && space != 0; k++ {
		if s := g.rows[(g.own+k)%len(g.rows)]; runs(s) && atomic.LoadUint32(&s.Space) == space {
			return (g.own + k) % len(g.rows)
		}
	}
	return g.own
}

// runs tells whether an image should be there. One that starts is a process already.
func runs(s *layout.Status) bool {
	state := atomic.LoadUint32(&s.State)
	return state == layout.StateRunning || state == layout.StateStarting
}

// SpaceOf is where the number of a process counts, its name as /proc has it; 0: nobody knows.
func SpaceOf(process string) uint32 {
	found, err := os.Stat("/proc/" + process + "/ns/pid")
	if err != nil {
		return 0
	}
	about, is := found.Sys().(*syscall.Stat_t)
	if !is {
		return 0
	}
	return uint32(about.Ino)
}
