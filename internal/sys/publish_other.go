//go:build !amd64 || race

package sys

import "sync/atomic"

// publish and release with the order that the race detector knows, or of processors that have no
// exchange for it.
func publish(word *uint64, value uint64) { atomic.StoreUint64(word, value) }
func barrier()                           {} // stores and loads of sync/atomic keep their order
func release(word *uint64, value uint64) { atomic.StoreUint64(word, value) }
