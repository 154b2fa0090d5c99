package coarray

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
)

func TestFill(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		for _, dims := range [][]int{{}, {1, 1}, {9000}, {3, 4000}, {7, 50, 30}, {2, 0}} {
			u, err := New[int32](ctx, me, dims...)
			if err != nil {
				return err
			}
			all := make([]Subscript, len(dims))
			for d := range all {
				all[d] = All()
			}
			there := u.At(right(me)).Section(all...)
			if err := errors.Join(there.Fill(7), me.SyncAll(ctx)); err != nil {
				return err
			}
			for i, v := range u.Local() {
				if v != 7 {
					return fmt.Errorf("dimensions %v: element %d is %d", dims, i, v)
				}
			}
			if len(dims) > 0 && dims[0] > 1 {
				every := append([]Subscript{Range(dims[0]-1, -1).By(-2)}, all[1:]...)
				if err := errors.Join(me.SyncAll(ctx), u.At(right(me)).Section(every...).Fill(8),
					me.SyncAll(ctx)); err != nil {
					return err
				}
				row := u.Len() / dims[0]
				for i, v := range u.Local() {
					if want := int32(7 + (1-(dims[0]-1-i/row)%2)%2); v != want {
						return fmt.Errorf("dimensions %v: element %d is %d, not %d", dims, i, v,
							want)
					}
				}
			}
			if err := u.Free(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestSectionsNeedNoMemory: making and copying a section that is a line allocates nothing, nor does
// copying a block.
func TestSectionsNeedNoMemory(t *testing.T) {
	err := Run(t.Context(), 1, func(ctx context.Context, me *Image) error {
		u, err := New[float64](ctx, me, 20, 1000)
		if err != nil {
			return err
		}
		there, row, column := u.At(right(me)), make([]float64, 1000), make([]float64, 20)
		block, corner := there.Section(Range(1, 5), Range(2, 6)), u.Section(Range(10, 14),
			Range(500, 504))
		for what, copies := range map[string]func() error{
			"row":    func() error { return there.Section(Index(4), All()).CopyFromSlice(row) },
			"column": func() error { return there.Section(All(), Index(300)).CopyTo(column) },
			"rows": func() error {
				return there.Section(Index(4),
					Range(0, 900)).CopyFrom(u.Section(Index(5), Range(100, 1000)))
			},
			"block": func() error { return corner.CopyFrom(block) },
			"put":   func() error { return there.Put(700, row) },
			"fill":  func() error { return there.Section(Index(4), All()).Fill(1) },
		} {
			n := testing.AllocsPerRun(100, func() { err = errors.Join(err, copies()) })
			if n != 0 || err != nil {
				return fmt.Errorf("%s: %v allocations, %v", what, n, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestLinesOfEveryLength: elements of a line go one by one and eight at a time, forwards and
// backwards.
func TestLinesOfEveryLength(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		return errors.Join(
			lines(ctx, me, func(i int) uint8 { return uint8(i) }),
			lines(ctx, me, func(i int) float64 { return float64(i) }),
			lines(ctx, me, func(i int) [3]int32 { return [3]int32{int32(i), -1, int32(-i)} }),
			lines(ctx, me, func(i int) [20]int64 { return [20]int64{0: int64(i), 19: int64(-i)} }),
		)
	})
}

func lines[T comparable](ctx context.Context, me *Image, value func(i int) T) error {
	const size = 80
	u, err := New[T](ctx, me, size)
	if err != nil {
		return err
	}
	there := u.At(right(me))
	for _, step := range []int{-3, -1, 1, 2, 5} {
		for n := 0; n*max(step, -step) <= size; n++ {
			first := 0
			if step < 0 && n > 0 {
				first = size - 1
			}
			section := there.Section(Range(first, first+n*step).By(step))
			put, got := make([]T, n), make([]T, n)
			for i := range put {
				put[i] = value(i + 1)
			}
			clear(u.Local())
			if err := errors.Join(me.SyncAll(ctx), section.CopyFromSlice(put), section.CopyTo(got),
				me.SyncAll(ctx)); err != nil {
				return fmt.Errorf("%d elements, step %d: %w", n, step, err)
			}
			want := make([]T, size)
			for i, v := range put {
				want[first+i*step] = v
			}
			if !slices.Equal(put, got) || !slices.Equal(u.Local(), want) {
				return fmt.Errorf("%d elements of %T, step %d: put %v, got %v", n, put, step, put,
					got)
			}
			if err := me.SyncAll(ctx); err != nil {
				return err
			}
		}
	}
	return u.Free(ctx)
}

// TestBoundsOfAnySize: bounds and steps of a Range may be any numbers; what lies outside of the
// array is an error.
func TestBoundsOfAnySize(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		u, err := New[int](ctx, me, 5)
		if err != nil {
			return err
		}
		v, err := New[int](ctx, me, 5, 5)
		if err != nil {
			return err
		}
		all, err := PointerTo(me, u.Section(All()))
		if err != nil {
			return err
		}
		for _, s := range []Subscript{Range(math.MinInt, math.MaxInt),
			Range(3, math.MinInt).By(-1), Range(4, math.MinInt).By(-2),
			Range(math.MaxInt, math.MinInt).By(-2), Range(-1, math.MaxInt),
			Range(0, math.MaxInt).By(2), Range(math.MinInt, 2).By(math.MaxInt)} {
			_, part := all.Part(s)
			line, plane := u.At(right(me)).Section(s), v.At(right(me)).Section(s, All())
			for _, err := range []error{line.Err(), plane.Err(), part} {
				if !errors.Is(err, ErrShape) {
					return fmt.Errorf("%v: %v", s, err)
				}
			}
		}
		for _, s := range []Subscript{Range(2, math.MaxInt).By(math.MaxInt),
			Range(2, -1).By(math.MinInt)} {
			if x := u.At(right(me)).Section(s); x.Err() != nil || x.Len() != 1 {
				return fmt.Errorf("%v: %d elements, %v", s, x.Len(), x.Err())
			}
		}
		return nil
	})
}
