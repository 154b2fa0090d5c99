package coarray

import (
	"context"
	"slices"

	"github.com/coral-pgas/coral/internal/rt/async"
)

// SortAsync begins to sort the elements of src of all images together; compare is negative, zero or
// positive, and runs on each image's own goroutine, where it must not wait. Image k receives part k
// of the sorted whole in dst; src stays as it is. All src and dst have the same length, on all
// images: who has less fills up with elements that are greater than all. Equal elements keep their
// order, image by image.
func SortAsync[T any](me *Image, dst, src []T, compare func(a, b T) int,
	options ...Option) error {
	c, pattern := sorting(me, dst, src, compare)
	return c.begin(0, options, pattern)
}

// Sort is SortAsync and waits for it.
func Sort[T any](ctx context.Context, me *Image, dst, src []T, compare func(a, b T) int) error {
	c, pattern := sorting(me, dst, src, compare)
	return c.do(ctx, 0, pattern)
}

func sorting[T any](me *Image, dst, src []T, compare func(a, b T) int) (collective,
	func() async.Pattern) {
	c := prepare[T](me, kindSort)
	if c.err == nil && compare == nil {
		c.err = noFunction("Sort", "compare")
	}
	c.length("dst", len(dst), len(src))
	if c.err != nil {
		return c, nil
	}
	return c, async.Sort(me.team.t, sizeOf[T](), bytesOf(dst), bytesOf(src), order[T](compare))
}

// order is a comparison of elements as one of their bytes.
type order[T any] func(a, b T) int

func (o order[T]) Compare(a, b []byte) int { return o(elementsAt[T](a)[0], elementsAt[T](b)[0]) }
func (o order[T]) Sort(elements []byte)    { slices.SortStableFunc(elementsAt[T](elements), o) }

func (o order[T]) Merge(out, first, second []byte) {
	merged, a, b := elementsAt[T](out)[:0], elementsAt[T](first), elementsAt[T](second)
	for len(a) > 0 && len(b) > 0 {
		if o(b[0], a[0]) < 0 {
			merged, b = append(merged, b[0]), b[1:]
		} else {
			merged, a = append(merged, a[0]), a[1:]
		}
	}
	_ = append(append(merged, a...), b...)
}
