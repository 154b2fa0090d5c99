package coarray_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/coarray"
)

// statement is a statement of a team.
type statement func(ctx context.Context, me *coarray.Image, x *coarray.Coarray[int]) error

// of makes a statement of one that has no use for the coarray.
func of(do func(ctx context.Context, me *coarray.Image) error) statement {
	return func(ctx context.Context, me *coarray.Image, _ *coarray.Coarray[int]) error {
		return do(ctx, me)
	}
}

// each is a slice with an element for each image.
func each(me *coarray.Image) []int { return make([]int, me.NumImages()) }

var statements = map[string]statement{
	"SyncAll": of(func(ctx context.Context, me *coarray.Image) error { return me.SyncAll(ctx) }),
	"FormTeam": of(func(ctx context.Context, me *coarray.Image) error {
		_, err := me.FormTeam(ctx, 1)
		return err
	}),
	"SplitTeam": of(func(ctx context.Context, me *coarray.Image) error {
		_, err := me.SplitTeam(ctx, 1, 1)
		return err
	}),
	"New": of(func(ctx context.Context, me *coarray.Image) error {
		_, err := coarray.New[int](ctx, me, 5)
		return err
	}),
	"Free": func(ctx context.Context, me *coarray.Image, x *coarray.Coarray[int]) error {
		return x.Free(ctx)
	},
	"New of float32": of(func(ctx context.Context, me *coarray.Image) error { // of the same size
		_, err := coarray.New[float32](ctx, me, 10)
		return err
	}),
	"New of 5 by 1": of(func(ctx context.Context, me *coarray.Image) error {
		_, err := coarray.New[int](ctx, me, 5, 1)
		return err
	}),
	"New of 7": of(func(ctx context.Context, me *coarray.Image) error {
		_, err := coarray.New[int](ctx, me, 7)
		return err
	}),
	"NewEvents": of(func(ctx context.Context, me *coarray.Image) error {
		_, err := coarray.NewEvents(ctx, me, 1)
		return err
	}),
	"NewLocks": of(func(ctx context.Context, me *coarray.Image) error {
		_, err := coarray.NewLocks(ctx, me, 1)
		return err
	}),
	"Finish": of(func(ctx context.Context, me *coarray.Image) error {
		return me.Finish(ctx, func() error { return nil })
	}),
	"SyncTeam": of(func(ctx context.Context, me *coarray.Image) error {
		return me.SyncTeam(ctx, me.Team())
	}),
	"SyncImages of 1": of(func(ctx context.Context, me *coarray.Image) error { // image 1: of 2
		return me.SyncImages(ctx, max(1, 3-me.Index()))
	}),
	"SyncImages": of(func(ctx context.Context, me *coarray.Image) error {
		return me.SyncImagesAll(ctx)
	}),
	"Sum": of(func(ctx context.Context, me *coarray.Image) error {
		_, err := coarray.Sum(ctx, me, 5)
		return err
	}),
	"Sum of float64": of(func(ctx context.Context, me *coarray.Image) error {
		_, err := coarray.Sum(ctx, me, 5.0)
		return err
	}),
	"Sum on 2": of(func(ctx context.Context, me *coarray.Image) error {
		_, err := coarray.Sum(ctx, me, 5, coarray.ResultOn(2))
		return err
	}),
	"Max": of(func(ctx context.Context, me *coarray.Image) error {
		_, err := coarray.Max(ctx, me, 5)
		return err
	}),
	"SumSlice": of(func(ctx context.Context, me *coarray.Image) error { // as long as what New sends
		return coarray.SumSlice(ctx, me, make([]int, 6))
	}),
	"Long SumSlice": of(func(ctx context.Context, me *coarray.Image) error {
		return coarray.SumSlice(ctx, me, make([]int, 10000))
	}),
	"Broadcast": of(func(ctx context.Context, me *coarray.Image) error {
		_, err := coarray.Broadcast(ctx, me, 5, 1)
		return err
	}),
	"Broadcast from 2": of(func(ctx context.Context, me *coarray.Image) error {
		_, err := coarray.Broadcast(ctx, me, 5, 2)
		return err
	}),
	"Gather on 1": of(func(ctx context.Context, me *coarray.Image) error {
		return coarray.Gather(ctx, me, each(me), []int{1}, 1)
	}),
	"Gather on 2": of(func(ctx context.Context, me *coarray.Image) error {
		return coarray.Gather(ctx, me, each(me), []int{1}, 2)
	}),
	"AllGather": of(func(ctx context.Context, me *coarray.Image) error {
		return coarray.AllGather(ctx, me, each(me), []int{1})
	}),
	"AllGather of 7": of(func(ctx context.Context, me *coarray.Image) error {
		return coarray.AllGather(ctx, me, make([]int, 7*me.NumImages()), make([]int, 7))
	}),
	"Scatter from 1": of(func(ctx context.Context, me *coarray.Image) error {
		return coarray.Scatter(ctx, me, []int{1}, each(me), 1)
	}),
	"BarrierAsync": waits(func(me *coarray.Image, as coarray.Option) error {
		return coarray.BarrierAsync(me, as)
	}),
	"SumAsync": waits(func(me *coarray.Image, as coarray.Option) error {
		return coarray.SumAsync(me, make([]int, 3), make([]int, 3), as)
	}),
	"BroadcastAsync": waits(func(me *coarray.Image, as coarray.Option) error {
		return coarray.BroadcastAsync(me, make([]int, 3), 2, as)
	}),
	"AllGatherAsync": waits(func(me *coarray.Image, as coarray.Option) error {
		return coarray.AllGatherAsync(me, each(me), []int{1}, as)
	}),
	"AllToAll": of(func(ctx context.Context, me *coarray.Image) error {
		return coarray.AllToAll(ctx, me, each(me), each(me))
	}),
}

