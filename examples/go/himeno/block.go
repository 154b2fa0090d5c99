package main

const omega = 0.8 // relaxation

// span is a part of the grid's interior in one dimension: n cells after the first before.
type span struct{ before, n int }

// block is a part of the grid with a halo of one cell in the first two dimensions: pencils of
// grid[2] cells, of which the first and last are the fixed boundary.
type block struct {
	rows, columns span
	width         int // pencils in a row of the arrays
	grid          [3]int
	p, next       []float32
	a             [4][]float32
	b, c          [3][]float32
	bnd, wrk      []float32
}

// newBlock initialises a block over the memory p as the benchmark says.
func newBlock(p []float32, rows, columns span, width int, grid [3]int) *block {
	g := &block{rows: rows, columns: columns, width: width, grid: grid, p: p}
	array := func(value float32) []float32 {
		s := make([]float32, len(p))
		for i := range s {
			s[i] = value
		}
		return s
	}
	g.next, g.wrk, g.bnd = array(0), array(0), array(1)
	g.a = [4][]float32{array(1), array(1), array(1), array(1.0 / 6)}
	for m := range 3 {
		g.b[m], g.c[m] = array(0), array(1)
	}
	last := float32(grid[0] - 1)
	for i := range rows.n + 2 {
		x := float32(rows.before + i)
		for j := range columns.n + 2 {
			for k := range g.pencil(p, i, j) {
				g.pencil(p, i, j)[k] = x * x / (last * last)
			}
		}
	}
	return g
}

// pencil is the cells (i, j, ..) of one of the block's arrays.
func (g *block) pencil(array []float32, i, j int) []float32 {
	n := g.grid[2]
	at := (i*g.width + j) * n
	return array[at : at+n : at+n]
}

// sweep computes the new values of the block's interior and gives the sum of the squares of the
// changes.
func (g *block) sweep() (sum float64) {
	for i := 1; i <= g.rows.n; i++ {
		for j := 1; j <= g.columns.n; j++ {
			sum += g.sweepPencil(i, j)
		}
	}
	return sum
}

func (g *block) sweepPencil(i, j int) (sum float64) {
	n := g.grid[2]
	// All pencils cut to one length, which spares the loop the checks of most subscripts.
	of := func(array []float32, i, j int) []float32 { return g.pencil(array, i, j)[:n] }
	p, up, down := of(g.p, i, j), of(g.p, i+1, j), of(g.p, i-1, j)
	left, right := of(g.p, i, j-1), of(g.p, i, j+1)
	upRight, upLeft := of(g.p, i+1, j+1), of(g.p, i+1, j-1)
	downRight, downLeft := of(g.p, i-1, j+1), of(g.p, i-1, j-1)
	a0, a1, a2, a3 := of(g.a[0], i, j), of(g.a[1], i, j), of(g.a[2], i, j), of(g.a[3], i, j)
	b0, b1, b2 := of(g.b[0], i, j), of(g.b[1], i, j), of(g.b[2], i, j)
	c0, c1, c2 := of(g.c[0], i, j), of(g.c[1], i, j), of(g.c[2], i, j)
	bnd, wrk, next := of(g.bnd, i, j), of(g.wrk, i, j), of(g.next, i, j)
	for k := 1; k < n-1; k++ {
		s := a0[k]*up[k] + a1[k]*right[k] + a2[k]*p[k+1] +
			b0[k]*(upRight[k]-upLeft[k]-downRight[k]+downLeft[k]) +
			b1[k]*(right[k+1]-left[k+1]-right[k-1]+left[k-1]) +
			b2[k]*(up[k+1]-down[k+1]-up[k-1]+down[k-1]) +
			c0[k]*down[k] + c1[k]*left[k] + c2[k]*p[k-1] + wrk[k]
		change := (s*a3[k] - p[k]) * bnd[k]
		sum += float64(change * change)
		next[k] = p[k] + omega*change
	}
	return sum
}

// update makes the new values the block's.
func (g *block) update() {
	n := g.grid[2]
	for i := 1; i <= g.rows.n; i++ {
		for j := 1; j <= g.columns.n; j++ {
			copy(g.pencil(g.p, i, j)[1:n-1], g.pencil(g.next, i, j)[1:n-1])
		}
	}
}
