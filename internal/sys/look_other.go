//go:build !amd64 || race

package sys

import (
	"math"
	"sync/atomic"
)

// comesSoon is ComesSoon without pauses. The race detector does not see what assembly loads, so
// that is not for it.
func comesSoon(word *uint64, value uint64, looks int, _ bool) bool {
	for range looks {
		if atomic.LoadUint64(word) >= value {
			return true
		}
	}
	return false
}

// firstSoon is FirstSoon without pauses.
func firstSoon(a, b, c Word, looks int, _ bool) int {
	for range looks {
		for i, w := range [...]Word{a, b, c} {
			if atomic.LoadUint64(w.At) >= w.Value {
				return i
			}
		}
	}
	return -1
}

// Pause is nothing here.
func Pause() {}

// pauseTicks: there is no pause.
func pauseTicks() uint64 { return math.MaxUint64 }
