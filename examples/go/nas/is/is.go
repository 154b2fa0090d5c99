// Package is is the NAS Parallel Benchmark IS (Integer Sort) with coarrays, from its specification
// (NAS Report RNR-94-007, section 2.6).
//
//	go run ./examples/go/nasis -n 4 -class A
//	go run ./examples/go/nasis -n 4 -class A -met     communication without waiting for the computations of others
//
// The algorithm is that of examples/xmp/is.c: each image owns an equal part of the keys, and of
// their range, puts its keys to where they belong, and ranks those that it has got. Five ranks are
// compared with the official ones in every iteration, and the whole order after the last.
package is

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"time"

	"github.com/coral-pgas/coral/coarray"
	"github.com/coral-pgas/coral/examples/go/nas/random"
)

const (
	iterations = 10
	tests      = 5
)

// class is a size of the problem, with the official ranks of the keys at five places: those, and
// what they differ by in an iteration.
type class struct {
	logKeys, logRange int
	index, rank       [tests]int
	shift             func(test, iteration int) int
}

var classes = map[string]class{
	"S": {16, 11, [tests]int{48427, 17148, 23627, 62548, 4431},
		[tests]int{0, 18, 346, 64917, 65463}, func(t, i int) int { return signed(t <= 2, i) }},
	"W": {20, 16, [tests]int{357773, 934767, 875723, 898999, 404505},
		[tests]int{1249, 11698, 1039987, 1043896, 1048018}, func(t, i int) int {
			if t < 2 {
				return i - 2
			}
			return -i
		}},
	"A": {23, 19, [tests]int{2112377, 662041, 5336171, 3642833, 4250760},
		[tests]int{104, 17523, 123928, 8288932, 8388264},
		func(t, i int) int { return signed(t <= 2, i-1) }},
	"B": {25, 21, [tests]int{41869, 812306, 5102857, 18232239, 26860214},
		[tests]int{33422937, 10244, 59149, 33135281, 99},
		func(t, i int) int { return signed(t == 1 || t == 2 || t == 4, i) }},
}

func signed(positive bool, n int) int {
	if positive {
		return n
	}
	return -n
}

