package coarray

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// eachWay runs a program with mapped and with unmapped images.
func eachWay(t *testing.T, n int, program func(ctx context.Context, me *Image) error) {
	t.Helper()
	for name, options := range map[string][]Option{"mapped": nil, "unmapped": {Unmapped()}} {
		if err := Run(t.Context(), n, program, options...); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// goroutineHere is what the runtime calls the goroutine that calls it.
func goroutineHere() string {
	var text [64]byte
	name, _, _ := bytes.Cut(text[:runtime.Stack(text[:], false)], []byte(" ["))
	return string(name)
}

// beside runs f on another goroutine of the image, and waits for it.
func beside(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// TestAdvanceBeside: functions that were shipped run on the goroutine of the image's function
// alone, also if another one asks for progress: nothing that they use needs a lock.
func TestAdvanceBeside(t *testing.T) {
	eachWay(t, 3, func(ctx context.Context, me *Image) error {
		ran := ""
		f, err := Register(me, "f", func(*Image, int) error { ran = goroutineHere(); return nil })
		if err != nil {
			return err
		}
		ready, err := NewEvents(ctx, me, 2)
		if err != nil {
			return err
		}
		next := me.Index()%me.NumImages() + 1
		if err := f.Spawn(next, 1, After(ready.Own(0))); err != nil {
			return err
		}
		var op Op
		beside(func() {
			for range 20 {
				me.Advance()
				_, first := ready.TryWait(1)
				_, second := ready.Count(0)
				_, third := op.TryWait()
				err = errors.Join(err, first, second, third)
				time.Sleep(time.Millisecond)
			}
		})
		if err != nil {
			return err
		}
		if err := ready.Wait(ctx, 0); err != nil {
			return err
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
		if here := goroutineHere(); ran != here {
			return fmt.Errorf("the function ran on %q, not on %q", ran, here)
		}
		return nil
	})
}

// TestBeginBeside: another goroutine that begins what only the image's own may is told so.
func TestBeginBeside(t *testing.T) {
	eachWay(t, 2, func(ctx context.Context, me *Image) error {
		u, err := New[int](ctx, me, 4)
		if err != nil {
			return err
		}
		f, err := Register(me, "f", func(*Image, int) error { return nil })
		if err != nil {
			return err
		}
		own, err := NewLocalEvents(me, 1)
		if err != nil {
			return err
		}
		set := NewEventSet(me)
		if err := errors.Join(set.AddAll(own), own.Post(1, 0)); err != nil {
			return err
		}
		var op Op
		one, g := []int{1}, func(*Image, int) error { return nil }
		for name, call := range map[string]func() error{
			"Register":     func() error { return second(Register(me, "g", g)) },
			"Spawn":        func() error { return f.Spawn(1, 1) },
			"PutAsync":     func() error { return u.At(2).PutAsync(0, one, As(&op)) },
			"BarrierAsync": func() error { return BarrierAsync(me) },
			"SumAsync":     func() error { return SumAsync(me, one, one) },
			"WaitAny":      func() error { return second(set.WaitAny(ctx)) },
			"WaitAll":      func() error { return set.WaitAll(ctx) },
			"Sort":         func() error { return Sort(ctx, me, one, one, cmp.Compare[int]) },
			// what would be complete at once
			"PutAsync, After": func() error { return u.At(2).PutAsync(0, one, After(own.Own(0))) },
			"puts": func() error {
				return u.At(2).PutAsync(0, []int{1, 2}, After(own.Own(0)))
			},
			"GetAsync": func() error { return u.At(2).GetAsync(0, one, After(own.Own(0))) },
			"sections, PutAsync": func() error {
				return PutAsync(me, u.At(2).Section(Range(0, 1)), one, After(own.Own(0)))
			},
			"sections, GetAsync": func() error {
				return GetAsync(me, one, u.At(2).Section(Range(0, 1)), After(own.Own(0)))
			},
			"CopyAsync": func() error {
				return CopyAsync(me, u.Section(All()), u.At(2).Section(All()), After(own.Own(0)))
			},
		} {
			var err error
			beside(func() { err = call() })
			if !errors.Is(err, ErrGoroutine) {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return me.SyncAll(ctx)
	})
}

// TestWaitBeside: a wait is refused on another goroutine whether or not what it is for is there.
func TestWaitBeside(t *testing.T) {
	eachWay(t, 2, func(ctx context.Context, me *Image) error {
		u, err := New[int](ctx, me, 4)
		if err != nil {
			return err
		}
		own, err := NewLocalEvents(me, 1)
		if err != nil {
			return err
		}
		var op Op
		if err := errors.Join(own.Post(1, 0), own.Post(1, 0),
			u.At(me.Index()).PutAsync(0, []int{1}, As(&op))); err != nil {
			return err
		}
		for done := false; !done; { // until the put is complete
			count, err := op.event.events.Count(op.event.i)
			if err != nil {
				return err
			}
			done = count > 0
		}
		for name, wait := range map[string]func() error{
			"Op.Wait":      func() error { return op.Wait(ctx) },
			"Events.Wait":  func() error { return own.Wait(ctx, 0) },
			"Events.WaitN": func() error { return own.WaitN(ctx, 0, 2) },
			"Event.Wait":   func() error { return own.Own(0).Wait(ctx) },
		} {
			var err error
			beside(func() { err = wait() })
			if !errors.Is(err, ErrGoroutine) {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return errors.Join(op.Wait(ctx), own.WaitN(ctx, 0, 2), me.SyncAll(ctx))
	})
}

// TestNoFunction: nil for a function is an error of the call, before it tells other images
// anything.
func TestNoFunction(t *testing.T) {
	eachWay(t, 2, func(ctx context.Context, me *Image) error {
		whole, err := me.SplitTeam(ctx, 1, 0)
		if err != nil {
			return err
		}
		critical, err := NewCritical(ctx, me)
		if err != nil {
			return err
		}
		one := []int{1}
		for name, err := range map[string]error{
			"Reduce":      second(Reduce(ctx, me, 1, nil)),
			"ReduceSlice": ReduceSlice(ctx, me, one, nil),
			"ReduceAsync": ReduceAsync(me, one, one, nil),
			"Sort":        Sort(ctx, me, one, one, nil), "SortAsync": SortAsync(me, one, one, nil),
			"Register":       second(Register[int](me, "f", nil)),
			"RegisterResult": second(RegisterResult[int, int](me, "f", nil)),
			"InTeam":         me.InTeam(ctx, whole, nil), "Finish": me.Finish(ctx, nil),
			"Do": critical.Do(ctx, nil), "Run": Run(ctx, 1, nil),
		} {
			if !errors.Is(err, ErrZeroValue) || !strings.Contains(err.Error(), "is given nil for") {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return me.SyncAll(ctx)
	})
}

// TestEndAfterFailure: an image whose program has ended in a team without the image that failed
// waits no longer for what it has begun there.
func TestEndAfterFailure(t *testing.T) {
	eachWay(t, 3, func(ctx context.Context, me *Image) error {
		f, err := Register(me, "f", func(*Image, int) error { return nil })
		if err != nil {
			return err
		}
		if me.Index() == 2 {
			me.Fail()
		}
		if err := me.SyncAll(ctx); !errors.Is(err, ErrFailedImage) {
			return err
		}
		if err := f.Spawn(2, 1); err != nil {
			return err
		}
		rest, err := me.FormTeam(ctx, 1)
		if !errors.Is(err, ErrFailedImage) {
			return err
		}
		return me.InTeam(ctx, rest, func(me *Image) error { return me.SyncAll(ctx) })
	})
}

// TestMainInside: Main inside an image's function does not begin runs in runs without end.
func TestMainInside(t *testing.T) {
	err := Run(t.Context(), 2, func(context.Context, *Image) error {
		Main(func(context.Context, *Image) error { return nil })
		return nil
	})
	if !errors.Is(err, errNested) {
		t.Error(err)
	}
}

// TestHeapBounds: a heap that nothing can hold is an error, not a panic.
func TestHeapBounds(t *testing.T) {
	nothing := func(context.Context, *Image) error { return nil }
	if err := Run(t.Context(), 1, nothing, Heap(-1)); !errors.Is(err, ErrShape) {
		t.Error(err)
	}
	for _, bytes := range []int{1 << 46, 1 << 62} {
		if err := Run(t.Context(), 1, nothing, Heap(bytes)); err == nil {
			t.Errorf("a heap of %d bytes", bytes)
		}
	}
}
