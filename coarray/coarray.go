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
	freed  bool
	direct direct                           // how At finds images that are mapped
	store  func(r Coindexed[T], i int, v T) // storeFar
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
	c := &Coarray[T]{me: me, offset: offset, dims: slices.Clone(dims), store: storeFar[T]}
	c.local = c.memory(int(size / max(1, uint64(element.Size()))))
	c.direct = c.findDirect()
	return c, nil
}

// Free frees the coarray on all images, which call it together.
func (c *Coarray[T]) Free() error {
	if c.freed {
		return ErrFreed
	}
	c.freed, c.local, c.direct = true, nil, direct{}
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

func (r Coindexed[T]) load(i int) (v T) {
	err := r.check(i, 1)
	if err == nil {
		err = r.get(i, bytesAt(&v))
	}
	if err != nil {
		panic(err)
	}
	return v
}

func storeFar[T any](r Coindexed[T], i int, v T) {
	err := r.check(i, 1)
	if err == nil {
		err = r.put(i, bytesAt(&v))
	}
	if err != nil {
		panic(err)
	}
}

func (r Coindexed[T]) putFar(at int, src []T) error {
	if err := r.check(at, len(src)); err != nil {
		return err
	}
	return r.put(at, bytesOf(src))
}

func (r Coindexed[T]) getFar(at int, dst []T) error {
	if err := r.check(at, len(dst)); err != nil {
		return err
	}
	return r.get(at, bytesOf(dst))
}

// put and get transfer the elements from at on, to or from an image that is not mapped.
func (r Coindexed[T]) put(at int, src []byte) error {
	rank, err := r.rank()
	if err != nil {
		return err
	}
	return r.c.me.w.Put(rank, r.c.byteOffset(at), src)
}

func (r Coindexed[T]) get(at int, dst []byte) error {
	rank, err := r.rank()
	if err != nil {
		return err
	}
	return r.c.me.w.Get(rank, r.c.byteOffset(at), dst)
}

// rank is the image's rank in the initial team.
func (r Coindexed[T]) rank() (int, error) {
	if r.c.freed {
		return 0, ErrFreed
	}
	return r.c.me.rank(r.image)
}

// check says whether there is an image and n elements from at on.
func (r Coindexed[T]) check(at, n int) error {
	if _, err := r.rank(); err != nil {
		return err
	}
	if have := r.c.Len(); at < 0 || at > have || n > have-at {
		if n == 1 {
			return fmt.Errorf("%w: index %d out of range with length %d", ErrShape, at, have)
		}
		return fmt.Errorf("%w: elements %d to %d of %d", ErrShape, at, at+n-1, have)
	}
	return nil
}
