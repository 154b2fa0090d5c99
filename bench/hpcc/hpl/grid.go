package hpl

import (
	"fmt"
	"math"

	"github.com/coral-pgas/coral/bench/hpcc/noise"
)

// layout is the matrix on a grid of images: p rows of q images, blocks of nb rows and columns dealt
// out cyclically in both directions. Everything counts from 0, images of the run excepted.
type layout struct {
	n, nb, blocks int // order, block, number of blocks in each direction
	p, q          int
	row, col      int // of this image in the grid
	rows, cols    int // of this image's part; column n of the whole is the right-hand side
}

func newLayout(o Options, images, index int) (*layout, error) {
	l := &layout{n: o.Order, nb: min(o.Block, o.Order), p: o.Rows}
	if o.Order < 1 || o.Block < 1 || o.Chunk < 1 || o.Rows < 0 {
		return nil, fmt.Errorf(
			"HPL of order %d in blocks of %d, %d columns at a time: all must be positive", o.Order,
			o.Block, o.Chunk)
	}
	if l.p == 0 {
		for l.p = int(math.Sqrt(float64(images))); images%l.p != 0; l.p-- {
		}
	}
	if images%l.p != 0 {
		return nil, fmt.Errorf("HPL: %d images are no grid of %d rows", images, l.p)
	}
	l.q = images / l.p
	l.blocks = (l.n + l.nb - 1) / l.nb
	l.row, l.col = (index-1)/l.q, (index-1)%l.q
	l.rows, l.cols = l.dealt(l.n, l.row, l.p), l.dealt(l.n+1, l.col, l.q)
	return l, nil
}

// image is the number in the run of the image in a row of this one's column of the grid.
func (l *layout) image(row int) int { return row*l.q + l.col + 1 }

// dealt is how many of the first g rows, or columns, are dealt to one of all.
func (l *layout) dealt(g, one, all int) int {
	whole := g / l.nb
	n := whole / all * l.nb
	switch last := whole % all; {
	case one < last:
		n += l.nb
	case one == last:
		n += g % l.nb
	}
	return n
}

// global is the number in the whole of what is number i here.
func (l *layout) global(i, one, all int) int {
	return (i/l.nb*all+one)*l.nb + i%l.nb
}

// width is how many columns panel k has.
func (l *layout) width(k int) int { return min(l.nb, l.n-k*l.nb) }

// above is how many rows here are above panel k's diagonal block, below how many below it, left how
// many columns left of it.
func (l *layout) above(k int) int { return l.dealt(k*l.nb, l.row, l.p) }
func (l *layout) below(k int) int { return l.rows - l.dealt(k*l.nb+l.width(k), l.row, l.p) }
func (l *layout) left(k int) int  { return l.dealt(k*l.nb, l.col, l.q) }

// matrix is this image's part, row after row.
type matrix struct {
	*layout
	ld int // distance of two rows
	a  []float64
}

func newMatrix(l *layout) *matrix {
	// rows do not lie at a power of two from each other
	m := &matrix{layout: l, ld: (l.cols+15)/16*16 + 8}
	m.a = make([]float64, m.ld*l.rows)
	m.original(func(i, j int, value float64) { m.a[i*m.ld+j] = value })
	return m
}

// original gives each element of this image's part as it is at first: the whole matrix is numbers
// that look random, column after column.
func (l *layout) original(element func(i, j int, value float64)) {
	for j := range l.cols {
		var state noise.State
		column := l.global(j, l.col, l.q) * l.n
		for i := range l.rows {
			if i%l.nb == 0 {
				state = noise.At(uint64(column + l.global(i, l.row, l.p)))
			}
			element(i, j, state.Next())
		}
	}
}

// part is the columns from j to k of row i.
func (m *matrix) part(i, j, k int) []float64 { return m.a[i*m.ld+j : i*m.ld+k] }
