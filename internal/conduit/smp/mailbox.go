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
	cells       = layout.MailCells
	cellPayload = layout.MailPayload
)

type mailbox layout.Mailbox

type cell = layout.MailCell

// deposit puts a message in, and says at which position; false if the mailbox is full. head is what
// the sender remembers of Head.
func (b *mailbox) deposit(source int, m *conduit.Message, head *atomic.Uint64) (position uint64,
	done bool) {
	for {
		position = atomic.LoadUint64(&b.Tail)
		if position-head.Load() >= cells/2 {
			head.Store(atomic.LoadUint64(&b.Head))
			if position-head.Load() >= cells {
				return 0, false
			}
		}
		if !atomic.CompareAndSwapUint64(&b.Tail, position, position+1) {
			continue // another has taken the position
		}
		c := &b.Cells[position%cells]
		c.Source, c.Handler, c.Args = uint32(source), uint16(m.Handler), m.Args
		c.Length = uint16(copy(c.Payload[:], m.Payload))
		sys.Publish(&c.Turn, position+1)
		return position, true
	}
}

// begin says that a thread of this process is about to take a position in a mailbox. It does not
// return when the process ends.
func (b *mailbox) begin() {
	atomic.AddUint32(&b.Filling, 1)
	if atomic.LoadUint32(&b.Ends) != 0 {
		b.fill()
		select {}
	}
}

// fill says that it has filled it.
func (b *mailbox) fill() { atomic.AddUint32(&b.Filling, ^uint32(0)) }

// postOffice is the owner's side of its mailbox, and where its replies wait that
// did not find room at once.
type postOffice struct {
	c        *Conduit
	own      *mailbox
	handlers [256]atomic.Pointer[conduit.Handler]

	heads []atomic.Uint64 // what is known of the Head of each rank's mailbox

	// one handler at a time, of this process's goroutines; see lock
	handling sync.Mutex
	repliers []func(conduit.Message) // by rank; made when a message comes from there

	replies conduit.Replies[conduit.Message]

	helper  sync.Once
	closing atomic.Bool
	closed  chan struct{}
}

func (p *postOffice) init(c *Conduit) {
	p.c, p.own = c, c.mailbox(c.Rank())
	p.heads = make([]atomic.Uint64, c.Size())
	p.replies = conduit.Replies[conduit.Message]{
		Deliver: func(rank int, m conduit.Message) bool {
			return c.deliver(rank, &m) ||
				c.seg.Gone(rank)
		},
		Own: conduit.OwnPayload,
	}
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
	for !c.deliver(rank, &m) {
		if c.seg.Gone(rank) {
			return conduit.ErrGone
		}
		// The target may itself wait for room here.
		if !c.Poll() {
			c.Yield()
			continue
		}
		// The caller may be another thread of this image, and the image may sleep until what it has
		// now taken comes.
		c.Wake(c.Rank())
	}
	return nil
}

// deliver deposits a message and wakes who may handle it. For patient messages the helper is woken
// only where the mailbox is half full: its owner computes. To wake a thread takes far longer than
// all the rest.
func (c *Conduit) deliver(rank int, m *conduit.Message) bool {
	box := c.mailbox(rank)
	head := &c.mail.heads[rank]
	c.mail.own.begin()
	position, done := box.deposit(c.Rank(), m, head)
	c.mail.own.fill()
	if done {
		c.Wake(rank)
	}
	if !done || !m.Patient || position-head.Load() >= cells/2 {
		box.ring()
	}
	return done
}

// ring wakes the helper if it sleeps.
func (b *mailbox) ring() {
	if atomic.LoadUint32(&b.Asleep) != 0 {
		atomic.AddUint32(&b.Bell, 1)
		sys.FutexWake(&b.Bell, 1)
	}
}

func (c *Conduit) Poll() bool { return c.mail.poll(0, nil) }
func (c *Conduit) PollTo(number uint8,
	h conduit.Handler) bool {
	return c.mail.poll(uint16(number), h)
}

// Next is that of conduit.Doorbell.
func (c *Conduit) Next() (word *uint64, value uint64) {
	position := atomic.LoadUint64(&c.mail.own.Head)
	return &c.mail.own.Cells[position%cells].Turn, position + 1
}

func (c *Conduit) Pending() bool { return c.mail.next() != nil }

// next is the cell of the oldest message; nil if there is none.
func (p *postOffice) next() *cell {
	position := atomic.LoadUint64(&p.own.Head)
	c := &p.own.Cells[position%cells]
	if atomic.LoadUint64(&c.Turn) != position+1 {
		return nil
	}
	return c
}

// lock gives the caller the right to take messages out, and to run handlers, one at a time.
// Compiled code takes messages out, too (capi/async/mail.c), and knows the word in the mailbox
// alone. The race detector knows the mutex alone.
func (p *postOffice) lock() bool {
	if !p.handling.TryLock() {
		return false
	}
	if atomic.CompareAndSwapUint32(&p.own.Handling, 0, 1) {
		return true
	}
	p.handling.Unlock()
	return false
}

func (p *postOffice) unlock() {
	atomic.StoreUint32(&p.own.Handling, 0)
	p.handling.Unlock()
}

// poll handles what has arrived. Messages for the handler of a number go to instead, if that is not
// nil.
func (p *postOffice) poll(number uint16, instead conduit.Handler) bool {
	if !p.replies.Waiting() && p.next() == nil || !p.lock() {
		return false
	}
	defer p.unlock()
	busy := p.replies.Advance()
	// No more than what was there: a stream of messages must not hold the caller for ever.
	for range cells {
		c := p.next()
		if c == nil {
			break
		}
		h := instead
		if h == nil || c.Handler != number {
			installed := p.handlers[uint8(c.Handler)].Load()
			if installed == nil {
				break // not installed yet; the message waits
			}
			h = *installed
		}
		busy = true
		source := int(c.Source)
		h(conduit.Arrived{Source: source, Args: c.Args, Payload: c.Payload[:c.Length],
			Reply: p.replier(source)})
		// nobody waits for it: a sender that finds no room looks again
		sys.Release(&p.own.Head, p.own.Head+1)
	}
	return busy
}

// replier is how handlers reply to a rank. the mailbox is locked.
func (p *postOffice) replier(rank int) func(conduit.Message) {
	if p.repliers == nil {
		p.repliers = make([]func(conduit.Message), p.c.Size())
	}
	if p.repliers[rank] == nil {
		p.repliers[rank] = func(m conduit.Message) { p.replies.Send(rank, m) }
	}
	return p.repliers[rank]
}

// help is the helper: it handles messages while the image computes.
func (p *postOffice) help() {
	defer close(p.closed)
	for !p.closing.Load() {
		if p.poll(0, nil) {
			p.c.Wake(p.c.Rank()) // a handler may have ended what the image waits for
			continue
		}
		limit := time.Second
		if p.replies.Waiting() {
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

// settle waits until no handler of this process runs, and no thread is at a position that it has
// taken in another image's mailbox: what comes behind one that is never filled would wait for ever.
// It lets none begin. Who ends in a handler itself does not wait long.
func (p *postOffice) settle() {
	for range 200 {
		if p.lock() {
			break
		}
		time.Sleep(100 * time.Microsecond)
	}
	atomic.StoreUint32(&p.own.Ends, 1)
	for atomic.LoadUint32(&p.own.Filling) != 0 {
		time.Sleep(100 * time.Microsecond)
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
