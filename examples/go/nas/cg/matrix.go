package cg

import (
	"fmt"
	"math"
	"slices"

	"github.com/coral-pgas/coral/examples/go/nas/random"
)

// grid is how images are arranged: as many rows as columns, or half as many.
type grid struct {
	images, rows, columns int
	row, column           int // of this image, from 0
	size                  int // of the matrix
}

func newGrid(me, images, size int) (grid, error) {
	g := grid{images: images, rows: 1, columns: 1, size: size}
	for g.rows*g.columns < images {
		if g.columns > g.rows {
			g.rows *= 2
		} else {
			g.columns *= 2
		}
	}
	if g.rows*g.columns != images {
		return g, fmt.Errorf("%d images: CG needs a power of two", images)
	}
	g.row, g.column = me/g.columns, me%g.columns
	return g, nil
}

// piece is the row of the matrix at which piece i begins.
func (g grid) piece(i int) int { return g.size * i / g.images }

// place is where piece i of this image's row range begins in w.
func (g grid) place(i int) int { return g.piece(g.row*g.columns+i) - g.piece(g.row*g.columns) }

// block is this image's part of the matrix: elements start[i] to start[i+1] are those of row i.
type block struct {
	firstRow, rows, firstColumn, columns int
	start                                []int
	at                                   []int32
	value                                []float64
}

// vector is a sparse one.
type vector struct {
	at    []int
	value []float64
}

// randomVector has random numbers at random places, and 0.5 at the place own.
func randomVector(numbers *random.Sequence, c class, own int) vector {
	space := 1
	for space < c.rows {
		space *= 2
	}
	var v vector
	for len(v.at) < c.nonzero {
		number := numbers.Next()
		place := int(float64(space) * numbers.Next())
		if place < c.rows && !slices.Contains(v.at, place) {
			v.at, v.value = append(v.at, place), append(v.value, number)
		}
	}
	if k := slices.Index(v.at, own); k >= 0 {
		v.value[k] = 0.5
		return v
	}
	return vector{append(v.at, own), append(v.value, 0.5)}
}

func newBlock(g grid, c class) *block {
	b := &block{firstRow: g.piece(g.row * g.columns), firstColumn: g.piece(g.column * g.rows)}
	b.rows = g.piece((g.row+1)*g.columns) - b.firstRow
	b.columns = g.piece((g.column+1)*g.rows) - b.firstColumn
	numbers := random.New()
	numbers.Next()
	vectors := make([]vector, c.rows)
	for i := range vectors {
		vectors[i] = randomVector(numbers, c, i)
	}
	b.start = make([]int, b.rows+1)
	b.products(vectors, c, func(row, _ int, _ float64) { b.start[row+1]++ })
	for i := range b.rows {
		b.start[i+1] += b.start[i]
	}
	b.at, b.value = make([]int32, b.start[b.rows]), make([]float64, b.start[b.rows])
	next := slices.Clone(b.start)
	b.products(vectors, c, func(row, column int, value float64) {
		b.at[next[row]], b.value[next[row]] = int32(column), value
		next[row]++
	})
	b.merge()
	return b
}

// products calls add for the elements of the vectors' products with themselves that lie in the
// block, of which several may be of one place.
func (b *block) products(vectors []vector, c class, add func(row, column int, value float64)) {
	ratio := math.Pow(0.1, 1/float64(c.rows))
	size := 1.0
	for i, v := range vectors {
		for j, at := range v.at {
			row := at - b.firstRow
			if row < 0 || row >= b.rows {
				continue
			}
			for k, other := range v.at {
				column := other - b.firstColumn
				if column < 0 || column >= b.columns {
					continue
				}
				value := size * v.value[j] * v.value[k]
				if at == i && other == i {
					value += 0.1 - c.shift
				}
				add(row, column, value)
			}
		}
		size *= ratio
	}
}

// merge makes one element of all of one place in a row.
func (b *block) merge() {
	where := make([]int, b.columns)
	for i := range where {
		where[i] = -1
	}
	from, to := 0, 0
	for row := range b.rows {
		first := to
		for ; from < b.start[row+1]; from++ {
			column := b.at[from]
			if at := where[column]; at >= first {
				b.value[at] += b.value[from]
				continue
			}
			where[column] = to
			b.at[to], b.value[to] = column, b.value[from]
			to++
		}
		b.start[row] = first
	}
	b.start[b.rows] = to
}

// multiply sets w to the product of the block and p.
func (b *block) multiply(p, w []float64) {
	for row := range b.rows {
		sum := 0.0
		at, value := b.at[b.start[row]:b.start[row+1]], b.value[b.start[row]:b.start[row+1]]
		for k, column := range at {
			sum += value[k] * p[column]
		}
		w[row] = sum
	}
}
