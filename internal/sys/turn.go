package sys

import (
	"runtime"
	"sync/atomic"
	"time"
)

// turns is of the process, as its scheduler is.
var turns struct {
	calls atomic.Uint32
	last  atomic.Uint64 // Monotonic
}

const (
	callsEach = 64 // between looks at the clock
	turnEach  = 8 * time.Millisecond
)

// TakeTurn is called by a goroutine each time that it has been in C, or goes there, if it does so
// all the time; by any number of them. It has Go's scheduler begin a new turn for the goroutine now
// and then. Without one for 10 ms, the runtime's monitor takes its processor from it where it finds
// it in C; that is no new turn, so it does so again at each of its rounds, which then come as often
// as they can: a thread that runs 13 µs of each 90 beside the one that computes (Go 1.26, sysmon
// and retake). A turn of a goroutine that is bound to its thread, as one is that C has called,
// takes two switches of threads.
func TakeTurn() {
	if turns.calls.Add(1)%callsEach == 0 {
		TakeTurnNow()
	}
}

// TakeTurnNow is TakeTurn of who may stay in C for long.
func TakeTurnNow() {
	now, last := Monotonic(), turns.last.Load()
	if now-last >= uint64(turnEach) && turns.last.CompareAndSwap(last, now) {
		runtime.Gosched()
	}
}
