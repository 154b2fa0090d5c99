//go:build !race

package sys

// yieldUntil is YieldUntil for at least one turn. It is one loop, without a call, on one page of
// code; it uses no stack between two turns.
//
//go:noescape
func yieldUntil(word *uint64, value uint64, turns int) bool