// Main runs the program with its arguments.
func Main(args []string) {
	flags := flag.NewFlagSet("nasis", flag.ExitOnError)
	images := flags.Int("n", 0, "how many `images`; 0: one for each core")
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

// sorter is one image's part.
type sorter struct {
	me            *coarray.Image
	rank, images  int // rank from 0
	width         int // of an image's part of the range
	keys, sorted  []int32
	count         []int
	inbox         *coarray.Coarray[int32]
	sizes         *coarray.Coarray[int] // row i: keys that image i has for each
	communication time.Duration
	met           bool // all meet before each communication
}

func run(ctx context.Context, me *coarray.Image, name string, c class, met bool) error {
	s := &sorter{me: me, met: met, rank: me.Index() - 1, images: me.NumImages()}
	total, valueRange := 1<<c.logKeys, 1<<c.logRange
	first, end := total*s.rank/s.images, total*(s.rank+1)/s.images
	s.width = (valueRange + s.images - 1) / s.images
	s.keys, s.sorted, s.count = generate(first, end, valueRange), make([]int32,
		end-first), make([]int, s.width)
	var err error
	// Keys lie around the middle of the range: of few images an inner one gets far more than its
	// share.
	if s.inbox, err = coarray.New[int32](ctx, me, total); err != nil {
		return err
	}
	if s.sizes, err = coarray.New[int](ctx, me, s.images, s.images); err != nil {
		return err
	}
	var start time.Time
	have, below, wanted, good := 0, 0, 0, 0
	for iteration := range iterations + 1 {
		if iteration == 1 { // number 0 warms up
			if err := me.SyncAll(ctx); err != nil {
				return err
			}
			start, s.communication = time.Now(), 0
		}
		if it := max(iteration, 1); s.rank == 0 {
			s.keys[it], s.keys[it+iterations] = int32(it), int32(valueRange-it)
		}
		var test [tests]int
		for t, at := range c.index {
			if at >= first && at < end {
				test[t] = int(s.keys[at-first])
			}
		}
		if err := coarray.SumSlice(ctx, me, test[:]); err != nil {
			return err
		}
		if have, below, err = s.exchange(ctx); err != nil {
			return err
		}
		s.rankKeys(have)
		for t, key := range test {
			v := key - s.rank*s.width
			if iteration == 0 || v < 0 || v >= s.width {
				continue
			}
			rank := below
			if v > 0 {
				rank += s.count[v-1]
			}
			wanted++
			if rank == c.rank[t]+c.shift(t, iteration) {
				good++
			}
		}
		if err := me.SyncAll(ctx); err != nil {
			return err
		}
	}
	times := []float64{time.Since(start).Seconds(), s.communication.Seconds()}
	sums := []int{wanted, good, s.outOfOrder(have), have}
	if err := errors.Join(coarray.MaxSlice(ctx, me, times),
		coarray.SumSlice(ctx, me, sums)); err != nil {
		return err
	}
	successful := sums[0] == tests*iterations && sums[1] == sums[0] && sums[2] == 0 &&
		sums[3] == total
	if s.rank == 0 {
		fmt.Printf("IS class %s, %d images: %.4f s, of which communication %.4f s; %.1f Mop/s; "+
			"verification %s\n", name, s.images,
			times[0], times[1], 1e-6*float64(total)*iterations/times[0],
			map[bool]string{true: "successful", false: "FAILED"}[successful])
	}
	if !successful {
		return errors.New("ranks are not the official ones, or keys are out of order")
	}
	return nil
}

// generate gives the keys from number first to end.
func generate(first, end, valueRange int) []int32 {
	numbers := random.New()
	numbers.Skip(4 * first)
	keys := make([]int32, end-first)
	for i := range keys {
		sum := 0.0
		for range 4 {
			sum += numbers.Next()
		}
		keys[i] = int32(float64(valueRange/4) * sum)
	}
	return keys
}

// exchange puts the keys to the images that own their part of the range. have: keys that this image
// has got; below: keys of the parts before.
func (s *sorter) exchange(ctx context.Context) (have, below int, err error) {
	own, from := make([]int, s.images), make([]int, s.images+1)
	for _, key := range s.keys {
		own[int(key)/s.width]++
	}
	for k, n := range own {
		from[k+1] = from[k] + n
	}
	at := append([]int{}, from...)
	for _, key := range s.keys {
		k := int(key) / s.width
		s.sorted[at[k]] = key
		at[k]++
	}
	if s.met {
		if err := s.me.SyncAll(ctx); err != nil {
			return 0, 0, err
		}
	}
	start := time.Now()
	for k := range s.images {
		if err := s.sizes.At(k+1).Put(s.rank*s.images, own); err != nil {
			return 0, 0, err
		}
	}
	if err := s.me.SyncAll(ctx); err != nil {
		return 0, 0, err
	}
	sizes := s.sizes.Local()
	for i := range s.images {
		k := (s.rank + i) % s.images // not all at the same image at once
		place := 0
		for j := range s.rank {
			place += sizes[j*s.images+k]
		}
		if err := s.inbox.At(k+1).Put(place, s.sorted[from[k]:from[k+1]]); err != nil {
			return 0, 0, err
		}
	}
	err = s.me.SyncAll(ctx)
	s.communication += time.Since(start)
	for j := range s.images {
		have += sizes[j*s.images+s.rank]
		for k := range s.rank {
			below += sizes[j*s.images+k]
		}
	}
	return have, below, err
}

// rankKeys counts, for each value of this image's part, the keys that are not greater.
func (s *sorter) rankKeys(have int) {
	clear(s.count)
	for _, key := range s.inbox.Local()[:have] {
		s.count[int(key)-s.rank*s.width]++
	}
	for v := 1; v < s.width; v++ {
		s.count[v] += s.count[v-1]
	}
}

// outOfOrder counts the keys that are when they are put where their ranks say.
func (s *sorter) outOfOrder(have int) (found int) {
	placed := make([]int32, have)
	received := s.inbox.Local()[:have]
	for i := have - 1; i >= 0; i-- {
		v := int(received[i]) - s.rank*s.width
		s.count[v]--
		placed[s.count[v]] = received[i]
	}
	for i, key := range placed {
		if int(key)/s.width != s.rank || i > 0 && key < placed[i-1] {
			found++
		}
	}
	return found
}
