//go:build cgo

package net

import (
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/statistics"
)

// Of a library that reaches other images' memory without a message (coral_link.h).

// directFrom is how long puts are that such a library does directly. Shorter ones go with a
// message, behind which others come without a wait.
const directFrom = 128 << 10

// directPuts are those to one rank.
type directPuts struct {
	// where they may be on their way; under peer.sending, as are changes of the others
	conduit.Ranges
	begun, flushed atomic.Uint64
}

// putDirect returns when src may be reused. p.sending is held.
func (c *Conduit) putDirect(rank int, p *peer, to adapter.Place, offset uint64, src []byte) error {
	if err := c.sendBatch(rank, p); err != nil {
		return err
	}
	if p.direct.Overlaps(offset, len(src)) {
		if err := c.flushDirect(rank, p); err != nil {
			return err
		}
	}
	if err := c.flushMessages(rank, p, offset, len(src)); err != nil {
		return lost(err)
	}
	c.statistics.Put(statistics.Direct, 1, len(src))
	err := c.transfer(rank, func() (adapter.Request, bool,
		error) {
		return c.lib.Put(rank, to, first(src), len(src))
	}, src)
	p.direct.Add(offset, len(src))
	p.direct.begun.Add(1)
	c.list(rank, p)
	return lost(err)
}

// flushMessages waits for puts by message to any of n bytes. p.sending is held.
func (c *Conduit) flushMessages(rank int, p *peer, offset uint64, n int) error {
	others, long := p.others.MayTouch(&p.Counters, offset, n),
		p.long.MayTouch(&p.Counters, offset, n)
	if !others && !long {
		return nil
	}
	if err := c.ask(rank, p); err != nil {
		return err
	}
	sent := p.Sent.Load()
	return c.wait(rank, func() bool { return p.Done.Load() >= sent })
}

// flushDirect waits for all direct puts to rank. p.sending is held.
func (c *Conduit) flushDirect(rank int, p *peer) error {
	begun := p.direct.begun.Load()
	if p.direct.flushed.Load() >= begun {
		return nil
	}
	if err := c.transfer(rank, func() (adapter.Request, bool, error) { return c.lib.Flush(rank) },
		nil); lost(err) != nil {
		return err
	}
	p.direct.Clear()
	p.direct.flushed.Store(begun)
	return nil
}

// atomicDirect operates on a word of an image of another machine.
func (c *Conduit) atomicDirect(rank int, op conduit.AtomicOp, at adapter.Place, width int, operand,
	compare uint64) (uint64, error) {
	old := new(uint64)
	if !onlyAsks(op) {
		c.under.Add(1)
		defer c.under.Add(-1)
	}
	err := c.short(rank, func() (adapter.Request, bool, error) {
		return c.lib.Atomic(rank, at, int(op), width, operand, compare, old)
	}, nil)
	return *old, err
}
