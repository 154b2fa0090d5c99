package coarray_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/coarray"
	"github.com/coral-pgas/coral/internal/rt"
)

// TestErrorsHaveAPlace: an error of a statement says at which line of the program that stands.
func TestErrorsHaveAPlace(t *testing.T) {
	err := coarray.Run(t.Context(), 2, func(ctx context.Context, me *coarray.Image) error {
		u, err := coarray.New[int](ctx, me, 8)
		if err != nil {
			return err
		}
		events, err := coarray.NewEvents(ctx, me, 1)
		if err != nil {
			return err
		}
		locks, err := coarray.NewLocks(ctx, me, 1)
		if err != nil {
			return err
		}
		freed, err := coarray.New[int](ctx, me, 8)
		if err == nil {
			err = freed.Free(ctx)
		}
		if err != nil {
			return err
		}
		over, cancel := context.WithCancel(ctx)
		cancel()
		_, status := me.ImageStatus(3)
		_, pointers := coarray.New[*int](ctx, me, 1)
		_, number := me.FormTeam(ctx, -1)
		_, twice := me.FormTeam(ctx, 1, coarray.NewIndex(1))
		_, grid := coarray.NewCartesian(me.Team(), []int{3}, []bool{true})
		_, edges := coarray.NewGraph(me.Team(), []int{9})
		_, channel := coarray.Register(me, "f", func(*coarray.Image, chan int) error { return nil })
		shipped, err := coarray.Register(me, "g", func(*coarray.Image, int) error { return nil })
		if err != nil {
			return err
		}
		for name, err := range map[string]error{
			"Put, image": u.At(9).Put(0, []int{1}), "Put, index": u.At(1).Put(9, []int{1}),
			"Range down": u.Section(coarray.Range(6, 2)).Fill(1),
			"Range":      u.Section(coarray.Range(6, 12)).Fill(1),
			"SyncImages": me.SyncImages(ctx, 12), "Post": events.Post(1, 4),
			"ImageStatus": status, "Unlock": locks.Unlock(1, 0), "Wait": events.Wait(over, 0),
			"Free again": freed.Free(ctx), "Put after Free": freed.At(1).Put(0, []int{1}),
			"Section after Free": freed.Section(coarray.Index(0)).Fill(1),
			"New of pointers":    pointers, "FormTeam, number": number, "FormTeam, index": twice,
			"NewCartesian": grid, "NewGraph": edges, "Register": channel,
			"Spawn": shipped.Spawn(9, 1), "SyncImages, twice": me.SyncImages(ctx, 2, 2),
		} {
			if err == nil || !strings.Contains(err.Error(), "/places_test.go:") ||
				strings.Count(err.Error(), ", at ") != 1 {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		if me.Index() == 1 {
			return nil
		}
		if err := me.SyncAll(ctx); !errors.Is(err, coarray.ErrStoppedImage) ||
			!strings.Contains(err.Error(), "image 1, at ") {
			return fmt.Errorf("SyncAll without image 1: %w", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestMismatchStays: an image that has dropped the error of a mismatch gets it again.
func TestMismatchStays(t *testing.T) {
	const images = 3
	var first, again [images]error
	err := coarray.Run(t.Context(), images, func(ctx context.Context, me *coarray.Image) error {
		k := me.Index() - 1
		if k == 0 {
			_, first[k] = coarray.NewLocks(ctx, me, 1)
		} else {
			first[k] = me.SyncAll(ctx)
		}
		again[k] = me.SyncAll(ctx)
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	met := 0
	for k := range images {
		if !errors.Is(first[k], rt.ErrMismatched) {
			continue
		}
		met++
		if !strings.Contains(first[k].Error(), "image 1 executes NewLocks") {
			t.Errorf("image %d: %v", k+1, first[k])
		}
		if !errors.Is(again[k], rt.ErrMismatched) {
			t.Errorf("image %d has dropped %v and gets %v", k+1, first[k], again[k])
		}
	}
	if met == 0 {
		t.Errorf("no image has met another statement: %v", first)
	}
}

// TestFailedFree: what images have not freed together is not said to have been freed, and
// statements of FormTeam's kind have their own names.
func TestFailedFree(t *testing.T) {
	const images = 2
	var first, again [images]error
	err := coarray.Run(t.Context(), images, func(ctx context.Context, me *coarray.Image) error {
		x, err := coarray.New[int](ctx, me, 4)
		if err != nil {
			return err
		}
		k := me.Index() - 1
		if k == 0 {
			_, first[k] = me.SplitTeam(ctx, 1, 1)
		} else {
			first[k] = x.Free(ctx)
		}
		if again[k] = x.Free(ctx); x.Local() == nil {
			return errors.New("the coarray is gone")
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	for k := range images {
		if !errors.Is(first[k], coarray.ErrMismatch) ||
			!strings.Contains(first[k].Error(), "image 1 executes SplitTeam at ") ||
			!strings.Contains(first[k].Error(), "image 2 executes Free at ") {
			t.Errorf("image %d: %v", k+1, first[k])
		}
		if !errors.Is(again[k], coarray.ErrMismatch) {
			t.Errorf("image %d, Free once more: %v", k+1, again[k])
		}
	}
}

// TestForgottenOp: with CORAL_SCHEDULE_FUZZ an Op that nobody has waited for is reported.
func TestForgottenOp(t *testing.T) {
	t.Setenv("CORAL_SCHEDULE_FUZZ", "7")
	for _, waits := range []bool{false, true} {
		err := coarray.Run(t.Context(), 2, func(ctx context.Context, me *coarray.Image) error {
			u, err := coarray.New[int](ctx, me, 4)
			if err != nil {
				return err
			}
			var op coarray.Op
			if err := u.At(1).GetAsync(0, make([]int, 4), coarray.As(&op)); err != nil || !waits {
				return err
			}
			return op.Wait(ctx)
		})
		told := err != nil && strings.Contains(err.Error(), "nobody waits for the Op of ") &&
			strings.Contains(err.Error(), "/places_test.go:")
		if told == waits || waits && err != nil {
			t.Errorf("waits: %v, error: %v", waits, err)
		}
	}
}

// TestContextEndStays: after a barrier that its context has ended, the team executes no more
// statements, and the error names both.
func TestContextEndStays(t *testing.T) {
	for _, options := range [][]coarray.Option{nil, {coarray.Unmapped()}} {
		told := make(chan bool)
		err := coarray.Run(t.Context(), 2, func(ctx context.Context, me *coarray.Image) error {
			if me.Index() == 1 {
				<-told
				return nil
			}
			defer close(told)
			over, cancel := context.WithCancel(ctx)
			cancel()
			first := me.SyncAll(over)
			if !errors.Is(first, context.Canceled) {
				return fmt.Errorf("the first: %w", first)
			}
			err := me.SyncAll(ctx)
			if text := err.Error(); !errors.Is(err, context.Canceled) ||
				!strings.HasSuffix(text, " ended with: "+first.Error()) ||
				strings.Count(text, "places_test.go:") != 2 {
				return fmt.Errorf("the second: %w", err)
			}
			return nil
		}, options...)
		if err != nil {
			t.Error(err)
		}
	}
}

// TestLibraryFiles: a program in a directory that looks like Go's library is a program, and files
// of the library are known wherever it lies.
func TestLibraryFiles(t *testing.T) {
	counters := make([]uintptr, 1)
	runtime.Callers(0, counters)
	frame, _ := runtime.CallersFrames(counters).Next()
	for file, is := range map[string]bool{frame.File: true, "/home/me/go/src/heat/main.go": false,
		"/home/me/go/src/sync/main.go": false, "/srv/main.go": false} {
		if coarray.InGo("heat.Run", file) != is {
			t.Errorf("%s: of Go's library: %v", file, !is)
		}
	}
	modules := []string{"math/pi", "heat", "example.org/grid"}
	for _, c := range []struct {
		library, function, file string
		is                      bool
	}{
		{"/usr/local/go/src/", "sync.(*Mutex).Lock", "/usr/local/go/src/sync/mutex.go", true},
		{"/usr/local/go/src/", "main.main", "/home/me/go/src/heat/main.go", false},
		{"", "sync.(*Mutex).Lock", "sync/mutex.go", true},
		{"", "reflect.Value.Call", "reflect/value.go", true},
		{"", "vendor/golang.org/x/net/dns.New", "vendor/golang.org/x/net/dns/dns.go", true},
		{"", "main.main", "math/pi/main.go", false},
		{"", "math/pi/sum.All", "math/pi/sum/sum.go", false},
		{"", "math.Sqrt", "math/sqrt.go", true},
		{"", "heat.Step", "heat/step.go", false},
		{"", "example.org/grid.New", "example.org/grid@v1.2.0/grid.go", false},
		{"", "main.main", "main.go", false},
	} {
		if coarray.InGoOf(c.library, modules, c.function, c.file) != c.is {
			t.Errorf("%s in %s: of Go's library: %v", c.function, c.file, !c.is)
		}
	}
}
