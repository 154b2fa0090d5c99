// Package fft is FFT of the HPC Challenge: the Fourier transform of n complex numbers in equal
// blocks on all images, powers of two both, by binary exchange, as in section 4.1.2 of "Hiding
// Latency in Coarray Fortran 2.0". ../fortran/fft.caf is the same in Fortran.
//
// The paper's three parts: the permutation, of which the part that crosses images brings to each
// those elements whose numbers agree in the last bits (the rest of the bit reversal is in the order
// of the local transform); the transform that is local to an image; and a level for each bit of the
// image's rank, on which two images make each half of the results that both of them need.
package fft

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/coral-pgas/coral/coarray"
)

// transformer is one image's part of a transform.
type transformer struct {
	me            *coarray.Image
	images        int
	rank          int // from 0
	levels        int
	own           int // complex numbers of an image
	block, blocks int // of the half of them that this image works on, on each level
	latest        int // the generation of c that is valid
	c             *coarray.Coarray[complex128]
	cbuff         []complex128   // the partner's numbers; then what it is to get
	fine          [][]complex128 // of a level: roots of unity for the places in a block
	local         *local
	ready, done   *coarray.Events // of each level: the partner has come to it, and is through
	prefetch      *coarray.Events // of each block: the partner's numbers are here
	copied        *coarray.Events // of each block: the partner has its own
	arrived       *coarray.Events
}

