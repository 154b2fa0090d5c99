//go:build cgo

package net

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/bounce"
	"github.com/coral-pgas/coral/internal/conduit/net/liveness"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/order"
	"github.com/coral-pgas/coral/internal/conduit/net/progress"
	"github.com/coral-pgas/coral/internal/conduit/net/quiescence"
	"github.com/coral-pgas/coral/internal/conduit/net/registration"
	"github.com/coral-pgas/coral/internal/conduit/net/shutdown"
	"github.com/coral-pgas/coral/internal/conduit/net/statistics"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/sys"
	"github.com/coral-pgas/coral/internal/waitstate"
)

// Conduit is one image's end. See conduit.Conduit.
type Conduit struct {
	lib      *adapter.Library
	seg      conduit.Segment
	handlers [256]atomic.Pointer[conduit.Handler]

	sending
	receiving
	machines
	activity

	replies  conduit.Replies[outgoing]
	moves    moves
	bounce   bounce.Ring
	memory   *registration.Memory
	lent     lentSends
	fastPath fastPath

	statistics *statistics.Counts // nil: nothing is counted

	yieldPolicy progress.YieldPolicy
	pollsEach   int // of a waiter, at a time
	rests       progress.Rests

	closing    atomic.Bool
	closed     chan struct{} // when the progress thread has ended
	ending     shutdown.Image
	quiescence *quiescence.State
}

// sending is what an image keeps of what it sends.
type sending struct {
	peers []atomic.Pointer[peer] // by rank; nil: nothing has been sent there

	busyMu  sync.Mutex   // of the following
	busy    []int        // ranks to which something may be in flight
	writing []int        // ranks with a batch, the oldest first
	writes  atomic.Int32 // len(writing)
	// for the next batches, as many as have been written at a time
	buffers [][]byte

	asking atomic.Bool // a batch may have questions (fetch.go)
	// 1 + the rank at which a Store may not have taken effect yet; 0: there is none
	stored atomic.Int32
}

// receiving is what an image keeps of what it receives. A goroutine that takes messages holds
// handling, which all fields are under: one handler runs at a time.
type receiving struct {
	handling sync.Mutex

	number  uint8 // of PollTo
	instead conduit.Handler
	early   []early // messages that came before their handler was installed
	left    left

	reorder  order.Queues              // by rank, where there is any
	expected map[int]*expectations     // by rank, where long puts have come from
	holds    []held                    // accumulations that wait for their locks
	landings map[exchangeName]*landing // exchanges of which one side has told
	answers  []byte                    // memory for the next of fetch.go's
	packed   [][]byte                  // memory that packed data have left
}

// machines is where an image is among the hosts of a run.
type machines struct {
	leaders  []int          // of the other machines
	leaderOf []int32        // by rank, the leader of its machine
	ring     *liveness.Ring // of a leader, where there are other machines
}

// activity counts what an image does, for those that find out whether it does anything.
type activity struct {
	polls   atomic.Int64 // of others than the progress thread
	resting atomic.Int32 // goroutines of this image that sleep in Idle
	// calls of others than the progress thread that poll or post now, or send what is long
	inside atomic.Int32
	moving atomic.Int32 // long transfers that have begun and not ended
	under  atomic.Int32 // transfers of this image's own that change or see memory

	sent, taken atomic.Uint64 // messages that count (message.Head.Counts)

	heartbeats, others atomic.Uint64 // messages that have come; heartbeats: and gone
}

var (
	_ conduit.Conduit           = (*Conduit)(nil)
	_ conduit.Mover             = (*Conduit)(nil)
	_ conduit.Strider           = (*Conduit)(nil)
	_ conduit.Signaler          = (*Conduit)(nil)
	_ conduit.Atomics           = (*Conduit)(nil)
	_ conduit.Storer            = (*Conduit)(nil)
	_ conduit.Accumulator       = (*Conduit)(nil)
	_ conduit.LockedAccumulator = (*Conduit)(nil)
	_ conduit.FencedSignal      = (*Conduit)(nil)
	_ conduit.GroupSignal       = (*Conduit)(nil)
	_ conduit.RemoteCompletion  = (*Conduit)(nil)
	_ conduit.StateNotifier     = (*Conduit)(nil)
	_ conduit.SpinPoller        = (*Conduit)(nil)
	_ conduit.ZeroCopyPut       = (*Conduit)(nil)
	_ conduit.Registrar         = (*Conduit)(nil)
	_ conduit.Gatherer          = (*Conduit)(nil)
	_ conduit.Exchanger         = (*Conduit)(nil)
	_ conduit.Fetcher           = (*Conduit)(nil)
)

// rightLibrary says what to do about a library of another MPI than the launcher's. "": it is in the
// program.
func rightLibrary(object string) string {
	if object == "" {
		return fmt.Sprintf("it is linked into the program: start that by the mpirun of the MPI "+
			"that it was built with, or build it again with %s=mpicc.openmpi or mpicc.mpich",
			config.MPICC.Name)
	}
	return fmt.Sprintf("set %s to the compiler of the one that does (mpicc.openmpi, mpicc.mpich)",
		config.MPICC.Name)
}

