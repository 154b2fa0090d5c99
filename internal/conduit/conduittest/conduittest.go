// Package conduittest is the suite that every conduit must pass. A test is a
// function that all images execute, each on its own conduit; how images come
// about is the caller's business: goroutines or processes.
package conduittest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
)

// A Test is executed by all images together.
type Test struct {
	Name string
	Run  func(im *Image) error
}

// Tests is the suite.
var Tests = []Test{
	{"Identity", identity},
	{"Capabilities", capabilities},
	{"Messages", messages},
	{"Replies", replies},
	{"Flood", flood},
	{"Helper", helper},
	{"Wake", wake},
	{"YieldUntil", yieldUntil},
	{"Mapped", mapped},
	{"PutGet", putGet},
	{"Strided", strided},
	{"StridedLong", stridedLong},
	{"Gathered", gathered},
	{"Fetched", fetched},
	{"Signal", signal},
	{"Atomics", atomics},
	{"Stores", stores},
	{"Accumulate", accumulate},
	{"Order", order},
	{"Post", post},
	{"Lent", lent},
	{"Again", again},
	{"Registrar", registrar},
	{"LockedAccumulator", holder},
}

// Hidden lists what is hidden from the suite in turn, so that all that a conduit
// has is tested, and all that the reference implementation does on it.
var Hidden = []conduit.Capability{
	0,
	conduit.CapSignal,
	conduit.CapMapped | conduit.CapAtomic,
	conduit.CapMapped | conduit.CapMove | conduit.CapSignal | conduit.CapAtomic |
		conduit.CapAccumulate | conduit.CapStrided,
}

// Image is what a test gets.
type Image struct {
	conduit.Conduit
	ops     conduit.Operations
	heap    uint64 // offset of memory for the test
	barrier *barrier
}

// barrier is the state of Barrier.
type barrier struct {
	entered uint64
	visits  [64]atomic.Uint64 // messages, by round of a barrier
}

// Handlers of the suite; tests take their own from handleTest on.
const (
	handleBarrier = 1
	handleTest    = 2
)

// NewImage prepares a conduit for the suite. All images do so before any test begins.
func NewImage(c conduit.Conduit) *Image {
	b := new(barrier)
	c.Handle(handleBarrier, func(m conduit.Arrived) { b.visits[m.Args[0]].Add(1) })
	return &Image{Conduit: c, heap: c.Segment().HeapOffset(), barrier: b}
}

// RunAll executes the suite on this image, for every set of hidden capabilities, and gives
// the first error. Images that are goroutines of a test rather use RunInProcess.
func (im *Image) RunAll() error { return im.RunHiding(Hidden) }

// RunHiding is RunAll for some sets of hidden capabilities.
func (im *Image) RunHiding(sets []conduit.Capability) error {
	for _, hide := range sets {
		for _, test := range Tests {
			if err := im.run(test, hide); err != nil {
				return fmt.Errorf("%s without %#x, image %d: %w", test.Name, hide, im.Rank()+1, err)
			}
		}
	}
	return nil
}

func (im *Image) run(test Test, hide conduit.Capability) error {
	one := *im
	im = &one
	defer im.register(uint64(len(test.Name)))()
	if hide != 0 {
		im.Conduit = conduit.Restrict(im.Conduit, hide)
	}
	im.Barrier()
	im.ops = conduit.Complete(im.Conduit)
	im.Barrier()
	clear(im.Segment().Bytes(im.heap, 512<<10))
	im.Barrier()
	err := test.Run(im)
	im.Barrier()
	return err
}

