//go:build cgo

package net

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

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
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/standing"
	"github.com/coral-pgas/coral/internal/sys"
)

// Conduit is one image's end. See conduit.Conduit.
type Conduit struct {
	lib *adapter.Library
	seg conduit.Segment

	handlers [256]atomic.Pointer[conduit.Handler]
	// handling is held by who takes messages: one handler at a time.
	handling sync.Mutex
	number   uint8 // of PollTo
	instead  conduit.Handler
	early    []early // messages that came before their handler was installed

	replies conduit.Replies[outgoing]
	moves   moves
	peers   []atomic.Pointer[peer] // by rank; nil: nothing has been sent there
	busyMu  sync.Mutex
	busy    []int        // ranks to which something may be on its way
	writing []int        // ranks with a batch, the oldest first; under busyMu
	writes  atomic.Int32 // len(writing)
	// for the next batches, as many as have been written at a time; under busyMu
	buffers  [][]byte
	answers  []byte                    // memory for the next of fetch.go's; under handling
	packed   [][]byte                  // memory that packed data have left; under handling
	reorder  order.Queues              // by rank, where there is any; under handling
	expected map[int]*expectations     // by rank, where long puts have come from; under handling
	holds    []held                    // under handling
	landings map[exchangeName]*landing // under handling
	bounce   bounce.Ring
	memory   *registration.Memory
	lent     lentSends
	fastPath fastPath
	left     left // under handling

	leaders  []int          // of the other machines
	machines []int32        // by rank, the leader of its machine
	ring     *liveness.Ring // of a leader, where there are other machines
	closing  atomic.Bool
	rests    progress.Rests
	closed   chan struct{}
	ending   shutdown.Image

	asking atomic.Bool // a batch may have questions (fetch.go)

	// 1 + the rank at which a Store may not have taken effect yet; 0: there is none
	stored atomic.Int32

	looksEach int // of who waits, at a time

	resting atomic.Int32 // goroutines of this image that sleep in Idle
	looks   atomic.Int64 // of others than the helper
	// calls of others than the helper that look or post now, or send what is long
	inside      atomic.Int32
	yieldPolicy progress.YieldPolicy
	moving      atomic.Int32 // long transfers that have begun and not ended

	sent, taken atomic.Uint64 // messages that count (head.counts)

	heartbeats, others atomic.Uint64 // messages that have come; heartbeats: and gone

	under      atomic.Int32 // calls of transfer
	quiescence *quiescence.State
}

// early is a message that waits for its handler.
type early struct {
	source  int
	head    message.Head
	payload []byte
}

// outgoing is a message of a handler.
type outgoing struct {
	head    message.Head
	payload []byte
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
	before := standing.Tasks()
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
	c.looksEach = looksAtOnce
	for k := range c.Size() {
		if k != rank && c.here(k) {
			c.looksEach = 1 // what this image waits for may change without the network
		}
	}
	c.quiescence = quiescence.New(c, c.amongOthers(), &c.ending, before)
	// All images have booted, since all have met.
	atomic.StoreUint32(&seg.JobArea().Ready, 1)
	c.closed = make(chan struct{})
	c.rests.Open(lib.Descriptor)
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
	return c.post(rank, message.Head{Handler: m.Handler, What: message.ActiveMessage, Args: m.Args},
		m.Payload)
}

// post sends a message, and takes others as long as there is no room: the target may itself wait
// for room here.
func (c *Conduit) post(rank int, h message.Head, payload []byte) error {
	for {
		sent, err := c.send(rank, h, payload)
		if sent || err != nil {
			return err
		}
		if c.gone(rank) {
			return conduit.ErrGone
		}
		if !c.Poll() {
			c.Yield()
		}
	}
}