// Open starts the library in a shared object that native.Build has made, for an image whose slot
// and Job area are mapped already. All images do so together; it must be called on the thread on
// which the library is to start, the main thread if that is known. If the library cannot go on
// later, because it has lost an image, onLoss says so, on one image of the machine, and the run
// ends.
func Open(object string, seg conduit.Segment, rank int, onLoss func(error)) (*Conduit, error) {
	before := waitstate.Tasks()
	if runtime.GOMAXPROCS(0) < 2 && os.Getenv("GOMAXPROCS") == "" {
		// one stays the image's while it is in C, until Go's monitor finds that; the helper needs
		// another
		runtime.GOMAXPROCS(2)
	}
	lib, err := adapter.Load(object)
	if err != nil {
		return nil, err
	}
	if lib.Rank != rank || lib.Size != seg.Images {
		return nil, fmt.Errorf(
			"%s took this process for rank %d of %d, but it is image %d of %d: that library "+
				"does not belong to the launcher that has started the program; %s",
			lib.Name, lib.Rank, lib.Size, rank+1, seg.Images, rightLibrary(object))
	}
	c := &Conduit{lib: lib, seg: seg}
	if lib.Hardware {
		// An adapter goes on writing to the pages that it has pinned. They would be the memory's no
		// more, and no library is told of it.
		c.seg.Discard = nil
	}
	c.ending.Seg, c.ending.Rank, c.ending.Lib = &c.seg, rank, lib
	c.ending.Close, c.ending.TellAbort, c.ending.OnLoss = c.Close, c.tellAbort, onLoss
	c.replies = conduit.Replies[outgoing]{Deliver: c.deliver, Own: ownPayload}
	c.peers = make([]atomic.Pointer[peer], lib.Size)
	c.reorder = order.Queues{}
	c.expected = map[int]*expectations{}
	c.landings = map[exchangeName]*landing{}
	if err := c.bounce.Open(); err != nil {
		return nil, err
	}
	if on, err := config.Statistics.Bool(); err != nil {
		return nil, err
	} else if on {
		c.statistics = &statistics.Counts{}
	}
	c.moves.gets = map[uint64]*get{}
	if c.memory, err = registration.New(lib, &c.seg, progress.LongRest); err != nil {
		return nil, err
	}
	if lib.ShareFirst {
		if err := c.memory.Share(); err != nil {
			return nil, err
		}
	}
	lib.Broken = c.ending.Broken
	if err := c.meet(); err != nil {
		return nil, err
	}
	c.pollsEach = pollsAtOnce
	for k := range c.Size() {
		if k != rank && c.here(k) {
			c.pollsEach = 1 // what this image waits for may change without the network
		}
	}
	c.rests.Open(lib.Descriptor)
	c.quiescence = quiescence.New(c, c.amongOthers(), &c.ending, before)
	// All images have booted, since all have met.
	atomic.StoreUint32(&seg.JobArea().Ready, 1)
	c.closed = make(chan struct{})
	go c.makeProgress()
	return c, nil
}

// Library is the name and version of the communication library.
func (c *Conduit) Library() string { return c.lib.Name }

// Rank and the following methods are those of conduit.Conduit.
func (c *Conduit) Rank() int                 { return c.lib.Rank }
func (c *Conduit) Size() int                 { return c.lib.Size }
func (c *Conduit) Segment() *conduit.Segment { return &c.seg }
func (c *Conduit) MaxPayload() int           { return message.MaxPayload }
func (c *Conduit) Yield()                    { sys.Yield() }

// YieldUntil looks at the network too: by it alone a word changes.
func (c *Conduit) YieldUntil(word *uint64, value uint64, turns int) bool {
	for range turns {
		if !c.Poll() {
			sys.Yield()
		}
		if atomic.LoadUint64(word) >= value {
			return true
		}
	}
	return false
}

func (c *Conduit) Capabilities() conduit.Capability {
	return conduit.CapMove | conduit.CapStrided | conduit.CapSignal | conduit.CapAtomic |
		conduit.CapAccumulate | conduit.CapPost | conduit.CapHelper | conduit.CapStore
}

func (c *Conduit) Handle(number uint8, h conduit.Handler) { c.handlers[number].Store(&h) }

func (c *Conduit) Send(rank int, m conduit.Message) error {
	if len(m.Payload) > message.MaxPayload {
		return fmt.Errorf("active message of %d bytes: at most %d", len(m.Payload),
			message.MaxPayload)
	}
	return c.post(rank, c.activeMessage(rank, m), m.Payload)
}

// activeMessage is the head of an active message.
func (c *Conduit) activeMessage(rank int, m conduit.Message) message.Head {
	h := message.Head{Handler: m.Handler, What: message.ActiveMessage, Args: m.Args}
	if p := c.peers[rank].Load(); p != nil {
		h.Length = p.handled.Load()
	}
	return h
}
