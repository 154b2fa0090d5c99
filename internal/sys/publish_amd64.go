//go:build !race

package sys

//go:noescape
func release(word *uint64, value uint64)

func barrier()

//go:noescape
func publish(word *uint64, value uint64)