// waits makes a statement of one that begins an operation: it waits for its end.
func waits(begin func(me *coarray.Image, as coarray.Option) error) statement {
	return of(func(ctx context.Context, me *coarray.Image) error {
		var op coarray.Op
		if err := begin(me, coarray.As(&op)); err != nil {
			return err
		}
		return op.Wait(ctx)
	})
}

// TestMismatches: where the first image executes another statement than the others, each that waits
// gets an error that names both statements and their lines, and so does its next statement.
func TestMismatches(t *testing.T) {
	for _, c := range []struct {
		first, others string
		sizes         bool // only the lengths differ
		passes        bool // some have nothing to wait for
	}{
		{first: "SyncAll", others: "New"},
		{first: "New", others: "SyncAll"},
		{first: "SyncAll", others: "Free"},
		{first: "SyncAll", others: "FormTeam"},
		{first: "SplitTeam", others: "FormTeam"},
		{first: "SplitTeam", others: "SyncAll"},
		{first: "SyncAll", others: "Sum"},
		{first: "Sum", others: "SyncAll"},
		{first: "SyncAll", others: "AllGather"},
		{first: "AllGather", others: "SyncAll"},
		{first: "SyncAll", others: "Scatter from 1"},
		{first: "SyncAll", others: "Gather on 2", passes: true},
		{first: "New", others: "Free"},
		{first: "New", others: "Sum"},
		{first: "New", others: "SumSlice"},
		{first: "New", others: "AllGather"},
		{first: "Sum", others: "Max"},
		{first: "Sum", others: "Sum of float64"},
		{first: "Sum", others: "Sum on 2"},
		{first: "Sum", others: "Broadcast"},
		{first: "Sum", others: "AllGather"},
		{first: "AllGather", others: "Sum"},
		{first: "SumSlice", others: "Long SumSlice", sizes: true},
		{first: "AllGather", others: "Long SumSlice"},
		{first: "Broadcast", others: "Broadcast from 2"},
		{first: "Gather on 1", others: "Gather on 2", passes: true},
		{first: "Gather on 1", others: "Scatter from 1"},
		{first: "AllGather", others: "Scatter from 1"},
		{first: "AllGather", others: "AllToAll"},
		{first: "AllGather", others: "AllGather of 7", sizes: true},
		{first: "SyncAll", others: "BarrierAsync"},
		{first: "BarrierAsync", others: "SyncAll"},
		{first: "SyncAll", others: "SumAsync"},
		{first: "SumAsync", others: "SyncAll"},
		{first: "SumAsync", others: "New"},
		{first: "Sum", others: "SumAsync"},
		{first: "BroadcastAsync", others: "SyncAll"},
		{first: "AllGatherAsync", others: "Free"},
		{first: "SumAsync", others: "AllToAll"},
		{first: "Finish", others: "SyncAll"},
		{first: "SyncAll", others: "Finish"},
		{first: "Finish", others: "Sum"},
		{first: "Free", others: "Finish"},
		{first: "Finish", others: "SumAsync"},
		{first: "SyncTeam", others: "Broadcast"},
		{first: "SyncImages of 1", others: "SyncAll"},
		{first: "SyncAll", others: "SyncImages of 1"},
		{first: "SyncImages of 1", others: "Sum"},
		{first: "Sum", others: "SyncImages of 1"},
		{first: "SyncImages of 1", others: "New"},
		{first: "New", others: "SyncImages of 1"},
		{first: "Finish", others: "SyncImages of 1"},
		{first: "SyncImages of 1", others: "Finish"},
		{first: "SyncImages", others: "Free"},
		{first: "SyncTeam", others: "SyncImages of 1"},
		{first: "SyncImages", others: "FormTeam"},
		{first: "BarrierAsync", others: "SumAsync"},
		{first: "SumAsync", others: "BarrierAsync"},
		{first: "BarrierAsync", others: "AllToAll"},
		{first: "AllGatherAsync", others: "BarrierAsync"},
		{first: "BroadcastAsync", others: "BarrierAsync"},
	} {
		for _, images := range []int{2, 3} {
			t.Run(fmt.Sprintf("%s, %s, %d", c.first, c.others, images), func(t *testing.T) {
				t.Parallel()
				first, again, err := mismatch(t.Context(), images, statements[c.first],
					statements[c.others])
				if err != nil {
					t.Error(err)
				}
				for k := range images {
					if c.passes && first[k] == nil {
						continue
					}
					if c.sizes {
						if !errors.Is(first[k], coarray.ErrSizes) {
							t.Errorf("image %d: %v", k+1, first[k])
						}
						continue
					}
					places := 2
					if c.passes {
						places = 1 // who had nothing to wait for does not stand there any more
					}
					told(t, k+1, first[k], places)
					told(t, k+1, again[k], places)
				}
			})
		}
	}
}

