// Package random makes the random numbers of the NAS Parallel Benchmarks (NAS Report RNR-94-007,
// section 2.3).
package random

import "math/bits"

const (
	multiplier = 1220703125
	mask       = 1<<46 - 1
)

// Sequence is a place in the sequence. It begins at New.
type Sequence uint64

// New is the sequence's beginning, with the seed that all benchmarks have.
func New() *Sequence {
	s := Sequence(314159265)
	return &s
}

func product(a, b uint64) uint64 {
	_, low := bits.Mul64(a, b) // modulo 2^64, and so modulo 2^46
	return low & mask
}

// Next gives the next number, between 0 and 1.
func (s *Sequence) Next() float64 {
	*s = Sequence(product(uint64(*s), multiplier))
	return float64(*s) / (1 << 46)
}

// Skip goes n numbers further.
func (s *Sequence) Skip(n int) {
	for a := uint64(multiplier); n > 0; n >>= 1 {
		if n&1 == 1 {
			*s = Sequence(product(uint64(*s), a))
		}
		a = product(a, a)
	}
}
