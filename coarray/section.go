package coarray

import (
	"fmt"
	"slices"
)

// MaxRank is how many dimensions a coarray may have.
const MaxRank = 8

// Span is the subscripts lo, lo+step, .. that are less than hi (greater, if step is
// negative). See Range.
type Span struct{ lo, hi, step int }

// Range is the subscripts from lo up to hi, without hi, as in a slice expression.
func Range(lo, hi int) Span { return Span{lo, hi, 1} }

// By is the span with another step, which may be negative: Range(8, -1).By(-2) is 8, 6, 4, 2, 0.
func (s Span) By(step int) Span { return Span{s.lo, s.hi, step} }

func (s Span) count() int {
	switch {
	case s.step > 0 && s.hi > s.lo:
		return (s.hi-s.lo-1)/s.step + 1
	case s.step < 0 && s.hi < s.lo:
		return (s.lo-s.hi-1)/-s.step + 1
	}
	return 0
}

type whole uint8

// All, as a subscript, is the whole dimension.
const All whole = 0

// Section is a part of a coarray on one image: elements at equal distances in
// each dimension. It is a value; if it is none, its first use says why.
type Section[T any] struct {
	of     Coindexed[T]
	first  int
	rank   int
	extent [MaxRank]int
	stride [MaxRank]int // in elements
	err    error
}

// Section is a section of this image's part. See Coindexed.Section.
func (c *Coarray[T]) Section(subscripts ...any) Section[T] {
	return c.At(c.me.Index()).Section(subscripts...)
}

// Section is the section with the subscripts given, one for each dimension: an int, which takes the
// dimension away, a Span, or All.
func (r Coindexed[T]) Section(subscripts ...any) Section[T] {
	s := Section[T]{of: r}
	if s.of.memory == nil {
		s.of, s.err = r.resolve()
	}
	if r.c.freed {
		s.err = ErrFreed
	}
	if s.err != nil {
		return s
	}
	dims := r.c.dims
	if len(subscripts) != len(dims) {
		s.err = fmt.Errorf("%w: %d subscripts for %d dimensions", ErrShape, len(subscripts), len(dims))
		return s
	}
	distance := len(r.c.local)
	for d, subscript := range subscripts {
		if dims[d] == 0 {
			distance = 0
		} else {
			distance /= dims[d]
		}
		var span Span
		switch v := subscript.(type) {
		case int:
			if uint(v) >= uint(dims[d]) {
				s.err = fmt.Errorf("%w: subscript %d of dimension %d, which has %d elements", ErrShape, v, d+1, dims[d])
				return s
			}
			s.first += v * distance
			continue
		case whole:
			span = Range(0, dims[d])
		case Span:
			span = v
		default:
			s.err = fmt.Errorf("%w: subscript %v of dimension %d is of type %T, not int, Span or All", ErrShape, v, d+1, v)
			return s
		}
		n := span.count()
		if n > 0 && (span.lo < 0 || span.lo >= dims[d] || span.lo+(n-1)*span.step < 0 || span.lo+(n-1)*span.step >= dims[d]) {
			s.err = fmt.Errorf("%w: subscripts %d to %d of dimension %d, which has %d elements",
				ErrShape, span.lo, span.lo+(n-1)*span.step, d+1, dims[d])
			return s
		}
		if n > 0 {
			s.first += span.lo * distance
		}
		s.extent[s.rank], s.stride[s.rank] = n, span.step*distance
		s.rank++
	}
	return s
}

// Len is the number of elements; Shape how many there are in each dimension.
func (s Section[T]) Len() int {
	n := 1
	for _, e := range s.extent[:s.rank] {
		n *= e
	}
	return n
}

func (s Section[T]) Shape() []int { return slices.Clone(s.extent[:s.rank]) }

// Err says why the section is none; nil if it is one.
func (s Section[T]) Err() error { return s.err }

