//go:build cgo

package net

import (
	"encoding/binary"

	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/registration"
)

// An image that has to do with a chunk of another one asks that one for the key to it, once, until
// the chunk is released (registration).

// key is to a chunk of another image.
type key struct {
	native adapter.Handle // none: it cannot be reached
	begin  uint64         // of the chunk there
}

// closeMemory gives everything back. Nobody else calls anything any more.
func (c *Conduit) closeMemory() {
	for rank := range c.peers {
		if p := c.peers[rank].Load(); p != nil {
			for _, k := range p.keys.All() {
				c.forgetKey(k.Value)
			}
		}
	}
	c.memory.Close()
}

// Register is conduit.Registrar's.
func (c *Conduit) Register(offset, size uint64) { c.memory.Register(offset, size) }

// WantsStatics says whether static coarrays are to be told of by Register, each when it is first
// referred to.
func (c *Conduit) WantsStatics() bool { return c.memory.Method == registration.Each }

// Release is conduit.Registrar's.
func (c *Conduit) Release(offset uint64) {
	c.memory.Release(offset, func(rank int) {
		p := c.to(rank)
		c.lock(p)
		k, _ := p.keys.Remove(offset)
		p.sending.Unlock()
		c.forgetKey(k)
	})
}

func (c *Conduit) forgetKey(k key) {
	if k.native != (adapter.Handle{}) {
		c.lib.Forget(k.native)
	}
}

// locate is reach for who holds nothing.
func (c *Conduit) locate(rank int, offset uint64, n int) (at adapter.Place, there bool, err error) {
	if !c.memory.Chunked() {
		return adapter.Place{Offset: offset}, c.memory.Direct(), nil
	}
	p := c.to(rank)
	c.lock(p)
	defer p.sending.Unlock()
	return c.reach(rank, p, offset, n)
}

// reach finds n bytes of rank's memory as the library knows them; there is false where it does not.
// p.sending is held.
func (c *Conduit) reach(rank int, p *peer, offset uint64, n int) (at adapter.Place, there bool,
	err error) {
	if !c.memory.Chunked() {
		return adapter.Place{Offset: offset}, c.memory.Direct(), nil
	}
	k := p.keys.Find(offset, uint64(n))
	if k == nil {
		begin, size, known := c.memory.Holding(rank, offset, uint64(n))
		if !known {
			return at, false, nil
		}
		asked, err := c.askForChunk(rank, begin, size)
		if err != nil {
			return at, false, err
		}
		p.keys.Insert(begin, size, asked)
		k = p.keys.Find(offset, uint64(n))
	}
	return adapter.Place{Key: k.Value.native, Offset: offset - k.Value.begin},
		k.Value.native != (adapter.Handle{}), nil
}

// askForChunk asks rank for the key to one of its chunks.
func (c *Conduit) askForChunk(rank int, begin, size uint64) (k key, err error) {
	answer := make([]byte, 8+adapter.MaxName)
	g, err := c.begin(rank,
		message.Head{What: message.KeyAsked, Asks: true, Args: [4]uint64{begin, 0, size}},
		nil, answer)
	if err == nil {
		err = c.answer(g)
	}
	if err != nil || g.n <= 8 {
		return k, err
	}
	k.begin = binary.LittleEndian.Uint64(answer)
	k.native = c.lib.Reach(rank, answer[8:g.n])
	return k, nil
}

// tellKey answers such a question.
func (c *Conduit) tellKey(source int, h message.Head) {
	c.Reply(source, message.Head{What: message.Gotten, Asks: true,
		Args: [4]uint64{0, h.Args[1]}}, c.memory.Name(h.Args[0], h.Args[2]))
}
