package hpl

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	"github.com/coral-pgas/coral/coarray"
)

// bla is the BLAS.
var bla gonum.Implementation

// ErrSingular says that no row has a pivot.
var ErrSingular = errors.New("HPL: the matrix is singular")

// leaf is how many columns are eliminated one by one.
const leaf = 8

// panel is a block column after its factorization, as it travels along the rows of the grid.
type panel struct {
	buffer []float64 // pivots, top, lower
	pivots []float64 // rows of the whole
	// width×width: the rows of U and of the lower unit triangle that come to the diagonal block
	top   []float64
	lower []float64 // width×below: what this row of the grid has of L below that, transposed
}

// shape lays out the buffer for panel k.
func (p *panel) shape(l *layout, k int) {
	w := l.width(k)
	p.pivots = p.buffer[:w]
	p.top = p.buffer[w:][:w*w]
	p.lower = p.buffer[w+w*w:][:w*l.below(k)]
}

// content is what is sent.
func (p *panel) content() []float64 { return p.buffer[:len(p.pivots)+len(p.top)+len(p.lower)] }

// panels are two: while one is on its way, or comes into being, another one is used.
type panels struct {
	*matrix
	column  *column
	team    *coarray.Image // this image in its row of the grid
	arrived *coarray.Events
	pair    [2]panel
	factory factory
}

// factory is where a panel is factored.
type factory struct {
	k, w    int
	hasTop  bool      // this image has the panel's diagonal block
	height  int       // rows here from the diagonal block on
	columns []float64 // one after the other: the panel is worked on by columns
	top     []float64 // w×w
	shown   *coarray.Coarray[float64]
}

func newPanels(ctx context.Context, me *coarray.Image, m *matrix, c *column) (*panels, error) {
	p := &panels{matrix: m, column: c}
	var err error
	if p.arrived, err = coarray.NewEvents(ctx, me, 2); err != nil {
		return nil, err
	}
	// What the images of a column show each other to find a pivot, in two turns: value, row, that
	// row of the panel, the row now in its place.
	if p.factory.shown, err = coarray.New[float64](ctx, me, 2, m.p, 2+2*m.nb); err != nil {
		return nil, err
	}
	for i := range p.pair {
		p.pair[i].buffer = make([]float64, m.nb+m.nb*m.nb+m.nb*m.rows)
	}
	p.factory.columns = make([]float64, m.nb*m.rows)
	p.factory.top = make([]float64, m.nb*m.nb)
	return p, nil
}

func (p *panels) at(k int) *panel { return &p.pair[k&1] }

// broadcast begins to send panel k along the rows of the grid, or to receive it. All images of the
// row begin in the same order.
func (p *panels) broadcast(k int) error {
	p.at(k).shape(p.layout, k)
	return coarray.BroadcastAsync(p.team, p.at(k).content(), k%p.q+1,
		coarray.After(p.arrived.Own(k&1)))
}

// wait waits for it.
func (p *panels) wait(ctx context.Context, k int) error { return p.arrived.Wait(ctx, k&1) }

// factor factors panel k, whose columns the images of this column of the grid have.
func (p *panels) factor(ctx context.Context, k int) error {
	f := &p.factory
	above, left := p.above(k), p.left(k)
	f.k, f.w, f.hasTop, f.height = k, p.width(k), k%p.p == p.row, p.rows-above
	for i := range f.height {
		for c, v := range p.part(above+i, left, left+f.w) {
			f.columns[c*f.height+i] = v
		}
	}
	to := p.at(k)
	to.shape(p.layout, k)
	if err := p.factorColumns(ctx, 0, f.w, to.pivots); err != nil {
		return err
	}
	copy(to.top, f.top[:f.w*f.w])
	below := p.below(k)
	for c := range f.w {
		copy(to.lower[c*below:][:below], f.columns[c*f.height:][f.height-below:f.height])
		if f.hasTop {
			copy(p.part(above+c, left, left+f.w), f.top[c*f.w:])
		}
	}
	return nil
}

// first is the first row here, from the diagonal block on, that columns from j of the panel on
// still change.
func (f *factory) first(j int) int {
	if f.hasTop {
		return j
	}
	return 0
}

