//go:build !amd64

package gomicro

import "sync/atomic"

// lineBounce bounces a cache line: rounds times there and back, in turns that count up from turn.
// Who is first stores the turn in its own flag and waits until the other's flag has it; who is not,
// answers. Without pauses.
func lineBounce(mine, other *uint64, turn uint64, rounds int, first, _ bool) {
	for range rounds {
		turn++
		if first {
			atomic.StoreUint64(mine, turn)
		}
		for atomic.LoadUint64(other) < turn {
		}
		if !first {
			atomic.StoreUint64(mine, turn)
		}
	}
}
