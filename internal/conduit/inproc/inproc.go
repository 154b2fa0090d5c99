// Package inproc is the conduit among goroutines of one process: every image is
// a goroutine, and all memory is Go's own, so that the race detector sees every
// access. It is for tests of programs and of the runtime itself.
package inproc

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// Options of a run. The zero value is good.
type Options struct {
	Heap     uint64 // bytes of each image's symmetric heap; 0: DefaultHeap
	Unmapped bool   // images treat each other as not mapped
	// puts of not mapped images wait until they must be complete: for Flush, or for what else their
	// image does at the same target
	Late  bool
	Cores int // that images believe to have; 0: those there are
}

// DefaultHeap is how large a symmetric heap is if nothing else is said.
const DefaultHeap = 8 << 20

// Conduit is one image's end. See conduit.Conduit.
type Conduit struct {
	m    *machine
	rank int
	seg  conduit.Segment
	code atomic.Int32

	sleep    sync.Mutex
	doorbell chan struct{} // closed by Wake

	handlers [256]atomic.Pointer[conduit.Handler]
	handling sync.Mutex // one handler at a time
	mail     sync.Mutex
	queue    []conduit.Arrived
	numbers  []uint8 // of the handlers of queue
	queued   atomic.Int32
	arrived  chan struct{}
	helper   sync.Once
	closing  chan struct{}
	closed   chan struct{}
	puts     latePuts
	begun    atomic.Int64 // operations and messages of this image
	suffered atomic.Int64 // those of others on this image
}

var (
	_ conduit.Conduit     = (*Conduit)(nil)
	_ conduit.Mapper      = (*Conduit)(nil)
	_ conduit.Mover       = (*Conduit)(nil)
	_ conduit.Signaler    = (*Conduit)(nil)
	_ conduit.Atomics     = (*Conduit)(nil)
	_ conduit.Accumulator = (*Conduit)(nil)
)

// maxWindow is how many bytes all images of a process can have, which have 47 bits of addresses.
const maxWindow = 1 << 46

// Open makes the conduits of a run of n images.
func Open(n int, o Options) ([]*Conduit, error) {
	if n < 1 || n > layout.MaxImages {
		return nil, fmt.Errorf("%d images: one process takes 1 to %d", n, layout.MaxImages)
	}
	if o.Heap == 0 {
		o.Heap = DefaultHeap
	}
	if o.Cores == 0 {
		o.Cores = runtime.GOMAXPROCS(0)
	}
	if o.Heap > maxWindow/2/uint64(n) {
		return nil, fmt.Errorf("the process has not enough addresses for %d images with heaps of "+
			"%d bytes each", n, o.Heap)
	}
	const halfUnit = 2 << 20 // the symmetric heap is one half of what is left, in such units
	m := &machine{unmapped: o.Unmapped, late: o.Late && o.Unmapped, geometry: layout.Geometry{
		Images: n, Stride: layout.ControlSize + 2*((o.Heap+halfUnit-1)&^(halfUnit-1)),
	}}
	m.window = alignedMemory(uint64(n) * m.geometry.Stride)
	m.job = alignedMemory(m.geometry.JobSize())
	job := m.jobArea()
	job.Version, job.Images, job.Stride, job.Cores = layout.Version, uint32(
		n), m.geometry.Stride, uint32(o.Cores)
	for rank := range n {
		c := &Conduit{
			m: m, rank: rank, doorbell: make(chan struct{}),
			seg:     conduit.Segment{Geometry: m.geometry, Base: m.at(rank, 0), Job: m.job},
			arrived: make(chan struct{}, 1), closing: make(chan struct{}),
			closed: make(chan struct{}),
		}
		if !o.Unmapped {
			c.seg.Window = m.window
		}
		m.images = append(m.images, c)
	}
	return m.images, nil
}

// Rank and the following methods are those of conduit.Conduit.
func (c *Conduit) Rank() int                 { return c.rank }
func (c *Conduit) Size() int                 { return len(c.m.images) }
func (c *Conduit) Segment() *conduit.Segment { return &c.seg }
func (c *Conduit) MaxPayload() int           { return 4096 }
func (c *Conduit) Yield()                    { runtime.Gosched() }
func (c *Conduit) Mapped(rank int) bool      { return !c.m.unmapped || rank == c.rank }

