package coarray

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"reflect"
	"slices"
)

// Coarray is an array of the same shape on every image.
type Coarray[T any] struct {
	me     *Image
	offset uint64 // in each image's slot
	dims   []int
	local  []T
	mapped bool
	freed  bool
}

// New makes a coarray of zero values on all images, which call it together with the same
// dimensions; without dimensions it has one element. The last dimension's elements are adjacent.
func New[T any](me *Image, dims ...int) (*Coarray[T], error) {
	return NewContext[T](context.Background(), me, dims...)
}

// NewContext is New until the context ends.
func NewContext[T any](ctx context.Context, me *Image, dims ...int) (*Coarray[T], error) {
	element := reflect.TypeFor[T]()
	if err := checkElement(element); err != nil {
		return nil, err
	}
	if len(dims) > MaxRank {
		return nil, fmt.Errorf("%w: %d dimensions, at most %d", ErrShape, len(dims), MaxRank)
	}
	size := uint64(element.Size())
	for _, d := range dims {
		if d < 0 {
			return nil, fmt.Errorf("%w: dimensions %v", ErrShape, dims)
		}
		high, low := bits.Mul64(size, uint64(d))
		if high != 0 || low > math.MaxInt64 {
			return nil, fmt.Errorf("%w: dimensions %v of %v", ErrNoMemory, dims, element)
		}
		size = low
	}
	offset, fresh, err := me.w.HeapAlloc(ctx, size)
	if err != nil {
		return nil, fmt.Errorf("coarray %v of %v: %w", dims, element, err)
	}
	if !fresh {
		me.w.Clear(offset, size)
	}
	// Nobody may put before all have cleared.
	if err := me.w.SyncAll(ctx); err != nil {
		return nil, err
	}
	c := &Coarray[T]{me: me, offset: offset, dims: slices.Clone(dims), mapped: me.w.Mapped()}
	c.local = c.memory(me.w.Rank(), int(size/max(1, uint64(element.Size()))))
	return c, nil
}

// Free frees the coarray on all images, which call it together.
func (c *Coarray[T]) Free() error {
	if c.freed {
		return ErrFreed
	}
	c.freed, c.local = true, nil
	return c.me.w.HeapFree(context.Background(), c.offset)
}

// Local is this image's part.
func (c *Coarray[T]) Local() []T { return c.local }

// Len is the number of elements on each image; Dims the dimensions.
func (c *Coarray[T]) Len() int    { return len(c.local) }
func (c *Coarray[T]) Dims() []int { return slices.Clone(c.dims) }

// Index is where the element with the subscripts given is in Local. It does not
// check them against the dimensions.
func (c *Coarray[T]) Index(subscripts ...int) int {
	at := 0
	for d, s := range subscripts {
		at = at*c.dims[d] + s
	}
	return at
}

// At is the coarray's part on an image. That there is such an image is checked
// where the part is used.
func (c *Coarray[T]) At(image int) Coindexed[T] {
	t := c.me.w.Current()
	if uint(image-1) >= uint(t.Size()) || c.freed {
		return Coindexed[T]{c: c, rank: -1, image: image}
	}
	r := Coindexed[T]{c: c, rank: t.Member(image - 1), image: image}
	if c.mapped || r.rank == c.me.w.Rank() {
		r.memory = c.memory(r.rank, len(c.local))
	}
	return r
}

// Coindexed is the part of a coarray on one image. It is a value; take it out of
// loops.
type Coindexed[T any] struct {
	memory []T // nil where the image is not mapped, or does not exist
	c      *Coarray[T]
	rank   int // in the initial team; -1: there is no such image
	image  int
}

// Slice is the image's memory itself, if it is mapped here, and else nil. Programs
// that run on one machine only may range over it like over any slice.
func (r Coindexed[T]) Slice() []T { return r.memory }

// Load and Store read and write element i, as Local counts them. As with a slice, an index out
// of range panics, and so does an image that does not exist or is gone.
func (r Coindexed[T]) Load(i int) T {
	if r.memory != nil {
		return r.memory[i]
	}
	return r.load(i)
}

func (r Coindexed[T]) Store(i int, v T) {
	if r.memory != nil {
		r.memory[i] = v
		return
	}
	r.store(i, v)
}

func (r Coindexed[T]) load(i int) T {
	var v [1]T
	if err := r.Get(i, v[:]); err != nil {
		panic(err)
	}
	return v[0]
}

func (r Coindexed[T]) store(i int, v T) {
	if err := r.Put(i, []T{v}); err != nil {
		panic(err)
	}
}

// Put copies src to the elements from at on.
func (r Coindexed[T]) Put(at int, src []T) error {
	if err := r.check(at, len(src)); err != nil {
		return err
	}
	if r.memory != nil {
		copy(r.memory[at:], src)
		return nil
	}
	return r.c.me.w.Put(r.rank, r.c.byteOffset(at), bytesOf(src))
}

// Get copies the elements from at on to dst.
func (r Coindexed[T]) Get(at int, dst []T) error {
	if err := r.check(at, len(dst)); err != nil {
		return err
	}
	if r.memory != nil {
		copy(dst, r.memory[at:])
		return nil
	}
	return r.c.me.w.Get(r.rank, r.c.byteOffset(at), bytesOf(dst))
}

// check says whether there is an image and n elements from at on.
func (r Coindexed[T]) check(at, n int) error {
	if err := r.fault(); err != nil {
		return err
	}
	if at < 0 || n > len(r.c.local)-at {
		return fmt.Errorf("%w: elements %d to %d of %d", ErrShape, at, at+n-1, len(r.c.local))
	}
	return nil
}

func (r Coindexed[T]) fault() error {
	switch {
	case r.c.freed:
		return ErrFreed
	case r.rank < 0:
		return fmt.Errorf("%w: image %d of %d", ErrImageRange, r.image, r.c.me.NumImages())
	}
	return nil
}
