package coarray_test

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"

	"github.com/coral-pgas/coral/coarray"
)

func init() {
	coarray.Programs["outside"] = func(ctx context.Context, me *coarray.Image) error {
		return me.Finish(ctx, func() error {
			outside(nil, me.NumImages())
			return nil
		})
	}
}

//go:noinline
func outside(none []int, i int) { none[i]++ }

// TestPanicTrace: a panic shows the program's own frames, once for images that panic alike, unless
// GOTRACEBACK asks for less or more. How many images come to panic before the run ends is a matter
// of time.
func TestPanicTrace(t *testing.T) {
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}) // no core file in the source tree
	const message = ": panic: runtime error: index out of range [3] with length 0, at "
	frame := func(function string) string {
		return "github.com/coral-pgas/coral/coarray_test." + function + "(...)\n\t"
	}
	for level, want := range map[string]struct{ has, hasNot []string }{
		"": {[]string{"coral: error: image", message, frame("outside"), frame("init.0.func1")},
			[]string{"goroutine", "rt."}},
		"none": {[]string{message}, []string{"outside(", "goroutine"}},
		"all":  {[]string{"goroutine 1 [running]", "coarray.recoverPanic", "outside("}, nil},
		"crash": {[]string{"panic: runtime error", "goroutine 1 ", "outside(", "signal 6"},
			[]string{"Goexit"}},
	} {
		_, said, code := coarray.RunProgram(t, "outside", 3, "GOTRACEBACK="+level)
		if code == 0 {
			t.Errorf("GOTRACEBACK=%s: the exit code is 0", level)
		}
		if n := strings.Count(said, frame("outside")); level == "" && n != strings.Count(said,
			message) {
			t.Errorf("%d frames of the function for each message in\n%s", n, said)
		}
		for _, text := range want.has {
			if !strings.Contains(said, text) {
				t.Errorf("GOTRACEBACK=%s: %q is missing in\n%s", level, text, said)
			}
		}
		for _, text := range want.hasNot {
			if strings.Contains(said, text) {
				t.Errorf("GOTRACEBACK=%s: %q is in\n%s", level, text, said)
			}
		}
	}
}

// TestPanicOfIterator: where an iterator panics, its caller is told, though the compiler has made
// the iterator's body a part of the caller.
func TestPanicOfIterator(t *testing.T) {
	err := coarray.Run(t.Context(), 1, func(ctx context.Context, me *coarray.Image) error {
		u, err := coarray.New[int](ctx, me, 4)
		if err != nil {
			return err
		}
		for range u.At(9).Section(coarray.Range(0, 2)).Values() {
		}
		return nil
	})
	var p *coarray.PanicError
	if !errors.As(err, &p) || !strings.Contains(p.Error(), "panic_test.go:") {
		t.Errorf("got %v", err)
	}
}
