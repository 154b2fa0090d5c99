package hpl

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/coral-pgas/coral/coarray"
)

func TestRun(t *testing.T) {
	for _, c := range []struct {
		images int
		Options
	}{
		{1, Options{Order: 1, Block: 1, Chunk: 1}},
		{1, Options{Order: 100, Block: 16, Chunk: 7}},
		{2, Options{Order: 150, Block: 32, Chunk: 50}},
		{2, Options{Order: 64, Block: 16, Chunk: 512, Rows: 2}},
		{3, Options{Order: 101, Block: 10, Chunk: 30}},
		{4, Options{Order: 130, Block: 24, Chunk: 40}},
		{4, Options{Order: 97, Block: 8, Chunk: 40, Rows: 4}},
		{4, Options{Order: 3, Block: 8, Chunk: 40}}, // images without a part
		{6, Options{Order: 120, Block: 10, Chunk: 33}},
	} {
		for _, options := range [][]coarray.Option{nil, {coarray.Unmapped()}} {
			t.Run(fmt.Sprintf("%+v unmapped=%v", c, options != nil), func(t *testing.T) {
				err := coarray.Run(t.Context(), c.images,
					func(ctx context.Context, me *coarray.Image) error {
						_, err := Run(ctx, me, c.Options)
						return err
					}, options...)
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestRefused(t *testing.T) {
	for _, o := range []Options{{Order: 0, Block: 1, Chunk: 1}, {Order: 10, Block: 0, Chunk: 1},
		{Order: 10, Block: 2, Chunk: 1, Rows: 2}} {
		err := coarray.Run(t.Context(), 3, func(ctx context.Context, me *coarray.Image) error {
			_, err := Run(ctx, me, o)
			return err
		})
		if err == nil || errors.Is(err, ErrWrong) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// A wrong element of the solution is noticed.
func TestResidual(t *testing.T) {
	err := coarray.Run(t.Context(), 1, func(ctx context.Context, me *coarray.Image) error {
		l, err := newLayout(Options{Order: 50, Block: 8, Chunk: 10}, 1, 1)
		if err != nil {
			return err
		}
		s, err := newSolver(ctx, me, l, 10)
		if err != nil {
			return err
		}
		s.team, s.panels.team = me, me
		if err := s.factorAll(ctx); err != nil {
			return err
		}
		x, err := s.substituteBack(ctx)
		if err != nil {
			return err
		}
		right, err := s.scaledResidual(ctx, x)
		if err != nil {
			return err
		}
		x[7] *= 1 + 1e-9
		wrong, err := s.scaledResidual(ctx, x)
		if err != nil || right > 1 || wrong < 16 {
			return fmt.Errorf("residuals of the solution and of a wrong one: %g, %g, %v", right,
				wrong, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// The moves of interchanges lead to what the interchanges do one after the other.
func TestFindMoves(t *testing.T) {
	l := &layout{n: 12, nb: 4, blocks: 3, p: 1, q: 1}
	for _, pivots := range [][]float64{{4, 5, 6, 7}, {7, 7, 7, 7}, {5, 6, 6, 7}, {9, 7, 9, 9},
		{11, 11, 6, 11}} {
		want := make([]int, l.n)
		for i := range want {
			want[i] = i
		}
		for i, pivot := range pivots {
			a, b := 4+i, int(pivot)
			want[a], want[b] = want[b], want[a]
		}
		u := &updater{matrix: &matrix{layout: l}}
		u.findMoves(&panel{pivots: pivots}, 1)
		have := make([]int, l.n)
		for i := range have {
			have[i] = i
		}
		copy(have[4:], u.comesFrom)
		for _, m := range u.moves {
			have[m.to] = 4 + m.row
		}
		if fmt.Sprint(have) != fmt.Sprint(want) {
			t.Errorf("pivots %v: %v, not %v", pivots, have, want)
		}
	}
}
