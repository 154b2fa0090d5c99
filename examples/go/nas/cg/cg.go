// Package cg is the NAS Parallel Benchmark CG (Conjugate Gradient) with coarrays, from its
// specification (NAS Report RNR-94-007, section 2.4).
//
//	go run ./examples/go/nascg -n 4 -class A
//	go run ./examples/go/nascg -n 4 -class A -met     communication without waiting for the computations of others
//
// The algorithm is that of examples/xmp/cg.c: a power of two of images is a grid, image (r, c) has
// the block of the matrix of row range r and column range c, and of vectors the column range. Its
// product is a part of each element of the row range, of which each image sums a piece.
package cg

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

// class is a size of the problem, with the official result.
type class struct {
	rows, nonzero, iterations int
	shift, zeta               float64
}

var classes = map[string]class{
	"S": {1400, 7, 15, 10, 8.5971775078648},
	"W": {7000, 8, 15, 12, 10.362595087124},
	"A": {14000, 11, 15, 20, 17.130235054029},
	"B": {75000, 13, 75, 60, 22.712745482631},
}

const steps = 25

// Main runs the program with its arguments.
func Main(args []string) {
	flags := flag.NewFlagSet("nascg", flag.ExitOnError)
	images := flags.Int("n", 0, "how many `images`, a power of two; 0: one for each core")
	name := flags.String("class", "S", "S, W, A or B")
	met := flags.Bool("met", false,
		"all meet before each communication, outside of the time that is measured")
	flags.Parse(args)
	coarray.Main(func(ctx context.Context, me *coarray.Image) error {
		c, ok := classes[*name]
		if !ok {
			return fmt.Errorf("-class %s: want S, W, A or B", *name)
		}
		return run(ctx, me, *name, c, *met)
	}, coarray.Images(*images))
}

func run(ctx context.Context, me *coarray.Image, name string, c class, met bool) error {
	s, err := newSolver(ctx, me, c)
	if err != nil {
		return err
	}
	s.met = met
	x, z := make([]float64, s.block.columns), make([]float64, s.block.columns)
	var start time.Time
	zeta := 0.0
	for iteration := range c.iterations + 1 {
		if iteration <= 1 { // number 0 warms up
			for i := range x {
				x[i] = 1
			}
			if err := me.SyncAll(ctx); err != nil {
				return err
			}
			start, s.communication = time.Now(), 0
		}
		s.conjugateGradient(ctx, x, z)
		zeta = c.shift + 1/s.dot(ctx, x, z)
		length := 1 / math.Sqrt(s.dot(ctx, z, z))
		for i := range x {
			x[i] = length * z[i]
		}
	}
	s.check(me.SyncAll(ctx))
	times := []float64{time.Since(start).Seconds(), s.communication.Seconds()}
	s.check(coarray.MaxSlice(ctx, me, times))
	if s.err != nil {
		return s.err
	}
	good := math.Abs(zeta-c.zeta) <= 1e-10*c.zeta
	if me.Index() == 1 {
		elements := float64(c.nonzero * (c.nonzero + 1))
		operations := 2 * float64(c.iterations) * float64(c.rows) * (3 + elements +
			steps*(5+elements) + 3)
		fmt.Printf(
			"zeta %.13f\nCG class %s, %d images: %.4f s, of which communication %.4f s; %.1f "+
				"Mop/s; verification %s\n", zeta, name, me.NumImages(),
			times[0], times[1], 1e-6*operations/times[0],
			map[bool]string{true: "successful", false: "FAILED"}[good])
	}
	if !good {
		return errors.New("the eigenvalue is not the official one")
	}
	return nil
}

// solver is one image's part. The first error of communication is kept: what follows goes on with
// wrong numbers until it is asked for.
type solver struct {
	me            *coarray.Image
	grid          grid
	block         *block
	w             *coarray.Coarray[float64] // parts of sums of the row range
	far           []float64                 // what another image has of them
	r, p, q       []float64
	communication time.Duration
	met           bool
	err           error
}

