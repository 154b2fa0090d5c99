package coarray

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
)

// TestValues: a range over a section has what CopyTo gives, in the same order, and may be left.
func TestValues(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		for _, dims := range [][]int{{}, {0}, {10000}, {1, 9000}, {3, 5, 700}, {2, 4500}} {
			u, err := New[int32](ctx, me, dims...)
			if err != nil {
				return err
			}
			for i := range u.Local() {
				u.Local()[i] = int32(10*i + me.Index())
			}
			subscripts := make([]Subscript, len(dims))
			for d := range dims {
				subscripts[d] = All().By(1 - 3*(d%2)) // every one, and backwards every second
			}
			if err := me.SyncAll(ctx); err != nil {
				return err
			}
			s := u.At(right(me)).Section(subscripts...)
			want := make([]int32, s.Len())
			if err := s.CopyTo(want); err != nil {
				return err
			}
			if got := slices.Collect(s.Values()); !slices.Equal(got, want) {
				return fmt.Errorf("dimensions %v: %d elements, not %d", dims, len(got), len(want))
			}
			for i, v := range s.All() {
				if v != want[i] || i == 7 {
					break
				}
			}
			if err := me.SyncAll(ctx); err != nil {
				return err
			}
		}
		return partsOfAll(ctx, me)
	})
}

func partsOfAll(ctx context.Context, me *Image) error {
	u, err := New[int](ctx, me)
	if err != nil {
		return err
	}
	u.Local()[0] = 1 << me.Index()
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	sum := 0
	for k, part := range u.Parts() {
		if v := part.Load(0); v != 1<<k {
			return fmt.Errorf("image %d has %d", k, v)
		}
		sum += part.Load(0)
	}
	if sum != 1<<(me.NumImages()+1)-2 {
		return fmt.Errorf("the sum is %d", sum)
	}
	err = guarded(func() error {
		for range u.At(0).Section().Values() {
			break
		}
		return nil
	})
	if !errors.Is(err, ErrImageRange) {
		return fmt.Errorf("elements of image 0: %v", err)
	}
	return me.SyncAll(ctx)
}
