package smp

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

const (
	cells       = 64
	cellPayload = 640
)

// mailbox is a bounded queue in the target's Control area: many images put
// messages in, the owner takes them out. Zeroed memory is an empty mailbox.
//
// A message has a position; position p uses cell p mod cells, for the (p/cells)th time: its
// lap. A cell's Turn is 2*lap when it is free for the lap's message, 2*lap+1
// when it holds it. Who advances Tail over a position whose cell is free owns the
// cell until it stores the Turn.
type mailbox struct {
	Tail uint64
	_    [layout.CacheLine - 8]byte
	// Bell is a futex word on which the owner's helper sleeps while Asleep is not 0.
	Bell   uint32
	Asleep uint32
	_      [layout.CacheLine - 8]byte
	Cells  [cells]cell
}

type cell struct {
	Turn    uint64
	Source  uint32
	Handler uint32
	Length  uint64
	Args    [4]uint64
	_       [8]byte
	Payload [cellPayload]byte
}

// deposit puts a message in; false if the mailbox is full.
func (b *mailbox) deposit(source int, m conduit.Message) bool {
	for {
		position := atomic.LoadUint64(&b.Tail)
		c, lap := &b.Cells[position%cells], position/cells
		turn := atomic.LoadUint64(&c.Turn)
		if turn < 2*lap {
			return false // it still holds the message of the lap before
		}
		if turn > 2*lap || !atomic.CompareAndSwapUint64(&b.Tail, position, position+1) {
			continue // another has taken the position
		}
		c.Source, c.Handler, c.Args = uint32(source), uint32(m.Handler), m.Args
		c.Length = uint64(copy(c.Payload[:], m.Payload))
		atomic.StoreUint64(&c.Turn, 2*lap+1)
		return true
	}
}

// postOffice is the owner's side of its mailbox, and where its replies wait that
// did not find room at once.
type postOffice struct {
	c        *Conduit
	own      *mailbox
	handlers [256]atomic.Pointer[conduit.Handler]

	handling sync.Mutex // one handler at a time
	head     atomic.Uint64

	mu      sync.Mutex
	replies []reply
	waiting atomic.Int32 // len(replies)

	helper  sync.Once
	closing atomic.Bool
	closed  chan struct{}
}

type reply struct {
	rank    int
	message conduit.Message
}

func (p *postOffice) init(c *Conduit) {
	p.c, p.own = c, c.mailbox(c.Rank())
}

// Handle installs a handler, and starts the helper with the first one.
func (c *Conduit) Handle(number uint8, h conduit.Handler) {
	c.mail.handlers[number].Store(&h)
	c.mail.helper.Do(func() {
		c.mail.closed = make(chan struct{})
		go c.mail.help()
	})
}

func (c *Conduit) Send(rank int, m conduit.Message) error {
	if len(m.Payload) > cellPayload {
		return fmt.Errorf("active message of %d bytes: at most %d", len(m.Payload), cellPayload)
	}
	for !c.deliver(rank, m) {
		if c.seg.Gone(rank) {
			return conduit.ErrGone
		}
		// The target may itself wait for room here.
		if !c.Poll() {
			c.Yield()
		}
	}
	return nil
}

// deliver deposits a message and wakes who may handle it.
func (c *Conduit) deliver(rank int, m conduit.Message) bool {
	box := c.mailbox(rank)
	if !box.deposit(c.Rank(), m) {
		return false
	}
	c.Wake(rank)
	if atomic.LoadUint32(&box.Asleep) != 0 {
		atomic.AddUint32(&box.Bell, 1)
		sys.FutexWake(&box.Bell, 1)
	}
	return true
}

func (c *Conduit) Poll() bool { return c.mail.poll() }

// next is the cell of the oldest message; nil if there is none.
func (p *postOffice) next() *cell {
	position := p.head.Load()
	c := &p.own.Cells[position%cells]
	if atomic.LoadUint64(&c.Turn) != 2*(position/cells)+1 {
		return nil
	}
	return c
}

func (p *postOffice) poll() bool {
	if p.waiting.Load() == 0 && p.next() == nil || !p.handling.TryLock() {
		return false
	}
	defer p.handling.Unlock()
	busy := p.sendReplies()
	// No more than what was there: a stream of messages must not hold the caller for ever.
	for range cells {
		c := p.next()
		if c == nil {
			break
		}
		h := p.handlers[uint8(c.Handler)].Load()
		if h == nil {
			break // not installed yet; the message waits
		}
		busy = true
		source := int(c.Source)
		(*h)(conduit.Arrived{
			Source: source, Args: c.Args, Payload: c.Payload[:c.Length],
			Reply: func(m conduit.Message) { p.reply(source, m) },
		})
		position := p.head.Load()
		p.head.Store(position + 1)
		atomic.StoreUint64(&c.Turn, 2*(position/cells)+2)
	}
	return busy
}

// reply sends at once if there is room and nothing waits before it.
func (p *postOffice) reply(rank int, m conduit.Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.replies) == 0 && p.c.deliver(rank, m) {
		return
	}
	m.Payload = append([]byte(nil), m.Payload...)
	p.replies = append(p.replies, reply{rank, m})
	p.waiting.Store(int32(len(p.replies)))
}

// sendReplies sends what waits, in order, as far as there is room.
func (p *postOffice) sendReplies() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	sent := 0
	for sent < len(p.replies) {
		r := p.replies[sent]
		if !p.c.deliver(r.rank, r.message) && !p.c.seg.Gone(r.rank) {
			break
		}
		sent++
	}
	p.replies = p.replies[sent:]
	p.waiting.Store(int32(len(p.replies)))
	return sent > 0
}

// help is the helper: it handles messages while the image computes.
func (p *postOffice) help() {
	defer close(p.closed)
	for !p.closing.Load() {
		if p.poll() {
			p.c.Wake(p.c.Rank()) // a handler may have ended what the image waits for
			continue
		}
		limit := time.Second
		if p.waiting.Load() != 0 {
			limit = time.Millisecond
		}
		atomic.AddUint32(&p.own.Asleep, 1)
		word := atomic.LoadUint32(&p.own.Bell)
		if p.next() == nil && !p.closing.Load() {
			sys.FutexWait(&p.own.Bell, word, limit)
		} else if p.next() != nil {
			// The image itself is handling, or no handler is installed yet.
			time.Sleep(100 * time.Microsecond)
		}
		atomic.AddUint32(&p.own.Asleep, ^uint32(0))
	}
}

func (p *postOffice) close() {
	if p.closed == nil {
		return
	}
	p.closing.Store(true)
	atomic.AddUint32(&p.own.Bell, 1)
	sys.FutexWake(&p.own.Bell, math.MaxInt32)
	<-p.closed
}
