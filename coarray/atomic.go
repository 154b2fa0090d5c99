package coarray

import (
	"context"

	"github.com/coral-pgas/coral/internal/conduit"
)

// Word is what atomic operations work on.
type Word interface {
	~int32 | ~int64 | ~uint32 | ~uint64
}

// Atomics are n variables on every image for atomic operations, which are atomic with each other
// and only with each other. They do not order other accesses for images that do not use them.
type Atomics[T Word] struct {
	c *Coarray[T]
}

// NewAtomics makes n variables, zero, on all images, which call it together. Images that have
// failed are left out, as by New.
func NewAtomics[T Word](ctx context.Context, me *Image, n int) (*Atomics[T], error) {
	c, err := newOf[T](ctx, me, maker{"NewAtomics", "variable", "variables", true}, n)
	if c == nil {
		return nil, err
	}
	return &Atomics[T]{c}, err
}

func (a *Atomics[T]) do(op conduit.AtomicOp, image, i int, operand, compare T) (T, error) {
	rank, width, err := a.place(image, i)
	if err != nil {
		return 0, err
	}
	old, err := a.c.me.w.Atomic(op, rank, a.c.byteOffset(i), width, word(operand), word(compare))
	return fromWord[T](old), err
}

// place is the rank of an image and the size of variable i.
func (a *Atomics[T]) place(image, i int) (rank, width int, err error) {
	if a == nil || a.c == nil {
		return 0, 0, unset("Atomics", "NewAtomics")
	}
	rank, err = a.c.rank(image)
	if n := a.c.mapped(); err == nil && uint(i) >= n {
		err = placed("%w: variable %d of %d, which count from 0", ErrShape, i, n)
	}
	return rank, int(a.c.byteOffset(1) - a.c.byteOffset(0)), err
}

// Load is the value of variable i of an image. That of an own variable comes without a wait for
// what this image has stored on others.
func (a *Atomics[T]) Load(image, i int) (T, error) {
	return a.do(conduit.AtomicLoad, image, i, 0, 0)
}

// Store sets variable i of an image. On another machine it may take effect after the return, like
// a put; who sees what this image has stored on another one, sees what it has stored before.
func (a *Atomics[T]) Store(image, i int, v T) error {
	rank, width, err := a.place(image, i)
	if err != nil {
		return err
	}
	return a.c.me.w.Store(rank, a.c.byteOffset(i), width, word(v))
}

// Add adds to variable i of an image and returns the value before. Like all operations it may be
// called by any goroutine.
func (a *Atomics[T]) Add(image, i int, v T) (old T, err error) {
	return a.do(conduit.AtomicAdd, image, i, v, 0)
}

// And combines variable i of an image with v, bit by bit, and returns the value before.
func (a *Atomics[T]) And(image, i int, v T) (old T, err error) {
	return a.do(conduit.AtomicAnd, image, i, v, 0)
}

// Or is And with the bits of both.
func (a *Atomics[T]) Or(image, i int, v T) (old T, err error) {
	return a.do(conduit.AtomicOr, image, i, v, 0)
}

// Xor is And with the bits in which they differ.
func (a *Atomics[T]) Xor(image, i int, v T) (old T, err error) {
	return a.do(conduit.AtomicXor, image, i, v, 0)
}

// Swap sets variable i of an image and returns the value before.
func (a *Atomics[T]) Swap(image, i int, v T) (old T, err error) {
	return a.do(conduit.AtomicStore, image, i, v, 0)
}

// CompareAndSwap sets variable i of an image to new if it is old, and says whether it was.
func (a *Atomics[T]) CompareAndSwap(image, i int, old, new T) (bool, error) {
	found, err := a.do(conduit.AtomicCAS, image, i, new, old)
	return err == nil && found == old, err
}

// Free frees the variables on all images, which call it together.
func (a *Atomics[T]) Free(ctx context.Context) error {
	if a == nil || a.c == nil {
		return unset("Atomics", "NewAtomics")
	}
	return a.c.Free(ctx)
}

// Len is how many variables each image has.
func (a *Atomics[T]) Len() int {
	if a == nil {
		return 0
	}
	return a.c.Len()
}

// In is the variables with the image numbers of another team. See Coarray.In.
func (a *Atomics[T]) In(team *Team) *Atomics[T] {
	if a == nil {
		return nil
	}
	return &Atomics[T]{a.c.In(team)}
}