// TestRootGoesOn: the root of a broadcast, which waits for nobody, is told at its next statement,
// where it stands then, that others have begun something else.
func TestRootGoesOn(t *testing.T) {
	err := coarray.Run(t.Context(), 3, func(ctx context.Context, me *coarray.Image) error {
		var op coarray.Op
		var err error
		if me.Index() == 1 {
			err = coarray.BroadcastAsync(me, []int{1, 2, 3}, 1, coarray.As(&op))
		} else if err = coarray.BarrierAsync(me, coarray.As(&op)); err == nil {
			return op.Wait(ctx)
		}
		return errors.Join(err, op.Wait(ctx), me.SyncAll(ctx))
	})
	if !errors.Is(err, coarray.ErrMismatch) ||
		!strings.Contains(err.Error(), "mismatches_test.go:") {
		t.Error(err)
	}
}

// TestKindsOfCoarrays: where images make different coarrays, each gets an error with all places,
// and none waits.
func TestKindsOfCoarrays(t *testing.T) {
	for _, c := range []struct {
		first, others string
		want          error
		text          string
	}{
		{"New", "New of float32", coarray.ErrMismatch, "differs in kind, or in the type of elem"},
		{"New", "New of 5 by 1", coarray.ErrMismatch, "differs in bounds: "},
		{"NewEvents", "NewLocks", coarray.ErrMismatch, "differs in kind, or in the type of elem"},
		{"New", "New of 7", coarray.ErrSizes, ""},
	} {
		first, again, err := mismatch(t.Context(), 3, statements[c.first], statements[c.others])
		if err != nil {
			t.Error(err)
		}
		for k, err := range first {
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) ||
				strings.Count(err.Error(), "mismatches_test.go:") != 2 {
				t.Errorf("%s, %s: image %d: %v", c.first, c.others, k+1, err)
			}
			if again[k] != nil {
				t.Errorf("%s, %s: image %d: then %v", c.first, c.others, k+1, again[k])
			}
		}
	}
}

