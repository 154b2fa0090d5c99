//go:build race

package coarray

// Load is element i, as Local counts them. As with a slice, an index out of range panics, and so
// does an image that does not exist, or whose memory cannot be reached any more.
func (r Coindexed[T]) Load(i int) T {
	if uint(i) < r.mapped() {
		return *r.element(i)
	}
	return r.bounds.load(r, i)
}

// Store sets element i, and panics where Load does.
func (r Coindexed[T]) Store(i int, v T) {
	if uint(i) < r.mapped() {
		*r.element(i) = v
	} else {
		r.bounds.c.store(r, i, v)
	}
}
