// Sort sorts numbers that are spread over all images, by sample sort: every image sorts its
// part and shows a sample of it; the samples of all give splitters; every
// image puts to every other what lies between that one's splitters; and each
// merges what it got.
//
//	go run ./examples/go/sort -n 4 -m 1000000
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

func main() {
	images := flag.Int("n", 0, "how many `images`; 0: one for each core")
	count := flag.Int("m", 1_000_000, "how many `numbers` on each image")
	seed := flag.Uint64("seed", 1, "of the random numbers")
	flag.Parse()
	coarray.Main(func(ctx context.Context, me *coarray.Image) error {
		return run(ctx, me, *count, *seed)
	}, coarray.Images(*images))
}

func run(ctx context.Context, me *coarray.Image, count int, seed uint64) error {
	numbers := make([]uint64, count)
	random := rand.New(rand.NewPCG(seed, uint64(me.Index())))
	for i := range numbers {
		// Not evenly spread: the product of two numbers.
		numbers[i] = uint64(random.Uint32()) * uint64(random.Uint32())
	}
	before, err := fingerprint(ctx, me, numbers)
	if err != nil {
		return err
	}
	start := time.Now()
	sorted, err := sampleSort(ctx, me, numbers)
	if err != nil {
		return err
	}
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	elapsed := time.Since(start)
	after, err := fingerprint(ctx, me, sorted)
	if err != nil {
		return err
	}
	if before != after {
		return fmt.Errorf("numbers were lost or made up: %+v before, %+v after", before, after)
	}
	if err := verify(ctx, me, sorted); err != nil {
		return err
	}
	largest, err := coarray.Max(ctx, me, len(sorted))
	if err == nil && me.Index() == 1 {
		fmt.Printf(
			"%d numbers on %d images sorted in %.3f s; the largest part is %.2f of the mean\n",
			before.Count, me.NumImages(), elapsed.Seconds(),
			float64(largest)*float64(me.NumImages())/float64(max(1, before.Count)))
	}
	return err
}

// sampleSort gives this image's part of all numbers in order: no number on it is greater than
// any on a later image. It sorts numbers in place.
func sampleSort(ctx context.Context, me *coarray.Image, numbers []uint64) ([]uint64, error) {
	slices.Sort(numbers)
	splitters, err := chooseSplitters(ctx, me, numbers)
	if err != nil {
		return nil, err
	}
	parts := split(numbers, splitters)

	// Everyone tells everyone how much it will send; row k of the table is what image k sends.
	n, mine := me.NumImages(), me.Index()-1
	sizes, err := coarray.New[int](ctx, me, n, n)
	if err != nil {
		return nil, err
	}
	row := make([]int, n)
	for k, part := range parts {
		row[k] = len(part)
	}
	for image := range n {
		if err := sizes.At(image+1).Section(coarray.Index(mine),
			coarray.All()).CopyFromSlice(row); err != nil {
			return nil, err
		}
	}
	if err := me.SyncAll(ctx); err != nil {
		return nil, err
	}
	begins, received := placesOf(sizes.Local(), n, mine)

	// The part that is largest decides how large the coarray is.
	room, err := coarray.Max(ctx, me, received)
	if err != nil {
		return nil, err
	}
	inbox, err := coarray.New[uint64](ctx, me, room)
	if err != nil {
		return nil, err
	}
	for step := range n {
		to := (mine + step) % n // everyone begins with another image
		if err := inbox.At(to+1).Put(begins[to], parts[to]); err != nil {
			return nil, err
		}
	}
	if err := me.SyncAll(ctx); err != nil {
		return nil, err
	}
	sorted := merge(inbox.Local()[:received], columnOf(sizes.Local(), n, mine))
	return sorted, errors.Join(inbox.Free(ctx), sizes.Free(ctx))
}

