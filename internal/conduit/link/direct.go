//go:build cgo

package link

import (
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
)

// Of a library that reaches other images' memory without a message (coral_link.h).

// puts counts what went to one rank.
type puts struct {
	begun   atomic.Uint64 // each counted after it has begun, before its Put returns
	flushed atomic.Uint64 // so many of the first are complete there
}

func (c *Conduit) putDirect(rank int, offset uint64, src []byte) error {
	err := c.transfer(rank, func() (request, bool, error) { return c.lib.put(rank, offset, first(src), len(src)) }, src)
	c.puts[rank].begun.Add(1)
	return lost(err)
}

// flushDirect waits for what has begun when it is called. Several goroutines may: each waits for a flush that has begun after its own puts.
func (c *Conduit) flushDirect(rank int) error {
	p := &c.puts[rank]
	n := p.begun.Load()
	if p.flushed.Load() >= n {
		return nil
	}
	if err := c.transfer(rank, func() (request, bool, error) { return c.lib.flush(rank) }, nil); lost(err) != nil {
		return err
	}
	for f := p.flushed.Load(); f < n && !p.flushed.CompareAndSwap(f, n); f = p.flushed.Load() {
	}
	return nil
}

// atomicDirect operates on a word of an image of another machine.
func (c *Conduit) atomicDirect(rank int, op conduit.AtomicOp, offset uint64, width int, operand, compare uint64) (uint64, error) {
	old := new(uint64)
	err := c.transfer(rank, func() (request, bool, error) {
		return c.lib.atomic(rank, int(op), offset, width, operand, compare, old)
	}, nil)
	return *old, err
}