func newSolver(ctx context.Context, me *coarray.Image, c class) (*solver, error) {
	g, err := newGrid(me.Index()-1, me.NumImages(), c.rows)
	if err != nil {
		return nil, err
	}
	s := &solver{me: me, grid: g, block: newBlock(g, c)}
	if s.w, err = coarray.New[float64](ctx, me, c.rows/g.rows+1); err != nil {
		return nil, err
	}
	s.far = make([]float64, s.w.Len())
	vector := func() []float64 { return make([]float64, s.block.columns) }
	s.r, s.p, s.q = vector(), vector(), vector()
	return s, nil
}

func (s *solver) check(err error) {
	if s.err == nil {
		s.err = err
	}
}

// begin gives the time when a communication begins.
func (s *solver) begin(ctx context.Context) time.Time {
	if s.met {
		s.check(s.me.SyncAll(ctx))
	}
	return time.Now()
}

// dot: each part of a vector is on all images of a column of the grid.
func (s *solver) dot(ctx context.Context, a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += v * b[i]
	}
	start := s.begin(ctx)
	sum, err := coarray.Sum(ctx, s.me, sum)
	s.check(err)
	s.communication += time.Since(start)
	return sum / float64(s.grid.rows)
}

// multiply sets q to A p. A reduction must stand between two: who has come out of it knows that all
// others have read its w.
func (s *solver) multiply(ctx context.Context, p, q []float64) {
	s.block.multiply(p, s.w.Local())
	start := s.begin(ctx)
	s.check(s.exchange(ctx, q))
	s.communication += time.Since(start)
}

// exchange halves the row range again and again: each image adds to its half what the one on the
// other side has. q gets the column range's sums.
func (s *solver) exchange(ctx context.Context, q []float64) error {
	g, w := s.grid, s.w.Local()
	low := 0
	for half := g.columns / 2; half > 0; half /= 2 {
		k := (s.me.Index() - 1) ^ half + 1
		low += g.column & half
		from, to := g.place(low), g.place(low+half)
		if err := s.me.SyncImages(ctx, k); err != nil {
			return err
		}
		far := s.far[:to-from]
		if err := s.w.At(k).Get(from, far); err != nil {
			return err
		}
		sums := w[from:to]
		if half == 1 && g.rows == 1 { // these sums are the whole column range
			sums = q[:to-from]
		}
		for i, v := range far {
			sums[i] = w[from+i] + v
		}
	}
	if g.columns > 1 && g.rows == 1 {
		return nil
	}
	if g.rows > 1 {
		if err := s.me.SyncAll(ctx); err != nil {
			return err
		}
	}
	first := g.piece(g.column * g.rows)
	for i := g.column * g.rows; i < (g.column+1)*g.rows; i++ {
		there := g.piece(i) - g.piece(i/g.columns*g.columns)
		if err := s.w.At(i+1).Get(there, q[g.piece(i)-first:g.piece(i+1)-first]); err != nil {
			return err
		}
	}
	return nil
}

// conjugateGradient brings z near to the solution of A z = x.
func (s *solver) conjugateGradient(ctx context.Context, x, z []float64) {
	r, p, q := s.r, s.p, s.q
	clear(z)
	copy(r, x)
	copy(p, x)
	rho := s.dot(ctx, r, r)
	for range steps {
		s.multiply(ctx, p, q)
		alpha, before := rho/s.dot(ctx, p, q), rho
		for i := range z {
			z[i] += alpha * p[i]
			r[i] -= alpha * q[i]
		}
		rho = s.dot(ctx, r, r)
		beta := rho / before
		for i := range p {
			p[i] = r[i] + beta*p[i]
		}
	}
	s.multiply(ctx, z, q)
	for i := range r {
		r[i] = x[i] - q[i]
	}
	s.dot(ctx, r, r)
}
