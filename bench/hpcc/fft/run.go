package fft

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"time"

	"github.com/coral-pgas/coral/bench/hpcc/noise"
	"github.com/coral-pgas/coral/coarray"
)

// Options of a run.
type Options struct {
	Log         int // the transform has 2**Log numbers
	Block       int // numbers of a piece that travels while another is computed with
	Repetitions int // of which the fastest counts
}

// Result of a run, the same on all images. Residual and Deviation are in units of machine epsilon ·
// log2(n): what the inverse transform leaves at most, and how far three results are from the sums
// that define them, beside the root of the mean square of all.
type Result struct {
	Time      time.Duration
	GFlops    float64 // 5 n log2(n) operations, as the rules count
	Residual  float64
	Deviation float64
}

// ErrWrong says that the residual or the deviation is 16 or more.
var ErrWrong = errors.New("FFT: the result is wrong")

const epsilon = 1.0 / (1 << 52)

// Run is called by all images together, a power of two of them.
func Run(ctx context.Context, me *coarray.Image, o Options) (r Result, err error) {
	t, err := newTransformer(ctx, me, o.Log, o.Block)
	if err != nil {
		return r, err
	}
	for repetition := range max(1, o.Repetitions) {
		t.setInput()
		if err := me.SyncAll(ctx); err != nil {
			return r, err
		}
		start := time.Now()
		if err := t.transform(ctx); err != nil {
			return r, err
		}
		if err := me.SyncAll(ctx); err != nil {
			return r, err
		}
		if elapsed := time.Since(start); repetition == 0 || elapsed < r.Time {
			r.Time = elapsed
		}
	}
	if r.Time, err = coarray.Max(ctx, me, r.Time); err != nil {
		return r, err
	}
	n := float64(uint64(1) << o.Log)
	r.GFlops = 5 * n * float64(o.Log) / float64(r.Time)
	unit := epsilon * float64(o.Log)
	if r.Deviation, err = t.ofDefinition(ctx, 1<<o.Log); err != nil {
		return r, err
	}
	r.Deviation /= unit * math.Sqrt(n/6)
	conjugate(t.numbers(t.latest))
	if err := t.transform(ctx); err != nil {
		return r, err
	}
	if r.Residual, err = t.ofInput(ctx, n); err != nil {
		return r, err
	}
	r.Residual /= unit
	if !(r.Residual < 16 && r.Deviation < 16) {
		return r, fmt.Errorf("%w: residual of the inverse %g, deviation from the definition %g",
			ErrWrong, r.Residual, r.Deviation)
	}
	return r, nil
}

func conjugate(x []complex128) {
	for i := range x {
		x[i] = cmplx.Conj(x[i])
	}
}

// input gives this image's part of the input, in order.
func (t *transformer) input() func() complex128 {
	state := noise.At(2 * uint64(t.rank) * uint64(t.own))
	return func() complex128 {
		re := state.Next()
		return complex(re, state.Next())
	}
}

func (t *transformer) setInput() {
	next := t.input()
	x := t.numbers(t.latest)
	for i := range x {
		x[i] = next()
	}
}

// ofInput is the largest distance of the input from the inverse transform of its transform:
// conj(fft(conj(y)))/n.
func (t *transformer) ofInput(ctx context.Context, n float64) (largest float64, err error) {
	next := t.input()
	for _, y := range t.numbers(t.latest) {
		largest = max(largest, cmplx.Abs(cmplx.Conj(y)/complex(n, 0)-next()))
	}
	return coarray.Max(ctx, t.me, largest)
}

// ofDefinition is the largest distance of three results from the sums that define them.
func (t *transformer) ofDefinition(ctx context.Context, n int) (largest float64, err error) {
	for _, k := range []int{1, n / 3, n - 2} {
		next := t.input()
		var terms, some complex128
		for i := range t.own {
			j := t.rank*t.own + i
			some += next() * root(int(uint64(j)*uint64(k)&uint64(n-1)), n)
			// in parts: a long sum is less exact than the transform
			if i%1024 == 1023 || i == t.own-1 {
				terms += some
				some = 0
			}
		}
		if terms, err = coarray.Sum(ctx, t.me, terms); err != nil {
			return 0, err
		}
		result := t.c.At(k/t.own + 1).Load(t.latest*t.own + k%t.own)
		largest = max(largest, cmplx.Abs(result-terms))
	}
	return largest, t.me.SyncAll(ctx) // all have read before the next transform
}
