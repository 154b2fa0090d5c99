//go:build cgo

package net

import (
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/progress"
	"github.com/coral-pgas/coral/internal/sys"
)

// Messages are sent and taken here, by the image's own threads and by its progress thread.

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
func (c *Conduit) Poll() bool {
	c.polls.Add(1)
	c.sendQuestions()
	return c.poll(0, nil, 1, 1, adapter.Request{}).busy
}

// PollTo is Poll with another handler for one number, and says whether something has changed here.
// Images that wait for a lock of this one ask again and again, which changes nothing: its own wait
// goes on (waitstate.Self).
func (c *Conduit) PollTo(number uint8, h conduit.Handler) bool {
	c.polls.Add(1)
	c.sendQuestions()
	return c.poll(number, h, 1, 1, adapter.Request{}).changed
}

// PollSoon is conduit.SpinPoller's. When nothing has come, others may have the processor.
func (c *Conduit) PollSoon() bool {
	busy, _ := c.pollSoon(adapter.Request{})
	return busy
}

// pollSoon is PollSoon, and looks for the end of a transfer of this image's, too.
func (c *Conduit) pollSoon(own adapter.Request) (busy, ended bool) {
	c.polls.Add(int64(c.pollsEach))
	if c.moving.Load() > 0 {
		sys.TakeTurnNow() // a look may send half a megabyte, or eight
	} else {
		sys.TakeTurn()
	}
	c.inside.Add(1)
	c.sendQuestions()
	found := c.poll(0, nil, c.pollsEach, 1, own)
	busy, ended = found.busy, found.ended
	c.inside.Add(-1)
	if !busy && c.pollsEach > 1 && c.moving.Load() == 0 {
		c.yieldPolicy.Yield()
	}
	return busy, ended
}

// pollsAtOnce is how often an image that waits looks at the network, within the library, before it
// looks at anything else: about three microseconds.
const pollsAtOnce = 8

// messagesEach is how many messages the helper handles at a time.
const messagesEach = 64

// polled is what a poll has found.
type polled struct {
	busy bool // there may be more
	// changed: a message that is no question, a transfer that has ended, or one of this side's own.
	// Memory that the library has changed shows to whoever waits for it.
	changed bool
	ended   bool // the caller's transfer
}

// poll handles messages, at most so many, and looks for the first one so many times, or until a
// transfer has ended, if nothing else is under way: the caller's own, if there is one, or one that
// comes here.
func (c *Conduit) poll(number uint8, instead conduit.Handler, looks, messages int,
	own adapter.Request) (p polled) {
	if !c.tryHandling() {
		return p
	}
	defer c.handling.Unlock()
	c.number, c.instead = number, instead
	p.changed = c.replies.Advance()
	if len(c.early) > 0 {
		p.changed = c.handleEarly() || p.changed
	}
	if m := c.left; m.is {
		c.left, p.changed = left{}, true
		c.take(m.source, m.head, m.payload)
	}
	watched, coming := own, (*ending)(nil)
	if own == (adapter.Request{}) && looks > 1 {
		watched, coming = c.coming()
	}
	if p.changed || c.occupied() || watched == (adapter.Request{}) && c.moving.Load() > 0 {
		looks = 1
	}
	source, h, payload, got, found, err := c.lib.Look(looks, watched)
	if coming != nil {
		coming.came = found.Ended
	} else {
		p.ended = found.Ended
	}
	for err == nil && got {
		p.busy, p.changed = true, p.changed || h.Counts()
		c.take(source, h, payload)
		if messages--; messages == 0 {
			break
		}
		source, h, payload, got, err = c.lib.Receive()
	}
	p.changed = c.advanceMoves() || p.changed || p.ended
	p.busy = p.busy || p.changed || found.Busy
	return p
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
	c.knownComplete(source, h.Length) // before the handler sends what need not wait for it
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
			c.Reply(source, c.activeMessage(source, m), m.Payload)
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

// pollsBeforeRest is how often who sleeps looks before: what has come brings more, as a rule, and
// the wait for it begins anew with each message.
const pollsBeforeRest = 200

// pollsTime ends that where processes are more than cores: each yield may then give some
// milliseconds to every other one, and an image that waits would take seconds for one look at what
// it waits for.
const pollsTime = 2 * time.Millisecond

// pollFor looks so often, or for pollsTime.
func (c *Conduit) pollFor(ready func() bool, looks int) bool {
	end := time.Now().Add(pollsTime)
	for range looks {
		if ready() || c.Poll() {
			return true
		}
		c.Yield()
		if time.Now().After(end) {
			break
		}
	}
	return false
}

// Idle looks at the network between short sleeps.
func (c *Conduit) Idle(ready func() bool, limit time.Duration) {
	control := c.seg.Control(0)
	c.sendBatches()
	if c.pollFor(ready, pollsBeforeRest) {
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
