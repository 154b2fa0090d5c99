//go:build !amd64 || race

package sys

import "sync/atomic"

// yieldUntil is YieldUntil for at least one turn.
func yieldUntil(word *uint64, value uint64, turns int) bool {
	for range turns {
		Yield()
		if atomic.LoadUint64(word) >= value {
			return true
		}
	}
	return false
}
