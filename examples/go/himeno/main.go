// Himeno is the Himeno benchmark with coarrays: Jacobi iteration for Poisson's equation in
// general curvilinear coordinates, a 19-point stencil at 34 floating-point
// operations a cell. The benchmark is Ryutaro Himeno's; this text is Coral's.
//
//	go run ./examples/go/himeno -n 2 -size M -iterations 50
//
// The grid's first two dimensions are distributed over images; the third stays whole. After
// each sweep every image puts the rim of its block into its neighbours' halos.
// Image 1 then repeats the computation alone and compares, bit for bit.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

var sizes = map[string][3]int{
	"XS": {32, 32, 64}, "S": {64, 64, 128}, "M": {128, 128, 256}, "L": {256, 256, 512},
	"XL": {512, 512, 1024},
}

func main() {
	images := flag.Int("n", 0, "how many `images`; 0: one for each core")
	size := flag.String("size", "S", "XS, S, M, L or XL")
	iterations := flag.Int("iterations", 30, "how many")
	check := flag.Bool("check", true, "compare with the computation by one image alone")
	flag.Parse()
	coarray.Main(func(ctx context.Context, me *coarray.Image) error {
		grid, ok := sizes[*size]
		if !ok {
			return fmt.Errorf("-size %s: want XS, S, M, L or XL", *size)
		}
		return run(ctx, me, grid, *iterations, *check)
	}, coarray.Images(*images))
}

func run(ctx context.Context, me *coarray.Image, grid [3]int, iterations int, check bool) error {
	s, err := newSolver(ctx, me, grid)
	if err != nil {
		return err
	}
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	start := time.Now()
	residual, err := s.solve(ctx, iterations)
	if err != nil {
		return err
	}
	if me.Index() == 1 {
		elapsed := time.Since(start)
		cells := float64((grid[0] - 2) * (grid[1] - 2) * (grid[2] - 2))
		fmt.Printf(
			"%v cells on %d x %d images, %d iterations in %.3f s: %.1f MFLOPS, residual %.6e\n",
			grid, s.images[0], s.images[1], iterations, elapsed.Seconds(),
			34*cells*float64(iterations)/elapsed.Seconds()/1e6, residual)
		if check {
			if err := s.compare(grid, iterations, residual); err != nil {
				return err
			}
			fmt.Println("equal to the serial computation")
		}
	}
	return me.SyncAll(ctx)
}

// solver is one image's part of the computation.
type solver struct {
	me     *coarray.Image
	images [2]int // in the first two dimensions
	place  [2]int // of this image among them
	block  *block
	p      *coarray.Coarray[float32]
}

func newSolver(ctx context.Context, me *coarray.Image, grid [3]int) (*solver, error) {
	s := &solver{me: me, images: arrange(me.NumImages())}
	s.place = s.placeOf(me.Index())
	rows, columns := s.share(grid, 0, s.place[0]), s.share(grid, 1, s.place[1])
	// A coarray has one shape on all images: that of the largest block, and a halo around it.
	most := [2]int{s.share(grid, 0, 0).n, s.share(grid, 1, 0).n}
	var err error
	if s.p, err = coarray.New[float32](ctx, me, most[0]+2, most[1]+2, grid[2]); err != nil {
		return nil, err
	}
	s.block = newBlock(s.p.Local(), rows, columns, most[1]+2, grid)
	return s, nil
}

// arrange gives the factors of n that are closest to each other, the smaller first.
func arrange(n int) [2]int {
	for a := int(math.Sqrt(float64(n))); ; a-- {
		if n%a == 0 {
			return [2]int{a, n / a}
		}
	}
}

func (s *solver) placeOf(image int) [2]int {
	return [2]int{(image - 1) / s.images[1], (image - 1) % s.images[1]}
}

// imageAt is the image at a place; 0 if there is none.
func (s *solver) imageAt(i, j int) int {
	if i < 0 || i >= s.images[0] || j < 0 || j >= s.images[1] {
		return 0
	}
	return i*s.images[1] + j + 1
}

