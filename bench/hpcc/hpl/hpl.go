// Package hpl is HPL of the HPC Challenge: it solves a dense system of linear equations by LU
// factorization with partial pivoting, the matrix in blocks on a grid of images, as in section
// 4.1.3 of "Hiding Latency in Coarray Fortran 2.0". ../fortran/hpl.caf is the same in Fortran.
//
// Two panels are in play: while the trailing matrix is updated with one, the images that have the
// next one have already updated and factored it, and an asynchronous broadcast carries it along the
// rows of the grid.
package hpl

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/coral-pgas/coral/bench/hpcc/slowest"
	"github.com/coral-pgas/coral/coarray"
)

// Options of a run.
type Options struct {
	Order int // of the matrix
	Block int // rows and columns of a block, and the width of a panel
	// of the grid of images, which must divide their number; 0: the largest that is not more than
	// the columns
	Rows  int
	Chunk int // columns that are updated at a time
}

// Result of a run, the same on all images.
type Result struct {
	Rows     int // of the grid
	Time     time.Duration
	GFlops   float64 // (2/3 n + 3/2) n² operations, as HPL counts
	Residual float64 // |Ax-b| / (eps (|A| |x| + |b|) n)
}

// ErrWrong says that the residual is 16 or more.
var ErrWrong = errors.New("HPL: the solution is wrong")

// Run is called by all images together.
func Run(ctx context.Context, me *coarray.Image, o Options) (r Result, err error) {
	l, err := newLayout(o, me.NumImages(), me.Index())
	if err != nil {
		return r, err
	}
	s, err := newSolver(ctx, me, l, o.Chunk)
	if err != nil {
		return r, err
	}
	team, err := me.FormTeam(ctx, l.row+1, coarray.NewIndex(l.col+1))
	if err != nil {
		return r, err
	}
	r.Rows = l.p
	var x []float64
	err = me.InTeam(ctx, team, func(team *coarray.Image) (err error) {
		s.team, s.panels.team = team, team
		r.Time, err = slowest.Time(ctx, me, func() (err error) {
			if err := s.factorAll(ctx); err != nil {
				return err
			}
			x, err = s.substituteBack(ctx)
			return err
		})
		return err
	})
	if err != nil {
		return r, err
	}
	n := float64(l.n)
	r.GFlops = (2.0/3*n + 1.5) * n * n / float64(r.Time)
	if r.Residual, err = s.scaledResidual(ctx, x); err == nil && !(r.Residual < 16) {
		err = fmt.Errorf("%w: scaled residual %g", ErrWrong, r.Residual)
	}
	return r, err
}

func newSolver(ctx context.Context, me *coarray.Image, l *layout, chunk int) (*solver, error) {
	s := &solver{matrix: newMatrix(l), me: me}
	var err error
	if s.column, err = newColumn(ctx, me, l); err != nil {
		return nil, err
	}
	if s.panels, err = newPanels(ctx, me, s.matrix, s.column); err != nil {
		return nil, err
	}
	if s.updater, err = newUpdater(ctx, me, s.matrix, s.column, chunk); err != nil {
		return nil, err
	}
	s.solved, err = coarray.New[float64](ctx, me, 2, l.nb)
	return s, err
}
