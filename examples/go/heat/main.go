// Heat is heat conduction on a rectangle, in blocks on a grid of images. Each step sends the edges
// to the neighbours by asynchronous copies, computes what needs nobody while these are under way,
// and then the edges. An event of the neighbour says that its halo is there, an event of its own
// that the edge may be changed. Over the rectangle's rim there is no image, to which copies do
// nothing: images at the rim need no case of their own but for the waits.
//
//	heat -n 6 -rows 200 -columns 300 -steps 100
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"

	"github.com/coral-pgas/coral/coarray"
)

var (
	images  = flag.Int("n", 0, "images; 0: as the environment says")
	rows    = flag.Int("rows", 120, "interior points in the first dimension")
	columns = flag.Int("columns", 90, "interior points in the second dimension")
	steps   = flag.Int("steps", 60, "steps in time")
)

func initial(i, j int) float64 { return 100 * math.Sin(0.3*float64(i)) * math.Cos(0.2*float64(j)) }

// part is the k-th of equal parts of n, as far as n can be divided: from lo up to hi.
func part(n, parts, k int) (lo, hi int) { return n * k / parts, n * (k + 1) / parts }

// sides are the dimension and the direction of each neighbour. Halo d comes from side d.
var sides = [4]struct{ dim, shift int }{{0, -1}, {0, 1}, {1, -1}, {1, 1}}

// block is an image's part: two generations of it, with a halo of one point.
type block struct {
	u          *coarray.Coarray[float64]
	row0, col0 int // of its first point in the rectangle
	m, n       int // points
	neighbours [4]int
	halo       *coarray.Events // i: the halo of side i has come
	sent       *coarray.Events // edges that the neighbours have
	edges      [2][4]struct{ to, from coarray.Section[float64] }
}

func newBlock(ctx context.Context, me *coarray.Image) (*block, error) {
	p := int(math.Sqrt(float64(me.NumImages())))
	for me.NumImages()%p != 0 {
		p--
	}
	q := me.NumImages() / p
	grid, err := coarray.NewCartesian(me.Team(), []int{p, q}, []bool{false, false})
	if err != nil {
		return nil, err
	}
	at, err := grid.Coords(me.Index())
	if err != nil {
		return nil, err
	}
	b := &block{}
	rowEnd, colEnd := 0, 0
	b.row0, rowEnd = part(*rows, p, at[0])
	b.col0, colEnd = part(*columns, q, at[1])
	b.m, b.n = rowEnd-b.row0, colEnd-b.col0
	// A coarray has one shape on all images: that of the largest block.
	if b.u, err = coarray.New[float64](ctx, me, 2, (*rows+p-1)/p+2,
		(*columns+q-1)/q+2); err != nil {
		return nil, err
	}
	if b.halo, err = coarray.NewEvents(ctx, me, len(sides)); err != nil {
		return nil, err
	}
	if b.sent, err = coarray.NewLocalEvents(me, 1); err != nil {
		return nil, err
	}
	for d, side := range sides {
		if b.neighbours[d], err = grid.Neighbor(side.dim, side.shift); err != nil {
			return nil, err
		}
		there := [2]int{b.m, b.n} // points of the neighbour's block
		if to := b.neighbours[d]; to != coarray.NoImage {
			lo, hi := part([]int{*rows, *columns}[side.dim], []int{p, q}[side.dim],
				at[side.dim]+side.shift)
			there[side.dim] = hi - lo
		}
		// My first row is the last row, which is halo, of the image above; and so on.
		own, halo := 1, there[side.dim]+1
		if side.shift > 0 {
			own, halo = []int{b.m, b.n}[side.dim], 0
		}
		for g := range b.edges {
			e := &b.edges[g][d]
			if side.dim == 0 {
				line := coarray.Range(1, b.n+1)
				e.to, e.from = b.u.At(b.neighbours[d]).Section(coarray.Index(g),
					coarray.Index(halo), line), b.u.Section(coarray.Index(g), coarray.Index(own),
					line)
			} else {
				line := coarray.Range(1, b.m+1)
				e.to, e.from = b.u.At(b.neighbours[d]).Section(coarray.Index(g), line,
					coarray.Index(halo)), b.u.Section(coarray.Index(g), line,
					coarray.Index(own))
			}
		}
	}
	return b, nil
}

