package sys

import "math"

// Looking is how a processor best looks for what another one is going to change, before it is given
// up.
type Looking struct {
	// so many: some microseconds, several times the longest round trip between two processors
	Looks  int
	Pauses bool // with a Pause after each
}

const (
	looksPausing = 200
	looksBare    = 4000
)

// longPause is from when on a pause costs more than it saves, in ticks of the processor's clock. A
// loop of bare loads asks for the cache line so often that the writer loses it again before it has
// written; but who pauses for as long as the line needs to come sees it late. A pause takes 60
// ticks on Zen 3, 140 on Intel's processors since Skylake. capi/core/wait.c does likewise.
const longPause = 100

// HowToLook measures this processor, which takes a microsecond.
func HowToLook() Looking {
	const trials = 4
	least := uint64(math.MaxUint64)
	for range trials { // any may be interrupted
		least = min(least, pauseTicks())
	}
	if least < longPause {
		return Looking{looksPausing, true}
	}
	return Looking{looksBare, false}
}

// Word is a word that only grows, and what it may come to. At is not nil.
type Word struct {
	At    *uint64
	Value uint64
}

var never uint64

// Never is a word that never comes to its value.
func Never() Word { return Word{&never, math.MaxUint64} }

// FirstSoon looks so many times whether one of the words has come to its value, and may pause after
// each look. It gives the index of the first that has; -1: none.
func FirstSoon(a, b, c Word, looks int, pauses bool) int {
	if looks <= 0 {
		return -1
	}
	return firstSoon(a, b, c, looks, pauses)
}

// ComesSoon looks so many times whether *word, which only grows, has come to value, and may pause
// after each look.
func ComesSoon(word *uint64, value uint64, looks int, pauses bool) bool {
	return looks > 0 && comesSoon(word, value, looks, pauses)
}
