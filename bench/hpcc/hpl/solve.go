package hpl

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"

	"github.com/coral-pgas/coral/coarray"
)

// solver is one image's part of a solution.
type solver struct {
	*matrix
	me      *coarray.Image // of the run
	team    *coarray.Image // the same image in its row of the grid
	column  *column
	panels  *panels
	updater *updater
	solved  *coarray.Coarray[float64] // parts of x on their way along a column, in two turns
}

// factorAll: the images that have the next panel change it first, factor it and send it, while the
// others change the rest.
func (s *solver) factorAll(ctx context.Context) error {
	if s.col == 0 {
		if err := s.panels.factor(ctx, 0); err != nil {
			return err
		}
	}
	if err := s.panels.broadcast(0); err != nil {
		return err
	}
	for k := range s.blocks {
		if err := s.panels.wait(ctx, k); err != nil {
			return err
		}
		// the first column here that panel k is to change
		next := s.dealt(k*s.nb+s.width(k), s.col, s.q)
		if k+1 < s.blocks {
			if (k+1)%s.q == s.col { // look ahead
				ahead := next + s.width(k+1)
				if err := s.updater.update(ctx, s.panels.at(k), k, next, ahead); err != nil {
					return err
				}
				if err := s.panels.factor(ctx, k+1); err != nil {
					return err
				}
				next = ahead
			}
			if err := s.panels.broadcast(k + 1); err != nil {
				return err
			}
		}
		if err := s.updater.update(ctx, s.panels.at(k), k, next, s.cols); err != nil {
			return err
		}
	}
	return nil
}

// substituteBack solves with U, from the last block on: the images of a row sum up what the known
// part of x contributes, the one with the diagonal block solves for the next part of x, and those
// of its column multiply what is above.
func (s *solver) substituteBack(ctx context.Context) (x []float64, err error) {
	x = make([]float64, s.n)
	done := make([]float64, s.rows)
	part := make([]float64, s.nb)
	for k := s.blocks - 1; k >= 0; k-- {
		w, above, left, r := s.width(k), s.above(k), s.left(k), k%s.p
		part = part[:w]
		if s.row == r {
			for i := range part {
				part[i] = -done[above+i]
				if s.col == s.n/s.nb%s.q {
					part[i] += s.a[(above+i)*s.ld+s.cols-1]
				}
			}
			if err := coarray.SumSlice(ctx, s.team, part); err != nil {
				return nil, err
			}
		}
		if s.col != k%s.q {
			continue
		}
		if s.row == r {
			bla.Dtrsv(blas.Upper, blas.NoTrans, blas.NonUnit, w, s.a[above*s.ld+left:], s.ld, part,
				1)
		}
		if err := s.spread(ctx, r, part); err != nil {
			return nil, err
		}
		if above > 0 {
			bla.Dgemv(blas.NoTrans, above, w, 1, s.a[left:], s.ld, part, 1, 1, done, 1)
		}
		if s.row == 0 {
			copy(x[k*s.nb:], part)
		}
	}
	return x, coarray.SumSlice(ctx, s.me, x) // each part is on one image, the others have 0
}

// spread sets a part of x on all images of the column to what it is in row r.
func (s *solver) spread(ctx context.Context, r int, part []float64) error {
	at := s.column.next() * s.nb
	if s.row == r {
		err := s.column.others(
			func(row int) error { return s.solved.At(s.image(row)).Put(at, part) })
		if err != nil {
			return err
		}
	}
	if err := s.column.meet(ctx); err != nil {
		return err
	}
	if s.row != r {
		copy(part, s.solved.Local()[at:])
	}
	return nil
}

// scaledResidual is |Ax-b| / (eps (|A| |x| + |b|) n) in the infinity norm, with the matrix made
// once more.
func (s *solver) scaledResidual(ctx context.Context, x []float64) (float64, error) {
	sums := make([]float64, 3*s.n) // of each row: Ax-b, the absolute values of A, b
	r, size, b := sums[:s.n], sums[s.n:2*s.n], sums[2*s.n:]
	s.original(func(i, j int, value float64) {
		row, column := s.global(i, s.row, s.p), s.global(j, s.col, s.q)
		if column == s.n {
			b[row] = value
			r[row] -= value
			return
		}
		r[row] += value * x[column]
		size[row] += math.Abs(value)
	})
	if err := coarray.SumSlice(ctx, s.me, sums); err != nil {
		return 0, err
	}
	norm := func(v []float64) (largest float64) {
		for _, e := range v {
			largest = max(largest, math.Abs(e)) // NaN stays
		}
		return largest
	}
	const eps = 1.0 / (1 << 53)
	return norm(r) / (eps * (norm(size)*norm(x) + norm(b)) * float64(s.n)), nil
}
