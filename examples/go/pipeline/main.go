// Pipeline sends blocks of numbers through all images, each of which is a stage that does something
// to them. A stage has several buffers: the stage before fills them in any order, by copies that
// wait until their buffer is free, and this one works on whichever comes first, by an event set. No
// image ever waits for all others.
//
//	pipeline -n 4 -blocks 1000
package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/coral-pgas/coral/coarray"
)

var (
	images = flag.Int("n", 0, "images; 0: as the environment says")
	blocks = flag.Int("blocks", 200, "blocks")
)

const (
	buffers = 3
	size    = 256
)

// stage is one image of the pipeline.
type stage struct {
	me   *coarray.Image
	in   *coarray.Coarray[int64] // buffers with the number of the block in front
	full *coarray.Events         // the buffer has been filled by the stage before
	free *coarray.Events         // the next stage's buffer may be filled
	sent *coarray.Events         // the buffer has been copied to the next stage
	set  *coarray.EventSet       // of full
	tail map[int]int64           // in the last stage: first number of each block
}

func newStage(ctx context.Context, me *coarray.Image) (*stage, error) {
	s := &stage{me: me, set: coarray.NewEventSet(me), tail: map[int]int64{}}
	var err error
	if s.in, err = coarray.New[int64](ctx, me, buffers, 1+size); err != nil {
		return nil, err
	}
	if s.full, err = coarray.NewEvents(ctx, me, buffers); err != nil {
		return nil, err
	}
	if s.free, err = coarray.NewEvents(ctx, me, buffers); err != nil {
		return nil, err
	}
	if s.sent, err = coarray.NewLocalEvents(me, buffers); err != nil {
		return nil, err
	}
	return s, s.set.AddAll(s.full)
}

// buffer is the memory of one of this stage's buffers.
func (s *stage) buffer(i int) []int64 { return s.in.Local()[s.in.Index(i, 0):][:1+size] }

// pass sends a buffer to the buffer with the same number of the next stage, as soon as that is
// free, and waits until it has gone: not long, if the next stage keeps up.
func (s *stage) pass(ctx context.Context, i int) error {
	to := s.me.Index() + 1
	err := coarray.CopyAsync(s.me, s.in.At(to).Section(coarray.Index(i), coarray.All()),
		s.in.Section(coarray.Index(i), coarray.All()),
		coarray.Before(s.free.Own(i)), coarray.After(s.full.At(to, i)),
		coarray.After(s.sent.Own(i)))
	if err != nil {
		return err
	}
	return s.sent.Wait(ctx, i)
}

// work is what a stage does to a block.
func work(stage int, numbers []int64) {
	for i := range numbers {
		numbers[i] = 3*numbers[i] + int64(stage)
	}
}

func (s *stage) run(ctx context.Context) error {
	me := s.me
	first, last := me.Index() == 1, me.Index() == me.NumImages()
	if !first {
		for i := range buffers {
			if err := s.free.Post(me.Index()-1, i); err != nil {
				return err
			}
		}
	}
	for n := range *blocks {
		i := n % buffers
		if first {
			b := s.buffer(i)
			b[0] = int64(n)
			for j := range size {
				b[1+j] = int64(n + j)
			}
		} else {
			found, err := s.set.WaitAny(ctx)
			if err != nil {
				return err
			}
			i = found.Index()
		}
		b := s.buffer(i)
		work(me.Index(), b[1:])
		if last {
			s.tail[int(b[0])] = b[1]
		} else if err := s.pass(ctx, i); err != nil {
			return err
		}
		if !first {
			if err := s.free.Post(me.Index()-1, i); err != nil {
				return err
			}
		}
	}
	return nil
}

func program(ctx context.Context, me *coarray.Image) error {
	s, err := newStage(ctx, me)
	if err != nil {
		return err
	}
	if err := s.run(ctx); err != nil {
		return err
	}
	if me.Index() < me.NumImages() {
		return nil
	}
	for n := range *blocks {
		want := []int64{int64(n)}
		for k := range me.NumImages() {
			work(k+1, want)
		}
		if got, ok := s.tail[n]; !ok || got != want[0] {
			return fmt.Errorf("block %d begins with %d, not %d", n, got, want[0])
		}
	}
	fmt.Printf("%d blocks have come through %d stages\n", *blocks, me.NumImages())
	return nil
}

func main() {
	flag.Parse()
	coarray.Main(program, coarray.Images(*images))
}