// TestDifferentFrees: where images free different coarrays, each is told which image frees which
// one, and where.
func TestDifferentFrees(t *testing.T) {
	for name, options := range map[string][]coarray.Option{"mapped": nil,
		"unmapped": {coarray.Unmapped()}} {
		if err := coarray.Run(t.Context(), 3, freesAnother, options...); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func freesAnother(ctx context.Context, me *coarray.Image) error {
	var all [2]*coarray.Coarray[int]
	for i := range all {
		var err error
		if all[i], err = coarray.New[int](ctx, me, 4); err != nil {
			return err
		}
	}
	err := all[min(me.Index(), 2)-1].Free(ctx)
	if !errors.Is(err, coarray.ErrMismatch) {
		return fmt.Errorf("freed: %v", err)
	}
	for part, count := range map[string]int{"image 1 frees at ": 1, "images 2, 3 free at ": 1,
		"mismatches_test.go:": 4, "a coarray of 32 bytes allocated at ": 2,
		"(number 1 of 2 such)": 1, "(number 2 of 2 such)": 1} {
		if strings.Count(err.Error(), part) != count {
			return fmt.Errorf("%q is not there %d times: %w", part, count, err)
		}
	}
	return errors.Join(all[0].Free(ctx), all[1].Free(ctx))
}

// mismatch has the first image execute another statement than the others, and all one more.
func mismatch(ctx context.Context, images int, one, other statement) (first, again []error,
	err error) {
	return mismatchWith(ctx, images, one, other)
}

// mismatchWith is mismatch in a run with options.
func mismatchWith(ctx context.Context, images int, one, other statement,
	options ...coarray.Option) (first, again []error, err error) {
	first, again = make([]error, images), make([]error, images)
	err = coarray.Run(ctx, images, func(ctx context.Context, me *coarray.Image) error {
		x, err := coarray.New[int](ctx, me, 4)
		if err != nil {
			return err
		}
		do := other
		if me.Index() == 1 {
			do = one
		}
		k := me.Index() - 1
		first[k] = do(ctx, me, x)
		_, again[k] = coarray.Sum(ctx, me, 1)
		return nil
	}, options...)
	return first, again, err
}

// told looks at the error of a mismatch.
func told(t *testing.T, image int, err error, places int) {
	t.Helper()
	if !errors.Is(err, coarray.ErrMismatch) {
		t.Errorf("image %d: %v", image, err)
		return
	}
	text := err.Error()
	if strings.Count(text, "mismatches_test.go:") < places {
		t.Errorf("image %d: not so many lines: %s", image, text)
	}
	for _, once := range []string{"images of a team execute different statements",
		"images have begun different collective operations", "the team can execute no more"} {
		if strings.Count(text, once) > 1 {
			t.Errorf("image %d: said twice: %s", image, text)
		}
	}
}

// TestOpIsNamed: the wait of an Op is not told as one of an event.
func TestOpIsNamed(t *testing.T) {
	first, _, err := mismatch(t.Context(), 2, statements["SyncAll"], statements["BarrierAsync"])
	if err != nil {
		t.Error(err)
	}
	for k, err := range first {
		if err == nil || !strings.Contains(err.Error(), "executes Op.Wait at ") {
			t.Errorf("image %d: %v", k+1, err)
		}
	}
}

// TestOpAfterCancel: a collective operation goes on when the context of the wait for it has ended,
// and may be waited for again.
func TestOpAfterCancel(t *testing.T) {
	for name, options := range map[string][]coarray.Option{"mapped": nil,
		"unmapped": {coarray.Unmapped()}} {
		t.Run(name, func(t *testing.T) {
			if err := coarray.Run(t.Context(), 3, sumAfterCancel, options...); err != nil {
				t.Error(err)
			}
		})
	}
}

// sumAfterCancel has the images begin a sum when image 1 has given up its first wait for it.
func sumAfterCancel(ctx context.Context, me *coarray.Image) error {
	begin, err := coarray.NewEvents(ctx, me, 1)
	if err != nil {
		return err
	}
	if me.Index() != 1 {
		if err := begin.Wait(ctx, 0); err != nil {
			return err
		}
	}
	var op coarray.Op
	sum := make([]int, 1)
	if err := coarray.SumAsync(me, sum, []int{me.Index()}, coarray.As(&op)); err != nil {
		return err
	}
	if me.Index() == 1 {
		ended, cancel := context.WithCancel(ctx)
		cancel()
		if err := op.Wait(ended); !errors.Is(err, context.Canceled) {
			return fmt.Errorf("a wait whose context has ended: %v", err)
		}
		for k := 2; k <= me.NumImages(); k++ {
			if err := begin.Post(k, 0); err != nil {
				return err
			}
		}
	}
	if err := op.Wait(ctx); err != nil || sum[0] != 6 {
		return fmt.Errorf("the sum is %d: %w", sum[0], err)
	}
	return nil
}

// TestOtherGoroutineSynchronizes: nor may it execute a statement of the team, though that would not
// have to wait: each returns the error with its line, and the image's own goroutine goes on.
func TestOtherGoroutineSynchronizes(t *testing.T) {
	for name, options := range map[string][]coarray.Option{"mapped": nil,
		"unmapped": {coarray.Unmapped()}} {
		if err := coarray.Run(t.Context(), 2, elsewhere, options...); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func elsewhere(ctx context.Context, me *coarray.Image) error {
	x, err := coarray.New[int](ctx, me)
	if err != nil {
		return err
	}
	for name, do := range map[string]func() error{
		"SyncAll":    func() error { return me.SyncAll(ctx) },
		"SyncImages": func() error { return me.SyncImages(ctx, 3-me.Index()) },
		"Sum":        func() error { _, err := coarray.Sum(ctx, me, 1); return err },
		"New":        func() error { _, err := coarray.New[int](ctx, me); return err },
		"Free":       func() error { return x.Free(ctx) },
		"FormTeam":   func() error { _, err := me.FormTeam(ctx, 1); return err },
		"Finish":     func() error { return me.Finish(ctx, func() error { return nil }) },
	} {
		refused := make(chan error)
		go func() { refused <- do() }()
		err := <-refused
		if !errors.Is(err, coarray.ErrGoroutine) ||
			!strings.Contains(err.Error(), "mismatches_test.go:") {
			return fmt.Errorf("another goroutine executes %s: %w", name, err)
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
	}
	return nil
}
