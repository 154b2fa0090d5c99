package fft

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/coral-pgas/coral/coarray"
)

func TestRun(t *testing.T) {
	for _, images := range []int{1, 2, 4, 8} {
		for _, options := range [][]coarray.Option{nil, {coarray.Unmapped()}} {
			for _, log := range []int{1, 2, 3, 4, 5, 6, 7, 8, 11, 14} {
				if 1<<log < 2*images {
					continue
				}
				t.Run(fmt.Sprintf("images=%d log=%d unmapped=%v", images, log, options != nil),
					func(t *testing.T) {
						err := coarray.Run(t.Context(), images,
							func(ctx context.Context, me *coarray.Image) error {
								o := Options{Log: log, Block: 100, Repetitions: 2}
								r, err := Run(ctx, me, o)
								if err == nil && r.GFlops <= 0 {
									err = fmt.Errorf("%+v", r)
								}
								return err
							}, options...)
						if err != nil {
							t.Error(err)
						}
					})
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		images int
		Options
	}{{3, Options{Log: 10, Block: 8}}, {2, Options{Log: 1, Block: 8}}, {1, Options{Log: 5}}} {
		err := coarray.Run(t.Context(), c.images, func(ctx context.Context,
			me *coarray.Image) error {
			_, err := Run(ctx, me, c.Options)
			return err
		})
		if err == nil || errors.Is(err, ErrWrong) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// Both checks notice a number that is not right: the definition, one of those that it looks at; the
// inverse, any.
func TestChecks(t *testing.T) {
	for _, wrong := range []int{1, 77} {
		err := coarray.Run(t.Context(), 1, func(ctx context.Context, me *coarray.Image) error {
			tr, err := newTransformer(ctx, me, 10, 8)
			if err != nil {
				return err
			}
			tr.setInput()
			if err := tr.transform(ctx); err != nil {
				return err
			}
			tr.numbers(tr.latest)[wrong] += 1e-6
			d, err := tr.ofDefinition(ctx, 1<<10)
			if err != nil || (d > 1e-7) != (wrong == 1) {
				return fmt.Errorf("deviation %g %v", d, err)
			}
			conjugate(tr.numbers(tr.latest))
			if err := tr.transform(ctx); err != nil {
				return err
			}
			d, err = tr.ofInput(ctx, 1<<10)
			if err != nil || d < 1e-10 {
				return fmt.Errorf("residual %g %v", d, err)
			}
			return nil
		})
		if err != nil {
			t.Errorf("number %d: %v", wrong, err)
		}
	}
}