func (c *Conduit) YieldUntil(word *uint64, value uint64, turns int) bool {
	for range turns {
		runtime.Gosched()
		if atomic.LoadUint64(word) >= value {
			return true
		}
	}
	return false
}

func (c *Conduit) Capabilities() conduit.Capability {
	has := conduit.CapMove | conduit.CapSignal | conduit.CapAtomic | conduit.CapAccumulate |
		conduit.CapHelper
	if !c.m.unmapped {
		has |= conduit.CapMapped
	}
	return has
}

// Counts are how many operations and messages this image has begun that go to others, since the run
// began, and how many others have begun that go to it. Each would be a message between machines.
func (c *Conduit) Counts() (begun, suffered int64) { return c.begun.Load(), c.suffered.Load() }

// count counts an operation on a rank.
func (c *Conduit) count(rank int) {
	if rank != c.rank {
		c.begun.Add(1)
		c.m.images[rank].suffered.Add(1)
	}
}

// Exit ends the calling goroutine, which must be the image's; its deferred calls run.
func (c *Conduit) Exit(code int) {
	c.code.Store(int32(code))
	runtime.Goexit()
}

// ExitCode is what Exit was called with.
func (c *Conduit) ExitCode() int { return int(c.code.Load()) }

func (c *Conduit) Idle(ready func() bool, limit time.Duration) {
	c.sleep.Lock()
	doorbell := c.doorbell
	c.sleep.Unlock()
	sleepers := &c.m.control(c.rank).Sleepers
	atomic.AddUint32(sleepers, 1)
	defer atomic.AddUint32(sleepers, ^uint32(0))
	if ready() {
		return
	}
	if c.m.hush.Load() {
		<-doorbell
		return
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-doorbell:
	case <-timer.C:
	}
}

// Hush has sleepers of all images of the run set no timers, or set them again: while none is set,
// who looks at the timers of the process sees those of its program. Those that sleep look again.
func (c *Conduit) Hush(on bool) {
	c.m.hush.Store(on)
	for rank := range c.m.images {
		c.Wake(rank)
	}
}

// Hushed tells whether Hush is in force: whatever naps for short times naps for longer ones.
func (c *Conduit) Hushed() bool { return c.m.hush.Load() }

func (c *Conduit) Wake(rank int) {
	if atomic.LoadUint32(&c.m.control(rank).Sleepers) == 0 {
		return
	}
	to := c.m.images[rank]
	to.sleep.Lock()
	close(to.doorbell)
	to.doorbell = make(chan struct{})
	to.sleep.Unlock()
}

// Close ends the helper.
func (c *Conduit) Close() error {
	close(c.closing)
	started := true
	c.helper.Do(func() { started = false })
	if started {
		<-c.closed
	}
	return nil
}

// Put and the following methods are those of the optional interfaces.
func (c *Conduit) Put(rank int, offset uint64, src []byte) error {
	c.count(rank)
	if c.m.late && rank != c.rank {
		c.putLate(rank, offset, src)
		return nil
	}
	copy(c.m.bytes(rank, offset, len(src)), src)
	return nil
}

func (c *Conduit) Get(rank int, offset uint64, dst []byte) error {
	c.count(rank)
	c.complete(rank)
	copy(dst, c.m.bytes(rank, offset, len(dst)))
	return nil
}

func (c *Conduit) PutSignal(rank int, offset uint64, src []byte, word uint64, value uint64) error {
	c.count(rank)
	c.complete(rank)
	copy(c.m.bytes(rank, offset, len(src)), src)
	atomic.StoreUint64(c.m.word64(rank, word), value)
	c.Wake(rank)
	return nil
}

func (c *Conduit) Atomic(rank int, op conduit.AtomicOp, offset uint64, width int, operand,
	compare uint64) (uint64, error) {
	c.count(rank)
	c.complete(rank)
	var old uint64
	if width == 4 {
		old = uint64(conduit.Apply32(c.m.word32(rank, offset), op, uint32(operand),
			uint32(compare)))
	} else {
		old = conduit.Apply64(c.m.word64(rank, offset), op, operand, compare)
	}
	if op.Changes(old, compare) {
		c.Wake(rank)
	}
	return old, nil
}

func (c *Conduit) Accumulate(rank int, offset uint64, src []byte, kind conduit.Kind,
	op conduit.ReduceOp) error {
	c.count(rank)
	c.complete(rank)
	conduit.CombineAtomic(c.m.bytes(rank, offset, len(src)), src, kind, op)
	return nil
}