// CopyFrom sets the section to src, of the same shape. Both may be on any image,
// and may overlap.
func (s Section[T]) CopyFrom(src Section[T]) error {
	switch {
	case s.err != nil:
		return s.err
	case src.err != nil:
		return src.err
	case s.rank != src.rank || s.extent != src.extent:
		return fmt.Errorf("%w: %v from %v", ErrShape, s.Shape(), src.Shape())
	case s.Len() == 0:
		return nil
	}
	overlap := s.of.c == src.of.c && s.of.image == src.of.image && s.overlaps(&src)
	if overlap || s.of.memory == nil && src.of.memory == nil {
		buffer := make([]T, s.Len())
		if err := src.CopyTo(buffer); err != nil {
			return err
		}
		return s.CopyFromSlice(buffer)
	}
	switch {
	case s.of.memory == nil:
		return s.put(&src, src.of.Slice())
	case src.of.memory == nil:
		return src.get(&s, s.of.Slice())
	}
	copySection(&s, s.of.memory, &src.stride, element[T](src.of.memory, src.first))
	return nil
}

// CopyFromSlice sets the section's elements, in their order, to those of src, of the same length.
func (s Section[T]) CopyFromSlice(src []T) error {
	if s.err != nil || len(src) != s.Len() {
		return s.misfit(len(src))
	}
	switch {
	case len(src) == 0:
	case s.of.memory == nil:
		dense := s.dense()
		return s.put(&dense, src)
	case s.rank == 1:
		copyPlane[T](element[T](s.of.memory, s.first), s.stride[0], 0, dataOf(src), 1, 0, len(src), 1)
	default:
		dense := s.dense()
		copySection(&s, s.of.memory, &dense.stride, dataOf(src))
	}
	return nil
}

// CopyTo copies the section's elements, in their order, to dst, of the same length.
func (s Section[T]) CopyTo(dst []T) error {
	if s.err != nil || len(dst) != s.Len() {
		return s.misfit(len(dst))
	}
	switch {
	case len(dst) == 0:
	case s.of.memory == nil:
		dense := s.dense()
		return s.get(&dense, dst)
	case s.rank == 1:
		copyPlane[T](dataOf(dst), 1, 0, element[T](s.of.memory, s.first), s.stride[0], 0, len(dst), 1)
	default:
		dense := s.dense()
		copySection(&dense, dataOf(dst), &s.stride, element[T](s.of.memory, s.first))
	}
	return nil
}

// Fill sets all elements to v.
func (s Section[T]) Fill(v T) error {
	if s.err != nil {
		return s.err
	}
	values := make([]T, s.Len())
	for i := range values {
		values[i] = v
	}
	return s.CopyFromSlice(values)
}

func (s *Section[T]) misfit(n int) error {
	if s.err != nil {
		return s.err
	}
	return fmt.Errorf("%w: section of %d elements, slice of %d", ErrShape, s.Len(), n)
}

// dense is the shape of the section over memory that holds nothing else.
func (s *Section[T]) dense() Section[T] {
	d := Section[T]{rank: s.rank, extent: s.extent}
	distance := 1
	for k := s.rank - 1; k >= 0; k-- {
		d.stride[k] = distance
		distance *= s.extent[k]
	}
	return d
}

// put copies a section of memory to the section, which is not mapped here; get does the reverse.
func (s *Section[T]) put(src *Section[T], memory []T) error {
	c := s.of.c
	rank, err := s.of.rank()
	if err != nil {
		return err
	}
	return c.me.w.PutSection(rank, s.bytes(c.offset), bytesOf(memory), src.bytes(0))
}

func (s *Section[T]) get(dst *Section[T], memory []T) error {
	c := s.of.c
	rank, err := s.of.rank()
	if err != nil {
		return err
	}
	return c.me.w.GetSection(rank, s.bytes(c.offset), bytesOf(memory), dst.bytes(0))
}

// overlaps says whether the ranges of elements of two sections of one part have elements in common.
func (s *Section[T]) overlaps(other *Section[T]) bool {
	a, b := s.reach()
	c, d := other.reach()
	return a <= d && c <= b
}

func (s *Section[T]) reach() (low, high int) {
	low, high = s.first, s.first
	for k := range s.rank {
		if n := (s.extent[k] - 1) * s.stride[k]; n < 0 {
			low += n
		} else {
			high += n
		}
	}
	return low, high
}
