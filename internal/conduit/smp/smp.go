package smp

import (
	"errors"
	"os"
	"sync/atomic"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/sys"
)

// Rank and the following methods are those of conduit.Conduit.
func (c *Conduit) Rank() int                 { return c.boot.Image - 1 }
func (c *Conduit) Size() int                 { return c.boot.Images }
func (c *Conduit) Segment() *conduit.Segment { return &c.seg }
func (c *Conduit) MaxPayload() int           { return cellPayload }

// every operation is complete when it returns
func (c *Conduit) Flush(int) error      { return nil }
func (c *Conduit) Yield()               { sys.Yield() }
func (c *Conduit) Mapped(rank int) bool { return !c.boot.Unmapped || rank == c.Rank() }

func (c *Conduit) Exit(code int) {
	c.mail.settle()
	os.Exit(code)
}

func (c *Conduit) YieldUntil(word *uint64, value uint64, turns int) bool {
	return sys.YieldUntil(word, value, turns)
}

func (c *Conduit) Capabilities() conduit.Capability {
	has := conduit.CapMove | conduit.CapSignal | conduit.CapAtomic | conduit.CapAccumulate |
		conduit.CapHelper
	if !c.boot.Unmapped {
		has |= conduit.CapMapped
	}
	return has
}

// Idle follows the protocol of layout.Control.
func (c *Conduit) Idle(ready func() bool, limit time.Duration) {
	control := c.control(c.Rank())
	atomic.AddUint32(&control.Sleepers, 1)
	word := atomic.LoadUint32(&control.Wake)
	if !ready() {
		sys.FutexWait(&control.Wake, word, limit)
	}
	atomic.AddUint32(&control.Sleepers, ^uint32(0))
}

func (c *Conduit) Wake(rank int) { conduit.WakeSleepers(c.control(rank)) }

// Close ends the helper and unmaps what Open has mapped.
func (c *Conduit) Close() error {
	c.mail.close()
	var errs []error
	for i := len(c.undo) - 1; i >= 0; i-- {
		errs = append(errs, c.undo[i]())
	}
	c.undo = nil
	return errors.Join(errs...)
}

// Put and the following methods are those of the optional interfaces: plain
// copies and processor-atomic operations on the mapping of all slots.
func (c *Conduit) Put(rank int, offset uint64, src []byte) error {
	copy(c.bytes(rank, offset, len(src)), src)
	return nil
}

func (c *Conduit) Get(rank int, offset uint64, dst []byte) error {
	copy(dst, c.bytes(rank, offset, len(dst)))
	return nil
}

func (c *Conduit) PutSignal(rank int, offset uint64, src []byte, word uint64, value uint64) error {
	copy(c.bytes(rank, offset, len(src)), src)
	sys.Publish(c.word64(rank, word), value)
	c.Wake(rank)
	return nil
}

func (c *Conduit) Atomic(rank int, op conduit.AtomicOp, offset uint64, width int, operand,
	compare uint64) (uint64, error) {
	var old uint64
	if width == 4 {
		old = uint64(conduit.Apply32(c.word32(rank, offset), op, uint32(operand), uint32(compare)))
	} else {
		old = conduit.Apply64(c.word64(rank, offset), op, operand, compare)
	}
	if op.Changes(old, compare) {
		c.Wake(rank)
	}
	return old, nil
}

func (c *Conduit) Accumulate(rank int, offset uint64, src []byte, kind conduit.Kind,
	op conduit.ReduceOp) error {
	conduit.CombineAtomic(c.bytes(rank, offset, len(src)), src, kind, op)
	return nil
}

// AccumulateHeld is conduit.LockedAccumulator's.
func (c *Conduit) AccumulateHeld(rank int, change conduit.Change, operands, value []byte) error {
	lock, slot := c.word32(rank, change.Lock), c.bytes(rank, 0, int(c.boot.Stride))
	return change.ApplyWhenFree(c, rank, lock, slot, operands, value)
}
