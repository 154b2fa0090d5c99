package stream

import (
	"context"
	"fmt"
	"testing"

	"github.com/coral-pgas/coral/coarray"
)

func TestRun(t *testing.T) {
	for _, images := range []int{1, 2, 3, 4} {
		err := coarray.Run(t.Context(), images, func(ctx context.Context, me *coarray.Image) error {
			r, err := Run(ctx, me, Options{Elements: 1003, Repetitions: 4})
			if err == nil && !(r.Copy > 0 && r.Scale > 0 && r.Add > 0 && r.Triad > 0) {
				err = fmt.Errorf("rates: %+v", r)
			}
			return err
		})
		if err != nil {
			t.Errorf("%d images: %v", images, err)
		}
	}
}

func TestCheck(t *testing.T) {
	if check([]float64{15}, []float64{3}, []float64{4}, 1) != nil {
		t.Error("right values are refused")
	}
	if check([]float64{15}, []float64{3}, []float64{5}, 1) == nil {
		t.Error("wrong values are taken")
	}
}
