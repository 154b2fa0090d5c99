//go:build cgo

package liveness

import (
	"fmt"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit/net/shutdown"
	"github.com/coral-pgas/coral/internal/sys"
)

// Machines watch each other: nothing else tells of one that is down, or of a network that is cut,
// for as long as TCP is patient (minutes). The leaders of all machines are a ring, in which each
// sends a heartbeat to the next: so a part that is cut off is missed by the rest, and misses the
// rest itself, at a cost that does not depend on the number of machines.

// Each is the time between two heartbeats. Silence is counted in these, not by the clock: an image
// that was suspended has missed nothing.
const Each = time.Second

// Ring is a leader's place among the leaders.
type Ring struct {
	Next, before int    // ranks
	own, host    string // of this image and of before
	silent       atomic.Int32
}

// NewRing is the place of rank, a leader, among all leaders. hostOf names a leader's host.
func NewRing(rank int, others []int, hostOf func(rank int) string) *Ring {
	leaders := append([]int{rank}, others...)
	slices.Sort(leaders)
	at, n := slices.Index(leaders, rank), len(leaders)
	r := &Ring{Next: leaders[(at+1)%n], before: leaders[(at+n-1)%n]}
	r.own, r.host = hostOf(rank), hostOf(r.before)
	return r
}

// Heard notes a heartbeat. nil: this image is no leader.
func (r *Ring) Heard() {
	if r != nil {
		r.silent.Store(0)
	}
}

// Conduit is what sends heartbeats.
type Conduit interface {
	Closing() bool
	// Heartbeat sends one to a rank. It may block while the network is down: there are libraries
	// that wait for room by themselves.
	Heartbeat(rank int)
}

// Watch sends heartbeats, and ends the run when none has come for so long. It is a leader's
// goroutine, where there are other machines.
func (r *Ring) Watch(c Conduit, e *shutdown.Image, limit time.Duration) {
	if !r.silence(c, e.Failing, limit) {
		return
	}
	e.EndAll(1, func() {
		fmt.Fprintf(os.Stderr,
			"coral: error: image %d on host %s has heard nothing for %v from image %d on "+
				"host %s and those beside it: that machine is down, or the network is cut "+
				"between them [R0512]\n",
			e.Rank+1, r.own, limit, r.before+1, r.host)
	})
}

// silence sends heartbeats until none has come for longer than limit, and says true then. false:
// the conduit is closing. A heartbeat that does not leave keeps it from nothing but the next one.
func (r *Ring) silence(c Conduit, failing func() bool, limit time.Duration) bool {
	var leaving atomic.Bool
	for {
		sys.Nap(Each) // no timer of Go's, which could be the program's (waitstate.Self)
		if c.Closing() {
			return false
		}
		if leaving.CompareAndSwap(false, true) {
			go func() {
				c.Heartbeat(r.Next)
				leaving.Store(false)
			}()
		}
		if failing() {
			continue // that is known already, and nobody takes heartbeats any more
		}
		if missed := time.Duration(r.silent.Add(1)) * Each; missed > limit {
			return true
		}
	}
}
