//go:build cgo

package net

import (
	"encoding/binary"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/layout"
)

// Data that both images know of go from the sender's memory to the receiver's, wherever it is. A
// message tells of them: it has them with it, if they are short; else it names the tag under which
// they follow, and the receiver posts the receive for it, now or when its program says where they
// belong. So nothing is matched but labels, which are used once: an exchange that one side has
// given up is never taken for another one.

// exchangeName is an exchange of this image's, as receiver.
type exchangeName struct {
	source int
	label  conduit.Label
}

// landing is what one side has said of an exchange; the other has not yet.
type landing struct {
	exchange *conduit.Exchange
	refused  bool
	memory   []byte // where it belongs, or the data that have come with the message

	told bool // by the sender
	n    int
	tag  uint32 // 0: the data are in memory
	note conduit.Note
}

const (
	exchangeNote   = 24       // bytes of a conduit.Note in a message
	exchangeInside = 16 << 10 // up to so many bytes go in the message
)

// Machine is the leader of the rank's machine.
func (c *Conduit) Machine(rank int) int { return int(c.leaderOf[rank]) }

// SendTo is conduit.Exchanger's.
func (c *Conduit) SendTo(rank int, label conduit.Label, note conduit.Note,
	data []byte) (*conduit.Exchange, error) {
	x := &conduit.Exchange{Rank: rank}
	h := message.Head{What: message.Exchange, Args: label, Length: uint64(len(data))}
	inside := len(data) <= exchangeInside
	room := exchangeNote
	if inside {
		room += len(data)
	}
	payload := make([]byte, 0, room)
	for _, word := range note {
		payload = binary.LittleEndian.AppendUint64(payload, word)
	}
	if inside {
		err := c.post(rank, h, append(payload, data...))
		x.End()
		return x, lost(err)
	}
	h.Tag = c.moves.tag(0)
	if err := c.post(rank, h, payload); err != nil {
		x.End()
		return x, lost(err)
	}
	c.takeHandling()
	defer c.handling.Unlock()
	c.serve(func() (adapter.Request, bool, error) {
		return c.lib.BeginSend(rank, h.Tag, first(data), len(data))
	}, func() { c.exchanged(x) })
	return x, nil
}

// ReceiveFrom is conduit.Exchanger's.
func (c *Conduit) ReceiveFrom(rank int, label conduit.Label, data []byte) *conduit.Exchange {
	x := &conduit.Exchange{Rank: rank}
	c.takeHandling()
	defer c.handling.Unlock()
	name := exchangeName{rank, label}
	l := c.landings[name]
	if l == nil {
		c.landings[name] = &landing{exchange: x, memory: data}
		return x
	}
	delete(c.landings, name)
	c.land(rank, x, data, l)
	return x
}

// Refuse is conduit.Exchanger's.
func (c *Conduit) Refuse(rank int, label conduit.Label) {
	c.takeHandling()
	defer c.handling.Unlock()
	name := exchangeName{rank, label}
	if l := c.landings[name]; l == nil {
		c.landings[name] = &landing{refused: true}
	} else {
		delete(c.landings, name)
		c.land(rank, &conduit.Exchange{}, nil, l)
	}
}

// exchangeTold handles the sender's message. handling is held.
func (c *Conduit) exchangeTold(source int, h message.Head, payload []byte) {
	came := &landing{told: true, n: int(h.Length), tag: h.Tag}
	for i := range came.note {
		came.note[i] = binary.LittleEndian.Uint64(payload[8*i:])
	}
	inside := payload[exchangeNote:]
	name := exchangeName{source, h.Args}
	l := c.landings[name]
	if l == nil {
		came.memory = append([]byte(nil), inside...)
		c.landings[name] = came
		return
	}
	delete(c.landings, name)
	came.memory = inside
	if l.refused {
		l.exchange = &conduit.Exchange{}
	}
	c.land(source, l.exchange, l.memory, came)
}

// land brings what the sender has told of to the place where it belongs. handling is held.
func (c *Conduit) land(source int, x *conduit.Exchange, memory []byte, came *landing) {
	x.Came, x.Note = came.n, came.note
	if came.tag == 0 {
		copy(memory, came.memory)
		c.exchanged(x)
		return
	}
	if len(memory) != came.n {
		memory = make([]byte, came.n) // its sender's send has to end
	}
	c.serve(func() (adapter.Request, bool, error) {
		return c.lib.BeginReceive(source, came.tag, first(memory), len(memory))
	}, func() { c.exchanged(x) })
}

// exchanged notes that one has ended. Who waits for it may sleep.
func (c *Conduit) exchanged(x *conduit.Exchange) {
	x.End()
	c.Wake(c.Rank())
}

// Abandon is conduit.Exchanger's. Of an image that is gone, or has failed, nothing comes any more.
func (c *Conduit) Abandon(x *conduit.Exchange) {
	c.takeHandling()
	for _, l := range c.landings {
		if l.exchange == x {
			*l = landing{refused: true}
			x.End()
		}
	}
	c.handling.Unlock()
	state := &c.seg.Status(x.Rank).State
	_ = c.wait(x.Rank, func() bool {
		return x.Ended() || atomic.LoadUint32(state) != layout.StateRunning
	})
}
