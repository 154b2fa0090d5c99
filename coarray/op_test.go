package coarray

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// TestReduceInOrder: Reduce combines the images in their order, on any number of them, and so does
// ReduceAsync.
func TestReduceInOrder(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for _, options := range [][]Option{nil, {Unmapped()}} {
			want := affine{1, 0}
			for k := 1; k <= n; k++ {
				want = compose(want, affine{uint64(k) + 1, uint64(k)})
			}
			err := Run(t.Context(), n, func(ctx context.Context, me *Image) error {
				own := affine{uint64(me.Index()) + 1, uint64(me.Index())}
				all, err := Reduce(ctx, me, own, compose)
				one, err1 := Reduce(ctx, me, own, compose, ResultOn(me.NumImages()))
				later, last := make([]affine, 1), make([]affine, 1)
				var op Op
				err2 := ReduceAsync(me, later, []affine{own}, compose, As(&op))
				err3 := ReduceAsync(me, last, []affine{own}, compose, As(&op),
					ResultOn(me.NumImages()))
				if err := errors.Join(err, err1, err2, err3, op.Wait(ctx)); err != nil {
					return err
				}
				wantOne, wantLast := own, affine{}
				if me.Index() == me.NumImages() {
					wantOne, wantLast = want, want
				}
				if all != want || later[0] != want || one != wantOne || last[0] != wantLast {
					return fmt.Errorf("%v %v %v %v, want %v", all, later, one, last, want)
				}
				return nil
			}, options...)
			if err != nil {
				t.Errorf("%d images: %v", n, err)
			}
		}
	}
}

// TestOp: an Op stands for copies, collectives and shipped functions, several at a time.
func TestOp(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		u, err := New[int](ctx, me, 1000)
		if err != nil {
			return err
		}
		ran := 0
		count, err := Register(me, "count", func(*Image, int) error { ran++; return nil })
		if err != nil {
			return err
		}
		var none, op Op
		if err := none.Wait(ctx); err != nil {
			return err
		}
		for round := range 40 { // more than there are events at once
			there, big := u.At(right(me)), make([]int, 500)
			sum := make([]int, 1)
			big[0] = round
			err := errors.Join(
				there.PutAsync(0, big, As(&op)), there.PutAsync(500, []int{round}, As(&op)),
				SumAsync(me, sum, []int{1}, As(&op)), count.Spawn(right(me), 1, As(&op)),
				BarrierAsync(me, As(&op)), op.Wait(ctx), me.SyncAll(ctx))
			if err != nil {
				return err
			}
			if l := u.Local(); l[0] != round || l[500] != round || sum[0] != me.NumImages() {
				return fmt.Errorf("round %d: %d %d %d", round, l[0], l[500], sum[0])
			}
			if done, err := op.TryWait(); !done || err != nil {
				return fmt.Errorf("an Op that was waited for is not complete: %v", err)
			}
			if err := me.SyncAll(ctx); err != nil {
				return err
			}
		}
		if ran != 40 {
			return fmt.Errorf("the function ran %d times", ran)
		}
		return opThatGoesOn(ctx, me, u)
	})
}

// opThatGoesOn: a wait that its context ends can be taken up again.
func opThatGoesOn(ctx context.Context, me *Image, u *Coarray[int]) error {
	begin, err := NewLocalEvents(me, 1)
	if err != nil {
		return err
	}
	var op Op
	if err := u.At(right(me)).PutAsync(1, []int{77}, Before(begin.Own(0)), As(&op)); err != nil {
		return err
	}
	if done, err := op.TryWait(); done || err != nil {
		return fmt.Errorf("a copy that has not begun is complete: %v", err)
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	if err := op.Wait(over); !errors.Is(err, context.Canceled) {
		return fmt.Errorf("a wait whose context has ended: %v", err)
	}
	if err := errors.Join(begin.Own(0).Post(), op.Wait(ctx), me.SyncAll(ctx)); err != nil {
		return err
	}
	if got := u.Local()[1]; got != 77 {
		return fmt.Errorf("the copy brought %d", got)
	}
	return me.SyncAll(ctx)
}

// TestOptionsRefused: a call names the option that it does not take.
func TestOptionsRefused(t *testing.T) {
	program := func(ctx context.Context, me *Image) error {
		one := []int{1}
		var op Op
		var nothing Pointer[int]
		u, err := New[int](ctx, me, 1)
		if err != nil {
			return err
		}
		for what, err := range map[string]error{
			"After": BarrierAsync(me, After(Event{})), "On": nothing.On(me).Err(),
			"Before": u.At(1).PutAsync(0, one, Before(Event{})),
			"Load":   second(nothing.Load(me, 0)), "Store": nothing.Store(me, 0, 1),
		} {
			if !errors.Is(err, ErrZeroValue) {
				return fmt.Errorf("%s of a zero value: %v", what, err)
			}
		}
		_, team := me.FormTeam(ctx, 1, Images(2))
		_, sum := Sum(ctx, me, 1, Trace())
		for what, err := range map[string]error{
			"FormTeam does not take Images": team, "Sum takes no Trace": sum,
			"does not take the zero value": SumAsync(me, one, one, Option{}),
			"a nil Op":                     BarrierAsync(me, As(nil)),
			"As twice":                     u.At(1).PutAsync(0, one, As(&op), As(&op)),
			"AllGather takes no":           AllGatherAsync(me, one, one, ResultOn(1)),
		} {
			if !errors.Is(err, ErrOption) {
				return fmt.Errorf("%s: %v", what, err)
			}
		}
		return nil
	}
	if err := Run(t.Context(), 1, program); err != nil {
		t.Error(err)
	}
	if err := Run(t.Context(), 1, program, After(Event{})); !errors.Is(err, ErrOption) {
		t.Errorf("Run with After: %v", err)
	}
}

// TestNoEvent: an event that nobody has made is refused by copies of every length, whatever stands
// beside it, and so are other options of copies to NoImage.
func TestNoEvent(t *testing.T) {
	everywhere(t, func(ctx context.Context, me *Image) error {
		const longest = 50000
		u, err := New[int](ctx, me, longest)
		if err != nil {
			return err
		}
		events, err := NewLocalEvents(me, 1)
		if err != nil {
			return err
		}
		there, none := After(events.Own(0)), After(Event{})
		for _, n := range []int{1, 3, longest} {
			span, own := Range(0, n), make([]int, n)
			for _, image := range []int{right(me), NoImage} {
				part := u.At(image)
				section := part.Section(span)
				for _, options := range [][]Option{{none}, {there, none}, {none, there}} {
					for i, err := range []error{
						CopyAsync(me, section, u.Section(span), options...),
						CopyAsync(me, u.Section(span), section, options...),
						PutAsync(me, section, own, options...),
						GetAsync(me, own, section, options...),
						part.PutAsync(0, own, options...), part.GetAsync(0, own, options...)} {
						if !errors.Is(err, ErrZeroValue) {
							return fmt.Errorf("copy %d of %d to image %d: %v", i, n, image, err)
						}
					}
				}
				if err := part.PutAsync(0, own, ResultOn(1)); !errors.Is(err, ErrOption) {
					return fmt.Errorf("ResultOn with image %d: %v", image, err)
				}
			}
		}
		return nil
	})
}
