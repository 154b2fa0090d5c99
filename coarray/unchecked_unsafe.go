//go:build !race

package coarray

import "unsafe"

// Load is element i, as Local counts them. As with a slice, an index out of range panics, and so
// does an image that does not exist, or whose memory cannot be reached any more. A part of no
// coarray is like a nil pointer.
func (r Coindexed[T]) Load(i int) T {
	if uintptr(i) < r.bounds.n {
		return *(*T)(unsafe.Add(r.memory, uintptr(i)*unsafe.Sizeof([1]T{})))
	}
	return r.bounds.load(r, i)
}

// Store sets element i, and panics where Load does.
func (r Coindexed[T]) Store(i int, v T) {
	if uintptr(i) < r.bounds.n {
		*(*T)(unsafe.Add(r.memory, uintptr(i)*unsafe.Sizeof(v))) = v
	} else {
		r.store(r, i, v)
	}
}