// send sends a message, if there is room. It is counted before anybody can have taken it.
func (c *Conduit) send(rank int, h message.Head, payload []byte) (bool, error) {
	var raw [message.HeadSize]byte
	h.Write(&raw)
	counts := h.Counts()
	if counts {
		c.sent.Add(1)
	}
	sent, err := c.lib.Send(rank, &raw, payload)
	if counts && !sent {
		c.taken.Add(1) // none is on its way
	}
	return sent, err
}

// deliver sends a message of a handler, if there is room. What is for an image that is gone, or
// fails, counts as sent: an error shows at the next call of this image's own.
func (c *Conduit) deliver(rank int, m outgoing) bool {
	sent, err := c.send(rank, m.head, m.payload)
	return sent || err != nil || c.gone(rank)
}

func ownPayload(m outgoing) outgoing {
	m.payload = append([]byte(nil), m.payload...)
	return m
}

// Reply sends a message of a handler.
func (c *Conduit) Reply(rank int, h message.Head,
	payload []byte) {
	c.replies.Send(rank, outgoing{h, payload})
}

// Pending knows of what this side keeps; the library would have to be asked, which is Poll.
func (c *Conduit) Pending() bool { return c.replies.Waiting() }

// Poll handles one message, if there is one: it may be what the caller waits for, and to find that
// there is no other takes the library a system call.
func (c *Conduit) Poll() bool { return c.PollTo(0, nil) }

// PollTo is Poll with another handler for one number.
func (c *Conduit) PollTo(number uint8, h conduit.Handler) bool {
	c.looks.Add(1)
	c.sendQuestions()
	busy, _ := c.poll(number, h, 1, 1, adapter.Request{})
	return busy
}

// PollSoon is conduit.SpinPoller's. When nothing has come, others may have the processor.
func (c *Conduit) PollSoon() bool {
	busy, _ := c.pollSoon(adapter.Request{})
	return busy
}

// pollSoon is PollSoon, and looks for the end of a transfer of this image's, too.
func (c *Conduit) pollSoon(own adapter.Request) (busy, ended bool) {
	c.looks.Add(int64(c.looksEach))
	if c.moving.Load() > 0 {
		sys.TakeTurnNow() // a look may send half a megabyte, or eight
	} else {
		sys.TakeTurn()
	}
	c.inside.Add(1)
	c.sendQuestions()
	busy, ended = c.poll(0, nil, c.looksEach, 1, own)
	c.inside.Add(-1)
	if !busy && c.looksEach > 1 && c.moving.Load() == 0 {
		c.yieldPolicy.Yield()
	}
	return busy, ended
}

// looksAtOnce is how often who waits looks at the network, within the library, before it looks at
// anything else: about three microseconds.
const looksAtOnce = 8

// messagesEach is how many messages the helper handles at a time.
const messagesEach = 64

// poll handles messages, at most so many, and looks for the first one so many times, or until a
// transfer has ended, if nothing else is under way: the caller's own, if there is one, or one that
// comes here.
func (c *Conduit) poll(number uint8, instead conduit.Handler, looks, messages int,
	own adapter.Request) (busy, ended bool) {
	if !c.tryHandling() {
		return false, false
	}
	defer c.handling.Unlock()
	c.number, c.instead = number, instead
	busy = c.replies.Advance()
	if len(c.early) > 0 {
		busy = c.handleEarly() || busy
	}
	if m := c.left; m.is {
		c.left, busy = left{}, true
		c.take(m.source, m.head, m.payload)
	}
	watched, coming := own, (*ending)(nil)
	if own == (adapter.Request{}) && looks > 1 {
		watched, coming = c.coming()
	}
	if busy || c.occupied() || watched == (adapter.Request{}) && c.moving.Load() > 0 {
		looks = 1
	}
	source, h, payload, got, found, err := c.lib.Look(looks, watched)
	if coming != nil {
		coming.came = found.Ended
	} else {
		ended = found.Ended
	}
	for err == nil && got {
		busy = true
		c.take(source, h, payload)
		if messages--; messages == 0 {
			break
		}
		source, h, payload, got, err = c.lib.Receive()
	}
	return c.advanceMoves() || busy || found.Busy || ended, ended
}

