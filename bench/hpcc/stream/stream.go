// Package stream is STREAM of the HPC Challenge, embarrassingly parallel: all images at the same
// time, each on its own part of three coarrays. ../fortran/stream.f90 is the same in Fortran.
package stream

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

// Options of a run.
type Options struct {
	Elements    int // of each array on each image
	Repetitions int // of which the fastest counts, the first one left out; 2 at least
}

// Rates are means over the images in GB/s, counted as STREAM does: 16 bytes an element for copy and
// scale, 24 for add and triad.
type Rates struct{ Copy, Scale, Add, Triad float64 }

// ErrWrong says that the arrays do not hold what they must.
var ErrWrong = errors.New("STREAM: wrong values")

const q = 3

// Run is called by all images together.
func Run(ctx context.Context, me *coarray.Image, o Options) (Rates, error) {
	if o.Elements < 1 || o.Repetitions < 2 {
		return Rates{}, fmt.Errorf("STREAM needs an element and two repetitions, not %d and %d",
			o.Elements, o.Repetitions)
	}
	var arrays [3][]float64
	for i := range arrays {
		x, err := coarray.New[float64](ctx, me, o.Elements)
		if err != nil {
			return Rates{}, err
		}
		arrays[i] = x.Local()
		for j := range arrays[i] {
			arrays[i][j] = [3]float64{1, 2, 0}[i]
		}
	}
	a, b, c := arrays[0], arrays[1], arrays[2]
	kernels := [4]func(){
		func() { copyKernel(c, a) }, func() { scale(b, c) }, func() {
			add(c, a,
				b)
		}, func() { triad(a, b, c) }}
	var best [4]time.Duration
	for r := range o.Repetitions {
		for k, kernel := range kernels {
			if err := me.SyncAll(ctx); err != nil {
				return Rates{}, err
			}
			start := time.Now()
			kernel()
			if t := time.Since(start); r <= 1 || t < best[k] {
				best[k] = t
			}
		}
	}
	if err := check(a, b, c, o.Repetitions); err != nil {
		return Rates{}, err
	}
	rates := make([]float64, len(kernels))
	for k, bytes := range [4]float64{16, 16, 24, 24} {
		rates[k] = bytes * float64(o.Elements) / float64(max(best[k], 1)) / float64(me.NumImages())
	}
	if err := coarray.SumSlice(ctx, me, rates); err != nil {
		return Rates{}, err
	}
	return Rates{rates[0], rates[1], rates[2], rates[3]}, nil
}

func copyKernel(dst, src []float64) { copy(dst, src) }

// The loops are written out eight at a time: the compiler does not do it, and a loop of one element
// each does not keep memory busy.

func scale(dst, src []float64) {
	for len(src) >= 8 {
		d, a := (*[8]float64)(dst), (*[8]float64)(src)
		d[0], d[1], d[2], d[3] = q*a[0], q*a[1], q*a[2], q*a[3]
		d[4], d[5], d[6], d[7] = q*a[4], q*a[5], q*a[6], q*a[7]
		dst, src = dst[8:], src[8:]
	}
	for j, v := range src {
		dst[j] = q * v
	}
}

func add(dst, x, y []float64) {
	for len(x) >= 8 {
		d, a, b := (*[8]float64)(dst), (*[8]float64)(x), (*[8]float64)(y)
		d[0], d[1], d[2], d[3] = a[0]+b[0], a[1]+b[1], a[2]+b[2], a[3]+b[3]
		d[4], d[5], d[6], d[7] = a[4]+b[4], a[5]+b[5], a[6]+b[6], a[7]+b[7]
		dst, x, y = dst[8:], x[8:], y[8:]
	}
	for j, v := range x {
		dst[j] = v + y[j]
	}
}

func triad(dst, x, y []float64) {
	for len(x) >= 8 {
		d, a, b := (*[8]float64)(dst), (*[8]float64)(x), (*[8]float64)(y)
		d[0], d[1], d[2], d[3] = a[0]+q*b[0], a[1]+q*b[1], a[2]+q*b[2], a[3]+q*b[3]
		d[4], d[5], d[6], d[7] = a[4]+q*b[4], a[5]+q*b[5], a[6]+q*b[6], a[7]+q*b[7]
		dst, x, y = dst[8:], x[8:], y[8:]
	}
	for j, v := range x {
		dst[j] = v + q*y[j]
	}
}

// check compares with the same arithmetic on one element.
func check(a, b, c []float64, repetitions int) error {
	x, y, z := 1.0, 2.0, 0.0
	for range repetitions {
		z = x
		y = q * z
		z = x + y
		x = y + q*z
	}
	for i, want := range []float64{x, y, z} {
		for j, have := range [][]float64{a, b, c}[i] {
			if !(math.Abs(have-want) <= 1e-13*want) {
				return fmt.Errorf("%w: element %d of array %c is %g, not %g", ErrWrong, j, "abc"[i],
					have, want)
			}
		}
	}
	return nil
}
