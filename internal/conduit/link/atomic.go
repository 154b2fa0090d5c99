//go:build cgo

package link

import (
	"encoding/binary"
	"slices"

	"github.com/coral-pgas/coral/internal/conduit"
)

// Words and elements are changed by the processor's atomic operations, of images of one machine directly, of others by a message whose handler does it
// there. A library's own atomic operations would not do: those of MPI are atomic among themselves alone (MPI-3.1 11.7.1), but the image to which a word belongs, and all
// on its machine, change it as memory. A library that is direct has operations that are atomic with the processor's, too.

// Atomic does an operation on a word.
func (c *Conduit) Atomic(rank int, op conduit.AtomicOp, offset uint64, width int, operand, compare uint64) (uint64, error) {
	if c.here(rank) {
		old := c.apply(rank, op, offset, width, operand, compare)
		return old, nil
	}
	behind, direct, err := c.place(rank, offset, width)
	if err != nil {
		return 0, err
	}
	if direct && c.lib.atomics {
		at, there, err := c.locate(rank, offset, width)
		if err != nil {
			return 0, err
		}
		if there {
			return c.atomicDirect(rank, op, at, width, operand, compare)
		}
	}
	var old [8]byte
	h := head{what: wordOperation, behind: behind, asks: onlyAsks(op), args: [4]uint64{offset, 0, operand, compare}, length: uint64(op)<<8 | uint64(width)}
	err = c.question(rank, h, old[:])
	return binary.LittleEndian.Uint64(old[:]), err
}

// onlyAsks says whether an operation may be an image's look at what it waits for, as at a lock: it changes the word only if what it has waited for is there.
func onlyAsks(op conduit.AtomicOp) bool { return op == conduit.AtomicLoad || op == conduit.AtomicCAS }

// apply does an operation on a word of an image of this machine, and wakes who may wait for the change.
func (c *Conduit) apply(rank int, op conduit.AtomicOp, offset uint64, width int, operand, compare uint64) (old uint64) {
	word := wordAt(&c.seg, rank-c.Rank(), offset)
	if width == 4 {
		old, compare = uint64(conduit.Apply32(half(word), op, uint32(operand), uint32(compare))), uint64(uint32(compare))
	} else {
		old = conduit.Apply64(word, op, operand, compare)
	}
	if op.Changes(old, compare) {
		c.Wake(rank)
	}
	return old
}

// operate does what another image has asked for.
func (c *Conduit) operate(source int, h head) {
	old := c.apply(c.Rank(), conduit.AtomicOp(h.length>>8), h.args[0], int(h.length&0xff), h.args[2], h.args[3])
	c.reply(source, head{what: gotten, asks: h.asks, args: [4]uint64{0, h.args[1]}}, binary.LittleEndian.AppendUint64(nil, old))
}

// Accumulate combines elements: one message, or as many as they need.
func (c *Conduit) Accumulate(rank int, offset uint64, src []byte, kind conduit.Kind, op conduit.ReduceOp) error {
	if c.here(rank) {
		conduit.CombineAtomic(bytesAt(&c.seg, rank-c.Rank(), offset, len(src)), src, kind, op)
		return nil
	}
	return c.accumulate(rank, offset, src, kind, op, 0)
}

// AccumulateHeld is conduit.Holder's.
func (c *Conduit) AccumulateHeld(rank int, offset uint64, src []byte, kind conduit.Kind, op conduit.ReduceOp, lock uint64) error {
	if c.here(rank) {
		conduit.CombineWhenFree(c, half(wordAt(&c.seg, rank-c.Rank(), lock)), bytesAt(&c.seg, rank-c.Rank(), offset, len(src)), src, kind, op)
		return nil
	}
	return c.accumulate(rank, offset, src, kind, op, lock)
}

// accumulate sends what is to be combined; lock: 0, each element atomically.
func (c *Conduit) accumulate(rank int, offset uint64, src []byte, kind conduit.Kind, op conduit.ReduceOp, lock uint64) error {
	p := c.to(rank)
	p.sending.Lock()
	defer p.sending.Unlock()
	for len(src) > 0 {
		n := min(len(src), maxPayload) // of whole elements: their sizes are powers of two
		if err := c.sendBatch(rank, p); err != nil {
			return err
		}
		behind, err := c.before(rank, p, offset, n)
		if err != nil {
			return err
		}
		if lock != 0 {
			p.long.begin(p, offset, n) // it may have to wait for the lock there, and what comes after it must not pass it by
		}
		h := head{what: accumulation, behind: behind, args: [4]uint64{offset, uint64(kind), uint64(op), lock}}
		if err := c.message(rank, p, true, h, src[:n]); err != nil {
			return err
		}
		src, offset = src[n:], offset+uint64(n)
	}
	return nil
}

// held is an accumulation that waits for its lock.
type held struct {
	source  int
	head    head
	payload []byte
	place   *pending
}

// accumulated does what another image has asked for, now or when the lock is free: who holds it may be an image whose message is still to come. handling is held.
func (c *Conduit) accumulated(source int, h head, payload []byte, waited bool) {
	if h.args[3] == 0 {
		conduit.CombineAtomic(c.seg.Bytes(h.args[0], len(payload)), payload, conduit.Kind(h.args[1]), conduit.ReduceOp(h.args[2]))
	} else if !c.combineHeld(h, payload) {
		c.holds = append(c.holds, held{source, h, slices.Clone(payload), c.enter(source, waited)})
	}
}

func (c *Conduit) combineHeld(h head, payload []byte) bool {
	return conduit.CombineHeld(c.seg.Word32(h.args[3]), c.seg.Bytes(h.args[0], len(payload)), payload, conduit.Kind(h.args[1]), conduit.ReduceOp(h.args[2]))
}

// advanceHolds does what has waited for locks that are free now. handling is held.
func (c *Conduit) advanceHolds() (busy bool) {
	before := c.holds
	c.holds = nil // what waits for one of them may be another
	for _, k := range before {
		if !c.combineHeld(k.head, k.payload) {
			c.holds = append(c.holds, k)
			continue
		}
		busy = true
		c.leave(k.source, k.place)
	}
	return busy
}