// RunInProcess runs the suite on images that are goroutines.
func RunInProcess(t *testing.T, conduits []conduit.Conduit) {
	images := make([]*Image, len(conduits))
	for i, c := range conduits {
		images[i] = NewImage(c)
	}
	for _, hide := range Hidden {
		for _, test := range Tests {
			t.Run(fmt.Sprintf("%s/without=%#x", test.Name, hide), func(t *testing.T) {
				var wait sync.WaitGroup
				errs := make([]error, len(images))
				for i, im := range images {
					wait.Go(func() { errs[i] = im.run(test, hide) })
				}
				wait.Wait()
				if err := errors.Join(errs...); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

// await polls until ready.
func (im *Image) await(ready func() bool) {
	for !ready() {
		if !im.Poll() {
			im.Yield()
		}
	}
}

// Barrier is dissemination by messages, the one thing that every conduit has.
func (im *Image) Barrier() {
	b, n := im.barrier, im.Size()
	b.entered++
	for k, distance := 0, 1; distance < n; k, distance = k+1, distance*2 {
		m := conduit.Message{Handler: handleBarrier, Args: [4]uint64{uint64(k)}}
		if err := im.Send((im.Rank()+distance)%n, m); err != nil {
			panic(err)
		}
		im.await(func() bool { return b.visits[k].Load() >= b.entered })
	}
}

// next is the neighbour's rank.
func (im *Image) next() int { return (im.Rank() + 1) % im.Size() }

func identity(im *Image) error {
	s := im.Segment()
	switch {
	case im.Size() < 1 || im.Rank() < 0 || im.Rank() >= im.Size():
		return fmt.Errorf("rank %d of %d", im.Rank(), im.Size())
	case s.Images != im.Size():
		return fmt.Errorf("segment of %d images, conduit of %d", s.Images, im.Size())
	case s.Base == nil || s.Job == nil || s.Stride == 0 || s.HeapSize() < 1<<20:
		return fmt.Errorf("segment %+v", s)
	case im.MaxPayload() < 256:
		return fmt.Errorf("messages carry %d bytes, less than 256", im.MaxPayload())
	}
	return nil
}

func capabilities(im *Image) error {
	c, has := im.Conduit, im.Capabilities()
	_, hiding := c.(interface{ Hides() })
	for _, k := range []struct {
		flag        conduit.Capability
		name        string
		implemented bool
	}{
		{conduit.CapMapped, "Mapper", is[conduit.Mapper](c)},
		{conduit.CapMove, "Mover", is[conduit.Mover](c)},
		{conduit.CapStrided, "Strider", is[conduit.Strider](c)},
		{conduit.CapSignal, "Signaler", is[conduit.Signaler](c)},
		{conduit.CapAtomic, "Atomics", is[conduit.Atomics](c)},
		{conduit.CapAccumulate, "Accumulator", is[conduit.Accumulator](c)},
	} {
		if has&k.flag != 0 && !k.implemented {
			return fmt.Errorf("claims to be a %s, and is none", k.name)
		}
		// A Mapper may map nothing in this run; all else is claimed or not there.
		if has&k.flag == 0 && k.implemented && !hiding && k.flag != conduit.CapMapped {
			return fmt.Errorf("is a %s and does not say so", k.name)
		}
	}
	if (has&conduit.CapMapped != 0) != (im.Segment().Window != nil) {
		return fmt.Errorf("mapped %v, window %v", has&conduit.CapMapped != 0, im.Segment().Window)
	}
	return nil
}

func is[I any](c conduit.Conduit) bool {
	_, ok := c.(I)
	return ok
}

// wake: two images in turn sleep until the other has woken them. A lost wake-up
// shows as a sleep to the limit.
func wake(im *Image) error {
	const limit, turns = 20 * time.Second, 300
	if im.Rank() > 1 || im.Size() == 1 {
		return nil
	}
	var count atomic.Uint64
	im.Handle(handleTest, func(conduit.Arrived) {
		count.Add(1)
		im.Conduit.Wake(im.Rank())
	})
	if err := pairUp(im); err != nil {
		return err
	}
	other := 1 - im.Rank()
	start := time.Now()
	for turn := uint64(1); turn <= turns; turn++ {
		if err := im.Send(other, conduit.Message{Handler: handleTest}); err != nil {
			return err
		}
		for count.Load() < turn {
			im.Poll()
			im.Idle(func() bool { return count.Load() >= turn }, limit)
		}
		if time.Since(start) >= limit {
			return errors.New("a wake-up was lost")
		}
	}
	return nil
}

// yieldUntil: the turns are bounded, and a change that another makes is seen.
func yieldUntil(im *Image) error {
	word := uint64(1)
	if !im.YieldUntil(&word, 1, 3) || im.YieldUntil(&word, 2, 3) {
		return errors.New("a word that does not change is not seen as it is")
	}
	go atomic.StoreUint64(&word, 2)
	for start := time.Now(); !im.YieldUntil(&word, 2, 3); {
		if time.Since(start) > 20*time.Second {
			return errors.New("a change is not seen")
		}
	}
	return nil
}

// pairUp synchronises ranks 0 and 1 after they have installed a handler.
func pairUp(im *Image) error {
	word := im.heap + 128<<10
	other := 1 - im.Rank()
	if err := im.ops.PutSignal(other, 0, nil, word, 1); err != nil {
		return err
	}
	im.await(func() bool { return atomic.LoadUint64(im.Segment().Word64(word)) == 1 })
	return nil
}