// chooseSplitters gives one number fewer than there are images, the same on all: each shows as many
// numbers as there are images, at equal distances in its sorted part.
func chooseSplitters(ctx context.Context, me *coarray.Image, sorted []uint64) ([]uint64, error) {
	n := me.NumImages()
	const each = 32 // samples for each splitter
	samples, err := coarray.New[uint64](ctx, me, n, n*each)
	if err != nil {
		return nil, err
	}
	sample := make([]uint64, n*each)
	for i := range sample {
		if len(sorted) > 0 {
			sample[i] = sorted[i*len(sorted)/len(sample)]
		}
	}
	for image := range n {
		if err := samples.At(image+1).Section(coarray.Index(me.Index()-1),
			coarray.All()).CopyFromSlice(sample); err != nil {
			return nil, err
		}
	}
	if err := me.SyncAll(ctx); err != nil {
		return nil, err
	}
	all := slices.Clone(samples.Local())
	slices.Sort(all)
	splitters := make([]uint64, n-1)
	for k := range splitters {
		splitters[k] = all[(k+1)*len(all)/n]
	}
	return splitters, samples.Free(ctx)
}

// split cuts sorted numbers at the splitters.
func split(sorted, splitters []uint64) [][]uint64 {
	var parts [][]uint64
	for _, s := range splitters {
		at, _ := slices.BinarySearch(sorted, s)
		parts = append(parts, sorted[:at])
		sorted = sorted[at:]
	}
	return append(parts, sorted)
}

// placesOf gives where the part of image mine begins in each image's inbox, and how much comes to
// mine.
func placesOf(sizes []int, n, mine int) (begins []int, received int) {
	begins = make([]int, n)
	for from := range n {
		for to := range n {
			if from < mine {
				begins[to] += sizes[from*n+to]
			}
		}
		received += sizes[from*n+mine]
	}
	return begins, received
}

// columnOf is what each image sends to image mine.
func columnOf(sizes []int, n, mine int) []int {
	column := make([]int, n)
	for from := range column {
		column[from] = sizes[from*n+mine]
	}
	return column
}

// merge merges sorted runs that lie one behind the other, two by two.
func merge(numbers []uint64, lengths []int) []uint64 {
	from, to := slices.Clone(numbers), make([]uint64, len(numbers))
	for len(lengths) > 1 {
		var merged []int
		rest, out := from, to[:0]
		for len(lengths) > 0 {
			a, b := rest[:lengths[0]], rest[:0]
			if len(lengths) > 1 {
				b = rest[len(a) : len(a)+lengths[1]]
			}
			rest = rest[len(a)+len(b):]
			out = mergeTwo(out, a, b)
			merged = append(merged, len(a)+len(b))
			lengths = lengths[min(2, len(lengths)):]
		}
		from, to, lengths = to, from, merged
	}
	return from
}

func mergeTwo(out, a, b []uint64) []uint64 {
	for len(a) > 0 && len(b) > 0 {
		if a[0] <= b[0] {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// Fingerprint tells collections of numbers apart, whatever their order and place.
type Fingerprint struct {
	Count    int
	Sum, Mix uint64
}

func fingerprint(ctx context.Context, me *coarray.Image, numbers []uint64) (Fingerprint, error) {
	f := Fingerprint{Count: len(numbers)}
	for _, x := range numbers {
		f.Sum += x
		x ^= x >> 31
		x *= 0x9e3779b97f4a7c15
		f.Mix += x ^ x>>29
	}
	return coarray.Reduce(ctx, me, f, func(a, b Fingerprint) Fingerprint {
		return Fingerprint{a.Count + b.Count, a.Sum + b.Sum, a.Mix + b.Mix}
	})
}

// verify says whether all numbers are in order, here and from image to image.
func verify(ctx context.Context, me *coarray.Image, sorted []uint64) error {
	if !slices.IsSorted(sorted) {
		return errors.New("the numbers are not sorted")
	}
	// Each image gets the greatest number of the images before it.
	greatest, err := coarray.New[uint64](ctx, me, me.NumImages())
	if err != nil {
		return err
	}
	if len(sorted) > 0 {
		for image := me.Index() + 1; image <= me.NumImages(); image++ {
			greatest.At(image).Store(me.Index()-1, sorted[len(sorted)-1])
		}
	}
	if err := me.SyncAll(ctx); err != nil {
		return err
	}
	if before := slices.Max(greatest.Local()); len(sorted) > 0 && before > sorted[0] {
		return fmt.Errorf("%d is here, and %d on an image before", sorted[0], before)
	}
	return greatest.Free(ctx)
}
