package coarray

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
)

// TestNumbers: products, least and greatest values, in all forms, agree.
func TestNumbers(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		n, product := me.NumImages(), 1
		for k := range me.Images() {
			product *= k + 1
		}
		own := []int{me.Index() + 1, -me.Index()}
		for _, c := range []struct {
			name  string
			slice func(context.Context, *Image, []int, ...Option) error
			async func(me *Image, dst, src []int, options ...Option) error
			want  int
		}{
			{"product", ProductSlice[int], ProductAsync[int], product},
			{"least", MinSlice[int], MinAsync[int], 2},
			{"greatest", MaxSlice[int], MaxAsync[int], n + 1},
		} {
			values, later := slices.Clone(own), make([]int, 2)
			var op Op
			if err := errors.Join(c.slice(ctx, me, values), c.async(me, later, own, As(&op)),
				op.Wait(ctx)); err != nil {
				return err
			}
			if values[0] != c.want || !slices.Equal(values, later) {
				return fmt.Errorf("%s: %v %v, want %d", c.name, values, later, c.want)
			}
		}
		values := []int{me.Index(), 1}
		err := ReduceSlice(ctx, me, values, func(a, b int) int { return a + b })
		if err == nil && (values[0] != n*(n+1)/2 || values[1] != n) {
			err = fmt.Errorf("ReduceSlice: %v", values)
		}
		return err
	})
}

// TestNames: what events, locks and errors say of themselves.
func TestNames(t *testing.T) {
	err := Run(t.Context(), 2, func(ctx context.Context, me *Image) error {
		events, err := NewEvents(ctx, me, 3)
		if err != nil {
			return err
		}
		locks, err := NewLocks(ctx, me, 4)
		if err != nil {
			return err
		}
		words, err := NewAtomics[int32](ctx, me, 5)
		if err != nil {
			return err
		}
		e, l := events.At(2, 1), locks.At(2, 3)
		if e.String() != "event 1 of image 2" || e.Image() != 2 || e.Index() != 1 ||
			l.String() != "lock 3 of image 2" || locks.Len() != 4 || words.Len() != 5 {
			return fmt.Errorf("%v %v %d %d", e, l, locks.Len(), words.Len())
		}
		set := NewLockSet(me)
		if err := errors.Join(set.Add(l), set.Add(locks.At(1, 0))); err != nil {
			return err
		}
		if got := slices.Collect(set.All()); set.Len() != 2 || got[0] != locks.At(1, 0) {
			return fmt.Errorf("a set of %v", got)
		}
		if status, err := me.ImageStatus(3 - me.Index()); status != Running || err != nil {
			return fmt.Errorf("status %v, %v", status, err)
		}
		dims := slices.Repeat([]int{1}, MaxRank+1)
		if _, err := New[int](ctx, me, dims...); !errors.Is(err, ErrShape) {
			return fmt.Errorf("%d dimensions: %v", len(dims), err)
		}
		return me.SyncAll(ctx)
	})
	if err != nil {
		t.Error(err)
	}
	inner := errors.New("inner")
	of, panicked := &ImageError{3, inner}, &PanicError{Value: inner, Place: "a.go:7"}
	if of.Error() != "image 3: inner" || of.Unwrap() != inner || panicked.Unwrap() != inner ||
		panicked.Error() != "panic: inner, at a.go:7" || StopCode(4).Error() != "stop 4" {
		t.Errorf("%v, %v, %v", of, panicked, StopCode(4))
	}
}

// TestLocksOfOthers: who does not hold a lock cannot free it; that of a failed image is free.
func TestLocksOfOthers(t *testing.T) {
	err := Run(t.Context(), 3, func(ctx context.Context, me *Image) error {
		locks, err := NewLocks(ctx, me, 1)
		if err != nil {
			return err
		}
		lock := locks.At(1, 0)
		if me.Index() == 2 {
			if err := lock.Lock(ctx); err != nil {
				return err
			}
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		if me.Index() == 1 {
			if err := lock.Unlock(); !errors.Is(err, ErrLockedOther) {
				return fmt.Errorf("another image's lock is freed: %v", err)
			}
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		switch me.Index() {
		case 2:
			me.Fail()
		case 3:
			if err := lock.Lock(ctx); !errors.Is(err, ErrUnlockedFailed) {
				return fmt.Errorf("a failed image's lock: %v", err)
			}
			return lock.Unlock()
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
