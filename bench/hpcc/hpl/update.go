package hpl

import (
	"context"
	"gonum.org/v1/gonum/blas"

	"github.com/coral-pgas/coral/coarray"
)

// updater does what a panel does to columns on its right: row interchanges, rows of U, and the
// product that takes nearly all of the time.
type updater struct {
	*matrix
	me        *coarray.Image
	column    *column
	chunk     int                       // columns at a time
	u         *coarray.Coarray[float64] // rows of U before and after they are solved for
	displaced *coarray.Coarray[float64] // rows of the diagonal block that go to places below
	comesFrom []int                     // row i of U was this row of the whole
	moves     []move
}

// move is a row of the diagonal block that goes to a row of the whole, below it.
type move struct{ row, to int }

func newUpdater(ctx context.Context, me *coarray.Image, m *matrix, c *column, chunk int) (*updater,
	error) {
	u := &updater{matrix: m, me: me, column: c, chunk: min(chunk, m.dealt(m.n+1, 0, m.q))}
	var err error
	if u.u, err = coarray.New[float64](ctx, me, m.nb, u.chunk); err != nil {
		return nil, err
	}
	u.displaced, err = coarray.New[float64](ctx, me, m.nb, u.chunk)
	return u, err
}

// update does panel k to the columns from first up to last of this image, and lets asynchronous
// operations go on in between.
func (u *updater) update(ctx context.Context, p *panel, k, first, last int) error {
	u.findMoves(p, k)
	for c := first; c < last; c += u.chunk {
		if err := u.updateColumns(ctx, p, k, c, min(c+u.chunk, last)); err != nil {
			return err
		}
		u.me.Advance()
	}
	return nil
}

// findMoves makes of the interchanges, one after the other, moves that can be made at once. Only
// rows of the diagonal block come to lie below it.
func (u *updater) findMoves(p *panel, k int) {
	first := k * u.nb
	w := len(p.pivots)
	u.comesFrom, u.moves = u.comesFrom[:0], u.moves[:0]
	for i := range w {
		u.comesFrom = append(u.comesFrom, first+i)
	}
	for i, pivot := range p.pivots {
		row := int(pivot)
		if j := row - first; j < w {
			u.comesFrom[i], u.comesFrom[j] = u.comesFrom[j], u.comesFrom[i]
			continue
		}
		before, from := u.comesFrom[i]-first, row
		found := false
		for j := range u.moves {
			if m := &u.moves[j]; m.to == row { // a row of the block had been moved there
				from, m.row, found = first+m.row, before, true
			}
		}
		if !found {
			u.moves = append(u.moves, move{before, row})
		}
		u.comesFrom[i] = from
	}
}

func (u *updater) updateColumns(ctx context.Context, p *panel, k, c1, c2 int) error {
	w, below, above, n := u.width(k), u.below(k), u.above(k), c2-c1
	if err := u.interchange(ctx, k, c1, c2); err != nil {
		return err
	}
	rows := u.u.Local()
	bla.Dtrsm(blas.Left, blas.Lower, blas.NoTrans, blas.Unit, w, n, 1, p.top, w, rows, u.chunk)
	if k%u.p == u.row {
		for i := range w {
			copy(u.part(above+i, c1, c2), rows[i*u.chunk:])
		}
	}
	if below > 0 {
		bla.Dgemm(blas.Trans, blas.NoTrans, below, n, w, -1, p.lower, below, rows, u.chunk, 1,
			u.a[(u.rows-below)*u.ld+c1:], u.ld)
	}
	return nil
}

// interchange: each image of the column puts its rows of U to all, and the one with the diagonal
// block rows of that to where they go.
func (u *updater) interchange(ctx context.Context, k, c1, c2 int) error {
	if err := u.column.meet(ctx); err != nil { // all are through with what u and displaced held
		return err
	}
	rowOfGrid := func(row int) int { return row / u.nb % u.p }
	for i, from := range u.comesFrom {
		if rowOfGrid(from) != u.row {
			continue
		}
		part := u.part(u.dealt(from, u.row, u.p), c1, c2)
		copy(u.u.Local()[i*u.chunk:], part)
		err := u.column.others(
			func(row int) error { return u.u.At(u.image(row)).Put(i*u.chunk, part) })
		if err != nil {
			return err
		}
	}
	if k%u.p == u.row {
		above := u.above(k)
		for i, m := range u.moves {
			if err := u.displaced.At(u.image(rowOfGrid(m.to))).Put(i*u.chunk,
				u.part(above+m.row, c1, c2)); err != nil {
				return err
			}
		}
	}
	if err := u.column.meet(ctx); err != nil {
		return err
	}
	for i, m := range u.moves {
		if rowOfGrid(m.to) == u.row {
			copy(u.part(u.dealt(m.to, u.row, u.p), c1, c2), u.displaced.Local()[i*u.chunk:])
		}
	}
	return nil
}
