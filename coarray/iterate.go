package coarray

import "iter"

// Parts are the numbers of the images of the coarray's team, each with its part.
func (c *Coarray[T]) Parts() iter.Seq2[int, Coindexed[T]] {
	return func(yield func(int, Coindexed[T]) bool) {
		for k := range c.Team().Images() {
			if !yield(k, c.At(k)) {
				return
			}
		}
	}
}

// Values are the section's elements in their order. They are copied some thousands at a time, so
// that they may lie on any image. As Load does, it panics where the elements cannot be read.
func (s Section[T]) Values() iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, v := range s.All() {
			if !yield(v) {
				return
			}
		}
	}
}

// All are the section's elements, as Values has them, each after its number, from 0 on.
func (s Section[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		if err := s.Err(); err != nil {
			panic(err)
		}
		w := traversal[T]{yield: yield, buffer: make([]T, min(s.Len(), walkUnit))}
		w.section(s)
	}
}

// walkUnit is how many elements are copied at once, if they are in one piece of some dimension.
const walkUnit = 4096

// traversal is a walk over the elements of a section.
type traversal[T any] struct {
	yield  func(int, T) bool
	buffer []T
	next   int // the number of the next element
}

// section walks over a section, or its halves along the first dimension that can be cut, and says
// whether to go on.
func (w *traversal[T]) section(s Section[T]) bool {
	n := s.Len()
	if n > len(w.buffer) {
		return w.halves(s)
	}
	values := w.buffer[:n]
	if err := s.CopyTo(values); err != nil {
		panic(err)
	}
	for _, v := range values {
		if !w.yield(w.next, v) {
			return false
		}
		w.next++
	}
	return true
}

func (w *traversal[T]) halves(s Section[T]) bool {
	if s.more() == nil {
		half := s.count() / 2
		return w.section(s.cut(0, half)) && w.section(s.cut(half, s.count()-half))
	}
	d := 0
	for s.more().extent[d] == 1 {
		d++
	}
	half, rest := s.more().grid, s.more().grid
	half.extent[d] /= 2
	rest.extent[d] -= half.extent[d]
	rest.first += half.extent[d] * rest.stride[d]
	return w.section(s.more().of.section(&half)) && w.section(s.more().of.section(&rest))
}