// take handles a message and counts it. handling is held.
func (c *Conduit) take(source int, h message.Head, payload []byte) {
	c.arrived(source, h, payload)
	if h.Counts() {
		c.taken.Add(1)
	}
	if h.What == message.Heartbeat {
		c.heartbeats.Add(1)
	} else {
		c.others.Add(1)
	}
}

// occupied says whether there is more to look at than messages that come and transfers that end.
// handling is held.
func (c *Conduit) occupied() bool {
	return len(c.moves.starts) > 0 || len(c.moves.later) > 0 || len(c.early) > 0 ||
		len(c.holds) > 0 || c.replies.Waiting()
}

// arrived handles a message. handling is held.
func (c *Conduit) arrived(source int, h message.Head, payload []byte) {
	if h.What != message.ActiveMessage {
		c.moved(source, h, payload)
		return
	}
	f := c.handler(h.Handler)
	if f == nil {
		c.early = append(c.early, early{source, h, append([]byte(nil), payload...)})
		return
	}
	c.run(f, source, h, payload)
}

// handler is that of a number, for the poll that is going on; nil if none is installed yet.
func (c *Conduit) handler(number uint8) conduit.Handler {
	if c.instead != nil && number == c.number {
		return c.instead
	}
	if f := c.handlers[number].Load(); f != nil {
		return *f
	}
	return nil
}

func (c *Conduit) run(f conduit.Handler, source int, h message.Head, payload []byte) {
	f(conduit.Arrived{Source: source, Args: h.Args, Payload: payload,
		Reply: func(m conduit.Message) {
			c.Reply(source, message.Head{Handler: m.Handler, What: message.ActiveMessage,
				Args: m.Args}, m.Payload)
		}})
}

func (c *Conduit) handleEarly() (busy bool) {
	rest := c.early[:0]
	for _, k := range c.early {
		if f := c.handler(k.head.Handler); f != nil {
			c.run(f, k.source, k.head, k.payload)
			busy = true
		} else {
			rest = append(rest, k)
		}
	}
	c.early = rest
	return busy
}

// nextRest is the next rest after one. Long transfers go on only while somebody looks: then rests
// stay short, so that what the kernel keeps for a connection is neither empty nor full.
func (c *Conduit) nextRest(after time.Duration) time.Duration {
	if c.moving.Load() > 0 {
		return progress.ShortRest
	}
	return min(2*after, c.memory.Rest)
}

// looksBeforeRest is how often who sleeps looks before: what has come brings more, as a rule, and
// the wait for it begins anew with each message.
const looksBeforeRest = 200

// pollFor looks so often.
func (c *Conduit) pollFor(ready func() bool, looks int) bool {
	for range looks {
		if ready() || c.Poll() {
			return true
		}
		c.Yield()
	}
	return false
}

// Idle looks at the network between short sleeps.
func (c *Conduit) Idle(ready func() bool, limit time.Duration) {
	control := c.seg.Control(0)
	c.sendBatches()
	if c.pollFor(ready, looksBeforeRest) {
		return
	}
	c.resting.Add(1)
	defer c.resting.Add(-1)
	end := time.Now().Add(limit)
	for rest := progress.ShortRest; ; rest = c.nextRest(rest) {
		atomic.AddUint32(&control.Sleepers, 1)
		word := atomic.LoadUint32(&control.Wake)
		stop := ready() || c.Poll()
		if !stop {
			sys.FutexWait(&control.Wake, word, rest)
		}
		atomic.AddUint32(&control.Sleepers, ^uint32(0))
		if stop || atomic.LoadUint32(&control.Wake) != word || !time.Now().Before(end) {
			return
		}
	}
}

// Wake of a rank on another machine needs no message of its own: it looks at the network, whose
// message has changed what it waits for.
func (c *Conduit) Wake(rank int) {
	if c.here(rank) {
		c.seg.Wake(rank - c.Rank())
	}
}
