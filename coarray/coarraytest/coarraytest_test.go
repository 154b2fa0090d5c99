package coarraytest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/coral-pgas/coral/coarray"
)

// TestEach: the program runs on each number of images, in both ways.
func TestEach(t *testing.T) {
	var ran atomic.Int64
	Each(t, func(ctx context.Context, me *coarray.Image) error {
		ran.Add(1)
		sum, err := coarray.Sum(ctx, me, me.Index())
		if n := me.NumImages(); err == nil && sum != n*(n+1)/2 {
			err = fmt.Errorf("the sum is %d", sum)
		}
		return err
	})
	if n := ran.Load(); n != 2*(1+2+3+5) {
		t.Errorf("%d images ran", n)
	}
}

// failures is a test that notes what it is told.
type failures struct {
	testing.TB
	text string
}

func (f *failures) Helper()                           {}
func (f *failures) Errorf(format string, args ...any) { f.text = fmt.Sprintf(format, args...) }

// TestRunFails: an error of the program fails the test, with the image's number.
func TestRunFails(t *testing.T) {
	f := &failures{TB: t}
	Run(f, 2, func(_ context.Context, me *coarray.Image) error {
		if me.Index() == 2 {
			return fmt.Errorf("wrong")
		}
		return nil
	})
	if !strings.Contains(f.text, "2 images: image 2: wrong") {
		t.Errorf("told: %q", f.text)
	}
}

// The suite of a function that images call together.
func ExampleEach() {
	test := func(t *testing.T) { // a function TestTotal of a file _test.go
		Each(t, func(ctx context.Context, me *coarray.Image) error {
			total, err := coarray.Sum(ctx, me, 1)
			if err == nil && total != me.NumImages() {
				err = fmt.Errorf("the total is %d", total)
			}
			return err
		})
	}
	_ = test
}

// TestPlaceOfFailure: a failure is said to be at the caller's line. Another process runs the test
// that fails.
func TestPlaceOfFailure(t *testing.T) {
	const variable = "CORAL_TEST_OF_PLACE"
	if os.Getenv(variable) != "" {
		Each(t, func(context.Context, *coarray.Image) error { return errors.New("wrong") }, 1)
		return
	}
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPlaceOfFailure$")
	c.Env = append(os.Environ(), variable+"=1")
	out, err := c.CombinedOutput()
	if err == nil || strings.Count(string(out), "    coarraytest_test.go:") != 2 {
		t.Errorf("%v:\n%s", err, out)
	}
}