// below is column c from row i on.
func (f *factory) below(c, i int) []float64 { return f.columns[c*f.height+i : (c+1)*f.height] }

// factorColumns does columns j to j+w by halves: the left one, its effect on the right one, that.
func (p *panels) factorColumns(ctx context.Context, j, w int, pivots []float64) error {
	f := &p.factory
	if w <= leaf {
		for c := j; c < j+w; c++ {
			if err := p.choosePivot(ctx, c, pivots); err != nil {
				return err
			}
			f.eliminate(c, j+w)
		}
		return nil
	}
	h := w / 2
	if err := p.factorColumns(ctx, j, h, pivots); err != nil {
		return err
	}
	right := f.top[j*f.w+j+h:]
	bla.Dtrsm(blas.Left, blas.Lower, blas.NoTrans, blas.Unit, h, w-h, 1, f.top[j*f.w+j:], f.w,
		right, f.w)
	if s := f.first(j + h); s < f.height {
		bla.Dgemm(blas.Trans, blas.NoTrans, w-h, f.height-s, h, -1, right, f.w,
			f.columns[j*f.height+s:], f.height,
			1, f.columns[(j+h)*f.height+s:], f.height)
	}
	return p.factorColumns(ctx, j+h, w-h, pivots)
}

// eliminate divides column c by its pivot and does its effect on the columns before last.
func (f *factory) eliminate(c, last int) {
	s := f.first(c + 1)
	column := f.below(c, s)
	bla.Dscal(len(column), 1/f.top[c*f.w+c], column, 1)
	for j := c + 1; j < last; j++ {
		bla.Daxpy(len(column), -f.top[c*f.w+j], column, 1, f.below(j, s), 1)
	}
}

// choosePivot: the row with the largest element of column c becomes row c of the top, and the row
// that was there takes its place.
func (p *panels) choosePivot(ctx context.Context, c int, pivots []float64) error {
	f := &p.factory
	s := f.first(c)
	here, value := -1, 0.0
	if s < f.height {
		here = s + bla.Idamax(f.height-s, f.below(c, s), 1)
		value = f.columns[c*f.height+here]
	}
	turn := p.column.next()
	length := 2 + 2*p.nb
	record := func(row int) []float64 { return f.shown.Local()[(turn*p.p+row)*length:][:length] }
	mine := record(p.row)
	mine[0], mine[1] = value, math.Inf(1)
	if here >= 0 {
		mine[1] = float64(p.global(p.above(f.k)+here, p.row, p.p))
		f.rowOfPanel(here, mine[2:])
	}
	if f.hasTop {
		f.rowOfPanel(s, mine[2+p.nb:])
	}
	if err := p.show(ctx, turn, mine); err != nil {
		return err
	}
	best := 0
	for row := range p.p {
		if precedes(record(row), record(best)) {
			best = row
		}
	}
	chosen := record(best)
	if !(math.Abs(chosen[0]) > 0) {
		return ErrSingular
	}
	pivots[c] = chosen[1]
	copy(f.top[c*f.w:][:f.w], chosen[2:])
	if best == p.row {
		for j, v := range record(f.k % p.p)[2+p.nb:][:f.w] {
			f.columns[j*f.height+here] = v
		}
	}
	return nil
}

// rowOfPanel is row i of the panel.
func (f *factory) rowOfPanel(i int, row []float64) {
	for j := range f.w {
		row[j] = f.columns[j*f.height+i]
	}
}

// show puts this image's record to all images of the column and waits for theirs.
func (p *panels) show(ctx context.Context, turn int, mine []float64) error {
	at := (turn*p.p + p.row) * len(mine)
	err := p.column.others(
		func(row int) error { return p.factory.shown.At(p.image(row)).Put(at, mine) })
	if err != nil {
		return err
	}
	return p.column.meet(ctx)
}

// precedes: the larger one, the upper one of equals, so that the factors do not depend on the grid
// but by rounding.
func precedes(x, y []float64) bool {
	a, b := math.Abs(x[0]), math.Abs(y[0])
	return a > b || a == b && x[1] < y[1]
}
