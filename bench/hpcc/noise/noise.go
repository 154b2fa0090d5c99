// Package noise makes numbers that look random, number k of which any image can compute: s(k) =
// a**(k+1) modulo the prime 2**31 - 1, with a primitive root a (Park and Miller's generator),
// between -1/2 and 1/2. ../fortran/noise.f90 makes the same ones.
package noise

const (
	modulus = 1<<31 - 1
	factor  = 48271
)

// State is where the sequence stands.
type State uint64

// At is the state from which number k comes next.
func At(k uint64) State {
	state, square := uint64(1), uint64(factor)
	for ; k != 0; k >>= 1 {
		if k&1 != 0 {
			state = state * square % modulus
		}
		square = square * square % modulus
	}
	return State(state)
}

// Next is the next number.
func (s *State) Next() float64 {
	*s = factor * *s % modulus
	return float64(*s)/modulus - 0.5
}