func newTransformer(ctx context.Context, me *coarray.Image, log, block int) (*transformer, error) {
	t := &transformer{me: me, images: me.NumImages(), rank: me.Index() - 1}
	t.levels = bits.TrailingZeros(uint(t.images))
	switch {
	case t.images != 1<<t.levels:
		return nil, fmt.Errorf("FFT: the number of images must be a power of two, not %d", t.images)
	case log <= t.levels || log > 40:
		return nil, fmt.Errorf("FFT of 2**%d numbers: each image needs two, and 2**40 is the most",
			log)
	case block < 1:
		return nil, fmt.Errorf("FFT in blocks of %d numbers", block)
	}
	t.own = 1 << (log - t.levels)
	t.block = min(1<<(bits.Len(uint(block))-1), t.own/2)
	t.blocks = t.own / 2 / t.block
	t.local = newLocal(t.own)
	t.cbuff = make([]complex128, t.own/2)
	for l := range t.levels {
		fine := make([]complex128, t.block)
		for i := range fine {
			fine[i] = root(i, t.own<<(l+1))
		}
		t.fine = append(t.fine, fine)
	}
	var err error
	if t.c, err = coarray.New[complex128](ctx, me, 2, t.own); err != nil {
		return nil, err
	}
	for _, e := range []struct {
		events **coarray.Events
		n      int
	}{{&t.ready, t.levels}, {&t.done, t.levels}, {&t.prefetch, t.blocks}, {&t.copied,
		t.blocks}, {&t.arrived, 1}} {
		if *e.events, err = coarray.NewEvents(ctx, me, e.n); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// numbers is a generation of this image's part of c.
func (t *transformer) numbers(generation int) []complex128 {
	return t.c.Local()[generation*t.own:][:t.own]
}

// transform transforms numbers(latest).
func (t *transformer) transform(ctx context.Context) error {
	if err := t.me.SyncAll(ctx); err != nil {
		return err
	}
	if t.images == 1 {
		t.local.transformRows(t.numbers(t.latest))
		t.local.transformColumns(t.numbers(t.latest), t.numbers(1-t.latest))
		t.latest = 1 - t.latest
		return nil
	}
	z := t.numbers(1 - t.latest)
	if err := t.permute(ctx, z); err != nil {
		return err
	}
	if err := coarray.BarrierAsync(t.me, coarray.After(t.arrived.Own(0))); err != nil {
		return err
	}
	t.local.transformRows(z)
	// all have fetched what they need of the latest generation
	if err := t.arrived.Wait(ctx, 0); err != nil {
		return err
	}
	t.local.transformColumns(z, t.numbers(t.latest))
	for l := range t.levels {
		if err := t.combine(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

// permute brings here the numbers r, r + images, r + 2·images, .. where r is the rank with its bits
// reversed.
func (t *transformer) permute(ctx context.Context, z []complex128) error {
	r := int(bits.Reverse64(uint64(t.rank)) >> (64 - t.levels))
	if t.own < t.images { // few of the images have one for this one
		for i := range z {
			k := r + i*t.images
			z[i] = t.c.At(k/t.own + 1).Load(t.latest*t.own + k%t.own)
		}
		return nil
	}
	part := t.own / t.images
	for i := range t.images {
		from := t.rank ^ i // another one for each image at any time
		src := t.c.At(from+1).Section(coarray.Index(t.latest), coarray.Range(r, t.own).By(t.images))
		if err := coarray.GetAsync(t.me, z[part*from:][:part], src,
			coarray.After(t.arrived.Own(0))); err != nil {
			return err
		}
	}
	for range t.images {
		if err := t.arrived.Wait(ctx, 0); err != nil {
			return err
		}
	}
	return nil
}

// combine is figure 6: with the partner, whose rank differs in bit l, it makes E + w·O and E - w·O
// of the transforms E of the one that has a 0 there and O of the other; each for half of the
// places, the lower of the two for the lower half.
func (t *transformer) combine(ctx context.Context, l int) error {
	partner := t.rank ^ 1<<l
	upper := t.rank>>l&1 != 0
	first := 0
	if upper {
		first = t.own / 2
	}
	theirs := t.c.At(partner + 1)
	if err := t.meet(ctx, t.ready, l, partner); err != nil {
		return err
	}
	for b := range t.blocks {
		lo := b * t.block
		src := theirs.Section(coarray.Index(t.latest), coarray.Range(first+lo, first+lo+t.block))
		if err := coarray.GetAsync(t.me, t.cbuff[lo:][:t.block], src,
			coarray.After(t.prefetch.Own(b))); err != nil {
			return err
		}
	}
	before, now := t.numbers(t.latest)[first:], t.numbers(1 - t.latest)[first:]
	for b := range t.blocks {
		lo := b * t.block
		w := root(t.rank&(1<<l-1)*t.own+first+lo, t.own<<(l+1))
		if err := t.prefetch.Wait(ctx, b); err != nil {
			return err
		}
		butterflies(upper, w, t.fine[l], before[lo:], now[lo:], t.cbuff[lo:])
		dst := theirs.Section(coarray.Index(1-t.latest), coarray.Range(first+lo, first+lo+t.block))
		if err := coarray.PutAsync(t.me, dst, t.cbuff[lo:][:t.block],
			coarray.After(t.copied.Own(b))); err != nil {
			return err
		}
	}
	for b := range t.blocks {
		if err := t.copied.Wait(ctx, b); err != nil {
			return err
		}
	}
	t.latest = 1 - t.latest
	return t.meet(ctx, t.done, l, partner)
}

// meet waits until the partner has come to the same place.
func (t *transformer) meet(ctx context.Context, events *coarray.Events, l, partner int) error {
	if err := events.Post(partner+1, l); err != nil {
		return err
	}
	return events.Wait(ctx, l)
}

// butterflies makes E + w·O and E - w·O, of which one stays and the other travels: upper says that
// ours are O and E - w·O. Travels holds the partner's numbers, then what it gets.
func butterflies(upper bool, w complex128, f, ours, stays, travels []complex128) {
	ours, stays, travels = ours[:len(f)], stays[:len(f)], travels[:len(f)]
	if upper {
		for i, root := range f {
			e, o := travels[i], w*root*ours[i]
			travels[i], stays[i] = e+o, e-o
		}
		return
	}
	for i, root := range f {
		e, o := ours[i], w*root*travels[i]
		stays[i], travels[i] = e+o, e-o
	}
}