// share is what of the grid's interior the images at a place have in a dimension. The first have
// most.
func (s *solver) share(grid [3]int, dimension, place int) span {
	cells, parts := grid[dimension]-2, s.images[dimension]
	n, more := cells/parts, cells%parts
	if place < more {
		return span{place * (n + 1), n + 1}
	}
	return span{place*n + more, n}
}

// solve does the iterations and gives the last one's residual, the same on every image.
func (s *solver) solve(ctx context.Context, iterations int) (residual float64, err error) {
	i, j := s.place[0], s.place[1]
	before := neighbours(s.imageAt(i-1, j), s.imageAt(i+1, j))
	beside := neighbours(s.imageAt(i, j-1), s.imageAt(i, j+1))
	all := append(append([]int{}, before...), beside...)
	for range iterations {
		residual = s.block.sweep()
		if err := s.me.SyncImages(ctx, all...); err != nil { // they have read their halos
			return 0, err
		}
		s.block.update()
		if err := s.exchange(ctx, 0, before); err != nil {
			return 0, err
		}
		// What came into the halo goes on to the sides: so the corners come too.
		if err := s.exchange(ctx, 1, beside); err != nil {
			return 0, err
		}
		if residual, err = coarray.Sum(ctx, s.me, residual); err != nil {
			return 0, err
		}
	}
	return residual, nil
}

func neighbours(images ...int) (there []int) {
	for _, image := range images {
		if image != 0 {
			there = append(there, image)
		}
	}
	return there
}

// exchange puts the two faces of the block in a dimension to the neighbours' halos, and waits for
// theirs.
func (s *solver) exchange(ctx context.Context, dimension int, neighbours []int) error {
	rows, columns := s.block.rows.n, s.block.columns.n
	face := func(at int) []coarray.Subscript {
		if dimension == 0 {
			return []coarray.Subscript{coarray.Index(at), coarray.Range(1, columns+1),
				coarray.All()}
		}
		return []coarray.Subscript{coarray.Range(0, rows+2), coarray.Index(at), coarray.All()}
	}
	n := [2]int{rows, columns}[dimension]
	for _, image := range neighbours {
		mine, halo := n, 0 // the last layer goes before the next block's first
		if image < s.me.Index() {
			mine, halo = 1, s.share(s.block.grid, dimension, s.placeOf(image)[dimension]).n+1
		}
		if err := s.p.At(image).Section(face(halo)...).CopyFrom(
			s.p.Section(face(mine)...)); err != nil {
			return err
		}
	}
	return s.me.SyncImages(ctx, neighbours...)
}

// compare repeats the computation on this image alone.
func (s *solver) compare(grid [3]int, iterations int, residual float64) error {
	alone := newBlock(make([]float32, grid[0]*grid[1]*grid[2]), span{0, grid[0] - 2},
		span{0, grid[1] - 2}, grid[1], grid)
	var want float64
	for range iterations {
		want = alone.sweep()
		alone.update()
	}
	if math.Abs(want-residual) > 1e-10*want {
		return fmt.Errorf("residual %v, alone %v", residual, want)
	}
	pencil := make([]float32, grid[2])
	for image := 1; image <= s.me.NumImages(); image++ {
		place := s.placeOf(image)
		rows, columns := s.share(grid, 0, place[0]), s.share(grid, 1, place[1])
		for i := range rows.n {
			for j := range columns.n {
				if err := s.p.At(image).Section(coarray.Index(i+1), coarray.Index(j+1),
					coarray.All()).CopyTo(pencil); err != nil {
					return err
				}
				for k, v := range alone.pencil(alone.p, rows.before+i+1, columns.before+j+1) {
					if pencil[k] != v {
						return fmt.Errorf("p(%d,%d,%d) on image %d is %v, alone %v",
							rows.before+i+1, columns.before+j+1, k, image, pencil[k], v)
					}
				}
			}
		}
	}
	return nil
}
