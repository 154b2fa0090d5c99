// Package coarraytest runs coarray programs in tests: on several numbers of images, and both with
// images that are mapped, as on one machine, and with images that are not, as between machines.
package coarraytest

import (
	"context"
	"fmt"
	"testing"

	"github.com/coral-pgas/coral/coarray"
)

// Run runs a program on n images, goroutines of the test's process, and fails the test if the run
// ends with an error. The program's context ends with the test. The program reports a failure by
// the error that it returns, or by t.Error: t.Fatal and t.FailNow must not be called in it.
func Run(t testing.TB, n int, program func(ctx context.Context, me *coarray.Image) error,
	options ...coarray.Option) {
	t.Helper()
	if err := coarray.Run(t.Context(), n, program, options...); err != nil {
		t.Errorf("%d images: %v", n, err)
	}
}

// Each runs a program on 1, 2, 3 and 5 images, or the numbers given, mapped and not mapped: each
// time as a subtest, such as images=3/unmapped.
func Each(t *testing.T, program func(ctx context.Context, me *coarray.Image) error, images ...int) {
	t.Helper()
	if len(images) == 0 {
		images = []int{1, 2, 3, 5}
	}
	for _, n := range images {
		t.Run(fmt.Sprintf("images=%d/mapped", n), func(t *testing.T) {
			t.Helper() // what fails is said to be at the call of Each
			Run(t, n, program)
		})
		t.Run(fmt.Sprintf("images=%d/unmapped", n), func(t *testing.T) {
			t.Helper()
			Run(t, n, program, coarray.Unmapped())
		})
	}
}
