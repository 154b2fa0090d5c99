package gomicro

import "context"
import "github.com/coral-pgas/coral/coarray"

// stream measures the four kernels with their right-hand sides on the other image.
func stream(ctx context.Context, r *run) error {
	x, err := coarray.New[float64](ctx, r.me, r.elements)
	if err != nil {
		return err
	}
	y, err := coarray.New[float64](ctx, r.me, r.elements)
	if err != nil {
		return err
	}
	for i := range x.Local() {
		x.Local()[i], y.Local()[i] = 1, 2
	}
	if err := r.me.SyncAll(ctx); err != nil {
		return err
	}
	if r.me.Index() == 1 {
		a, b, c := ones(r.elements), ones(r.elements), ones(r.elements)
		p, q := x.At(r.partner).Slice(), y.At(r.partner).Slice()
		for _, k := range []struct {
			kind  string
			sweep func(c, a, b []float64)
		}{{"copy/loop", streamCopy}, {"scale/loop", streamScale}, {"add/loop",
			streamAdd}, {"triad/loop", streamTriad}} {
			r.measure("stream", k.kind, r.elements,
				repeat(c, func() { k.sweep(c, a, b) }),
				repeat(c, func() { k.sweep(c, p, q) }))
		}
	}
	return r.me.SyncAll(ctx)
}

func streamCopy(c, a, _ []float64) {
	c = c[:len(a)]
	//lint:ignore S1001 the benchmark measures a loop, as those of the other languages are
	for j, v := range a {
		c[j] = v
	}
}

func streamScale(c, a, _ []float64) {
	c = c[:len(a)]
	for j, v := range a {
		c[j] = 3 * v
	}
}

func streamAdd(c, a, b []float64) {
	c, b = c[:len(a)], b[:len(a)]
	for j, v := range a {
		c[j] = v + b[j]
	}
}

func streamTriad(c, a, b []float64) {
	c, b = c[:len(a)], b[:len(a)]
	for j, v := range a {
		c[j] = v + 3*b[j]
	}
}