// send begins to send the edges of a generation.
func (b *block) send(me *coarray.Image, g int) error {
	for d, to := range b.neighbours {
		e, there := &b.edges[g][d], d^1 // what is above me has me below
		if err := coarray.CopyAsync(me, e.to, e.from, coarray.After(b.halo.At(to, there)),
			coarray.After(b.sent.Own(0))); err != nil {
			return err
		}
	}
	return nil
}

// update computes rows i0 to i1 and columns j0 to j1 of the next generation.
func (b *block) update(g, i0, i1, j0, j1 int) {
	for i := i0; i <= i1; i++ {
		l, width := b.u.Local(), b.u.Index(0, 1, 0)
		old, next := b.u.Index(g, i, 0), b.u.Index(1-g, i, 0)
		for j := j0; j <= j1; j++ {
			c := old + j
			l[next+j] = l[c] + 0.2*(l[c-width]+l[c+width]+l[c-1]+l[c+1]-4*l[c])
		}
	}
}

func (b *block) step(ctx context.Context, me *coarray.Image, g int) error {
	if err := b.send(me, g); err != nil {
		return err
	}
	b.update(g, 2, b.m-1, 2, b.n-1)
	for d, from := range b.neighbours {
		if from != coarray.NoImage {
			if err := b.halo.Wait(ctx, d); err != nil {
				return err
			}
		}
	}
	b.update(g, 1, 1, 1, b.n)
	if b.m > 1 {
		b.update(g, b.m, b.m, 1, b.n)
	}
	b.update(g, 2, b.m-1, 1, 1)
	if b.n > 1 {
		b.update(g, 2, b.m-1, b.n, b.n)
	}
	// The step after this one writes generation g: it must have left. Neighbours write its halo
	// then, too, but no sooner than they have what this image sends in the next step, after it has
	// used this one's.
	return b.sent.WaitN(context.Background(), 0, len(sides))
}

// difference is the greatest difference to the same steps without images.
func (b *block) difference(g int) (worst float64) {
	width := *columns + 2
	old, next := make([]float64, (*rows+2)*width), make([]float64, (*rows+2)*width)
	for i := range *rows {
		for j := range *columns {
			old[(i+1)*width+j+1] = initial(i, j)
		}
	}
	for range *steps {
		for i := 1; i <= *rows; i++ {
			for j := 1; j <= *columns; j++ {
				c := i*width + j
				next[c] = old[c] + 0.2*(old[c-width]+old[c+width]+old[c-1]+old[c+1]-4*old[c])
			}
		}
		old, next = next, old
	}
	for i := 1; i <= b.m; i++ {
		for j := 1; j <= b.n; j++ {
			worst = max(
				worst, math.Abs(b.u.Local()[b.u.Index(g, i, j)]-old[(b.row0+i)*width+b.col0+j]))
		}
	}
	return worst
}

func program(ctx context.Context, me *coarray.Image) error {
	b, err := newBlock(ctx, me)
	if err != nil {
		return err
	}
	if b.m < 1 || b.n < 1 {
		return fmt.Errorf("%d rows and %d columns are too few for %d images", *rows, *columns,
			me.NumImages())
	}
	for i := 1; i <= b.m; i++ {
		for j := 1; j <= b.n; j++ {
			b.u.Local()[b.u.Index(0, i, j)] = initial(b.row0+i-1, b.col0+j-1)
		}
	}
	for s := range *steps {
		if err := b.step(ctx, me, s%2); err != nil {
			return fmt.Errorf("step %d: %w", s, err)
		}
	}
	worst, err := coarray.Max(ctx, me, b.difference(*steps%2))
	if err != nil || me.Index() != 1 {
		return err
	}
	if worst > 1e-10 {
		return fmt.Errorf("the greatest difference to the serial computation is %g", worst)
	}
	fmt.Printf("%d steps on %d images: equal to the serial computation\n", *steps, me.NumImages())
	return nil
}

func main() {
	flag.Parse()
	coarray.Main(func(ctx context.Context, me *coarray.Image) error {
		if *rows < 1 || *columns < 1 || *steps < 0 {
			return errors.New("-rows, -columns: at least 1; -steps: at least 0")
		}
		return program(ctx, me)
	}, coarray.Images(*images))
}
