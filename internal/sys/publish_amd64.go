//go:build !race

package sys

// release needs no instruction of its own: stores of x86-64 release, and the compiler keeps them in
// their order. As a function in assembly its arguments would pass through memory.
func release(word *uint64, value uint64) { *word = value }

func barrier()

//go:noescape
func publish(word *uint64, value uint64)
