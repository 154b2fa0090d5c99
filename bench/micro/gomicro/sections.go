package gomicro

import (
	"context"
	"fmt"

	"github.com/coral-pgas/coral/coarray"
)

const (
	longest = 1 << 20 // elements of a one-dimensional array
	side    = 1000    // of a matrix
)

// sections measures contiguous, strided and two-dimensional sections put to and got from another
// image.
func sections(ctx context.Context, r *run) error {
	x, err := coarray.New[float64](ctx, r.me, longest)
	if err != nil {
		return err
	}
	x2, err := coarray.New[float64](ctx, r.me, side, side)
	if err != nil {
		return err
	}
	a2, err := coarray.New[float64](ctx, r.me, side, side)
	if err != nil {
		return err
	}
	for i := range x.Local() {
		x.Local()[i] = 1
	}
	if err := r.me.SyncAll(ctx); err != nil {
		return err
	}
	if r.me.Index() == 1 {
		y, a := x.Local(), ones(longest) // the own part: the same offsets in pages and cache lines
		for power := 3; power <= 20; power++ {
			if power%3 == 0 || power == 20 {
				contiguous(r, x, y, a, 1<<power)
			}
		}
		for _, stride := range []int{2, 8} {
			for m := 8; m*stride <= longest; m *= 8 {
				strided(r, x, y, a, m, stride)
			}
		}
		y2 := x2.Local()
		for m := 8; m <= 512; m *= 4 {
			block(r, x2, a2, y2, m)
		}
	}
	return r.me.SyncAll(ctx)
}

func ones(n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = 1
	}
	return s
}

// repeat is the kernel that does one thing again and again.
func repeat(memory []float64, do func()) kernel {
	return func(sweeps int) {
		for range sweeps {
			do()
			opaque(memory)
		}
	}
}

func contiguous(r *run, x *coarray.Coarray[float64], y, a []float64, m int) {
	kind := fmt.Sprintf("contiguous/%d", 8*m)
	there := x.At(r.partner).Section(coarray.Range(0, m))
	r.measure("put", kind, 1,
		repeat(y, func() { copy(y[:m], a[:m]) }),
		repeat(y, func() { must(there.CopyFromSlice(a[:m])) }))
	r.measure("get", kind, 1,
		repeat(a, func() { copy(a[:m], y[:m]) }),
		repeat(a, func() { must(there.CopyTo(a[:m])) }))
}

func strided(r *run, x *coarray.Coarray[float64], y, a []float64, m, stride int) {
	kind := fmt.Sprintf("stride%d/%d", stride, 8*m)
	there := x.At(r.partner).Section(coarray.Range(0, m*stride).By(stride))
	r.measure("put", kind, 1,
		repeat(y, func() {
			for i, v := range a[:m] {
				y[i*stride] = v
			}
		}),
		repeat(y, func() { must(there.CopyFromSlice(a[:m])) }))
	r.measure("get", kind, 1,
		repeat(a, func() {
			for i := range a[:m] {
				a[i] = y[i*stride]
			}
		}),
		repeat(a, func() { must(there.CopyTo(a[:m])) }))
}

func block(r *run, x2, a2 *coarray.Coarray[float64], y2 []float64, m int) {
	kind := fmt.Sprintf("block/%d", 8*m*m)
	there := x2.At(r.partner).Section(coarray.Range(2, m+2), coarray.Range(1, m+1))
	here := a2.Section(coarray.Range(0, m), coarray.Range(0, m))
	a := a2.Local()
	r.measure("put", kind, 1,
		repeat(y2, func() {
			for j := range m {
				copy(y2[(j+2)*side+1:(j+2)*side+1+m], a[j*side:j*side+m])
			}
		}),
		repeat(y2, func() { must(there.CopyFrom(here)) }))
	r.measure("get", kind, 1,
		repeat(a, func() {
			for j := range m {
				copy(a[j*side:j*side+m], y2[(j+2)*side+1:(j+2)*side+1+m])
			}
		}),
		repeat(a, func() { must(here.CopyFrom(there)) }))
}
