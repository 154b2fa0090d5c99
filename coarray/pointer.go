package coarray

import (
	"errors"
)

// Pointer refers to elements, equally far apart, of a coarray on an image: a global pointer. It
// holds no Go pointer, so that coarrays may hold Pointers, and shipped functions take them; it
// means the same on every image. The zero value refers to nothing. What it refers to must not have
// been freed when it is used: nothing can tell.
type Pointer[T any] struct {
	offset uint64 // of the first element, in its image's slot
	n      int64
	step   int32 // in elements
	image  int32 // among all images; 0: nil
}

// PointerTo is a pointer to the elements of a section in their order, which must be equally far
// apart: all sections with one dimension are, and pieces without gaps.
func PointerTo[T any](me *Image, s Section[T]) (Pointer[T], error) {
	if err := errors.Join(me.ready(), s.Err()); err != nil {
		return Pointer[T]{}, err
	}
	rank, offset, n, step, err := s.place(me.w)
	if err == nil && int(int32(step)) != step {
		err = placed("%w: elements of a Pointer that are %d apart", ErrShape, step)
	}
	if err != nil {
		return Pointer[T]{}, err
	}
	return Pointer[T]{offset, int64(n), int32(step), int32(rank + 1)}, nil
}

// Nil says whether the pointer refers to nothing.
func (p Pointer[T]) Nil() bool { return p.image == 0 }

// errNilPointer is the error of a use of a pointer that refers to nothing.
func errNilPointer() error {
	return unset("Pointer", "PointerTo")
}

// Len is how many elements it refers to.
func (p Pointer[T]) Len() int { return int(p.n) }

// Image is the image on which they are, by its number among all images of the run; NoImage if it
// refers to nothing.
func (p Pointer[T]) Image() int { return int(p.image) }

// Part refers to some of the elements, which count from 0.
func (p Pointer[T]) Part(span Subscript) (Pointer[T], error) {
	if p.Nil() {
		return Pointer[T]{}, errNilPointer()
	}
	if span.kind == subscriptNone {
		return Pointer[T]{}, placed("%w: the subscript: %w: take Index, Range or All", ErrShape,
			ErrZeroValue)
	}
	if span.step == 0 {
		return Pointer[T]{}, placed("%w: the step is 0", ErrShape)
	}
	if span.backwards() {
		return Pointer[T]{}, span.errBackwards()
	}
	span = span.of(p.Len())
	n := span.count()
	if last := span.lo + (n-1)*span.step; n > 0 &&
		(span.lo < 0 || span.lo >= p.Len() || last < 0 || last >= p.Len()) {
		return Pointer[T]{}, placed("%w: elements %d to %d of a Pointer to %d", ErrShape,
			span.lo, last, p.n)
	}
	if step := int64(p.step) * int64(span.step); int64(int32(step)) == step {
		part := Pointer[T]{p.offset, int64(n), int32(step), p.image}
		if n > 0 {
			part.offset = p.element(span.lo)
		}
		return part, nil
	}
	return Pointer[T]{}, placed("%w: elements of a Pointer that are %d times %d apart",
		ErrShape, p.step, span.step)
}

// element is where element i lies.
func (p Pointer[T]) element(i int) uint64 {
	return p.offset + uint64(int64(i)*int64(p.step)*int64(sizeOf[T]()))
}

// On is what the pointer refers to, as a section that image me can use: of one dimension.
func (p Pointer[T]) On(me *Image) Section[T] {
	if err := me.ready(); err != nil {
		return none[T](err)
	}
	if p.Nil() {
		return none[T](errNilPointer())
	}
	first, last := 0, max(p.Len()-1, 0)*int(p.step)
	lowest, length := p.offset, last+1
	if last < 0 {
		lowest, first, length = p.element(p.Len()-1), -last, 1-last
	}
	span := Range(first, first+p.Len()*int(p.step)).By(int(p.step))
	if p.n == 0 || p.step == 0 { // of at most one element
		span = Range(0, int(min(p.n, 1)))
	}
	return elementsAtOffset[T](me, lowest, length).At(p.Image()).Section(span)
}

// elementsAtOffset is the memory at an offset of all images' slots, as a coarray.
func elementsAtOffset[T any](me *Image, offset uint64, length int) *Coarray[T] {
	c := coarrayAt[T](me, me.team.root(), offset, []int{length})
	if err := me.w.CheckAccess(offset, length*sizeOf[T]()); err != nil {
		c.why.Store(&err)
		return c
	}
	c.setLocal(length)
	return c
}

// Load is element i.
func (p Pointer[T]) Load(me *Image, i int) (v T, err error) {
	if err = p.check(me, i); err == nil {
		err = me.w.Get(p.Image()-1, p.element(i), bytesAt(&v))
	}
	return v, err
}

// Store sets element i.
func (p Pointer[T]) Store(me *Image, i int, v T) error {
	if err := p.check(me, i); err != nil {
		return err
	}
	return me.w.Put(p.Image()-1, p.element(i), bytesAt(&v))
}

func (p Pointer[T]) check(me *Image, i int) error {
	if err := me.ready(); err != nil {
		return err
	}
	switch {
	case p.Nil():
		return errNilPointer()
	case i < 0 || i >= p.Len():
		return placed("%w: element %d of a Pointer to %d", ErrShape, i, p.n)
	}
	return nil
}
