//go:build cgo

package net

import (
	"encoding/binary"
	"slices"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/order"
)

// Words and elements are changed by the processor's atomic operations, of images of one machine
// directly, of others by a message whose handler does it there. A library's own atomic operations
// would not do: those of MPI are atomic among themselves alone (MPI-3.1 11.7.1), but the image to
// which a word belongs, and all on its machine, change it as memory. A library that is direct has
// operations that are atomic with the processor's, too.

// Atomic does an operation on a word.
func (c *Conduit) Atomic(rank int, op conduit.AtomicOp, offset uint64, width int, operand,
	compare uint64) (uint64, error) {
	if rank == c.Rank() && op == conduit.AtomicLoad {
		// nobody sees it, so that it comes behind nothing: who polls an own word would wait for an
		// answer to what has been stored elsewhere
		return c.apply(rank, op, offset, width, operand, compare), nil
	}
	if err := c.orderStores(rank); err != nil {
		return 0, err
	}
	if c.here(rank) {
		old := c.apply(rank, op, offset, width, operand, compare)
		return old, nil
	}
	behind, direct, err := c.place(rank, offset, width)
	if err != nil {
		return 0, err
	}
	if direct && c.lib.Atomics && !c.storing(rank, c.to(rank)) {
		at, there, err := c.locate(rank, offset, width)
		if err != nil {
			return 0, err
		}
		if there {
			return c.atomicDirect(rank, op, at, width, operand, compare)
		}
	}
	var old [8]byte
	h := message.Head{What: message.WordOperation, Behind: behind, Asks: onlyAsks(op),
		Args: [4]uint64{offset, 0, operand, compare}, Length: uint64(op)<<8 | uint64(width)}
	err = c.question(rank, h, old[:])
	return binary.LittleEndian.Uint64(old[:]), err
}

// onlyAsks says whether an operation may be an image's look at what it waits for, as at a lock: it
// changes the word only if what it has waited for is there.
func onlyAsks(op conduit.AtomicOp) bool {
	return op == conduit.AtomicLoad ||
		op == conduit.AtomicCAS
}

// apply does an operation on a word of an image of this machine, and wakes who may wait for the
// change.
func (c *Conduit) apply(rank int, op conduit.AtomicOp, offset uint64, width int, operand,
	compare uint64) (old uint64) {
	word := wordAt(&c.seg, rank-c.Rank(), offset)
	if width == 4 {
		old, compare = uint64(conduit.Apply32(half(word), op, uint32(operand),
			uint32(compare))), uint64(uint32(compare))
	} else {
		old = conduit.Apply64(word, op, operand, compare)
	}
	if op.Changes(old, compare) {
		c.Wake(rank)
	}
	return old
}

// operate does what another image has asked for.
func (c *Conduit) operate(source int, h message.Head) {
	old := c.apply(c.Rank(), conduit.AtomicOp(h.Length>>8), h.Args[0], int(h.Length&0xff),
		h.Args[2], h.Args[3])
	c.Reply(source, message.Head{What: message.Gotten, Asks: h.Asks, Args: [4]uint64{0, h.Args[1]}},
		binary.LittleEndian.AppendUint64(nil, old))
}

// Accumulate combines elements: one message, or as many as they need.
func (c *Conduit) Accumulate(rank int, offset uint64, src []byte, kind conduit.Kind,
	op conduit.ReduceOp) error {
	if c.here(rank) {
		conduit.CombineAtomic(bytesAt(&c.seg, rank-c.Rank(), offset, len(src)), src, kind, op)
		return nil
	}
	return c.accumulate(rank, conduit.Change{Offset: offset, Step: int64(kind.Size()), Kind: kind,
		Operands: kind, Op: op}, src)
}

// AccumulateHeld is conduit.LockedAccumulator's. A value that is wanted is the answer to the
// message.
func (c *Conduit) AccumulateHeld(rank int, change conduit.Change, operands, value []byte) error {
	switch {
	case c.here(rank):
		lock := half(wordAt(&c.seg, rank-c.Rank(), change.Lock))
		slot := bytesAt(&c.seg, rank-c.Rank(), 0, int(c.seg.Stride))
		return change.ApplyWhenFree(c, rank, lock, slot, operands, value)
	case value == nil:
		return c.accumulate(rank, change, operands)
	}
	behind, _, err := c.place(rank, change.Offset, len(value))
	if err != nil {
		return err
	}
	h := accumulationOf(change)
	h.Behind = behind
	g, err := c.begin(rank, h, operands, value)
	if err != nil {
		return err
	}
	return c.answer(g)
}

func accumulationOf(change conduit.Change) message.Head {
	h := message.Head{What: message.Accumulation,
		Args:   [4]uint64{change.Offset, 0, uint64(change.Step), change.Lock},
		Length: uint64(change.Kind) | uint64(change.Operands)<<8 | uint64(change.Op)<<16}
	if change.Before {
		h.Length |= 1 << 24
	}
	return h
}

func changeOf(h message.Head) conduit.Change {
	return conduit.Change{Offset: h.Args[0], Step: int64(h.Args[2]), Lock: h.Args[3],
		Kind: conduit.Kind(h.Length), Operands: conduit.Kind(h.Length >> 8),
		Op: conduit.ReduceOp(h.Length >> 16), Before: h.Length>>24 != 0}
}

// accumulate sends what is to be combined; without a lock each element is changed atomically.
func (c *Conduit) accumulate(rank int, change conduit.Change, operands []byte) error {
	p := c.to(rank)
	c.lock(p)
	defer p.sending.Unlock()
	for len(operands) > 0 {
		// of whole elements: their sizes are powers of two
		bytes := min(len(operands), message.MaxPayload)
		n := bytes / change.Operands.Size()
		low, reach := change.Extent(n)
		if done, err := c.accumulateShort(rank, p, change, operands[:bytes]); done || err != nil {
			if err != nil {
				return err
			}
			operands, change.Offset = operands[bytes:], change.Offset+uint64(int64(n)*change.Step)
			continue
		}
		if err := c.sendBatch(rank, p); err != nil {
			return err
		}
		behind, err := c.before(rank, p, low, reach)
		if err != nil {
			return err
		}
		if change.Lock != 0 {
			// it may have to wait for the lock there, and what comes after it must not pass it by
			p.long.Begin(&p.Counters, low, reach)
		}
		h := accumulationOf(change)
		h.Behind = behind
		if err := c.message(rank, p, true, h, operands[:bytes]); err != nil {
			return err
		}
		operands, change.Offset = operands[bytes:], change.Offset+uint64(int64(n)*change.Step)
	}
	return nil
}

// combineHead is the bytes before the operands in a record of an accumulation: distance, lock,
// kinds and operation.
const combineHead = 24

// accumulateShort writes an accumulation into the batch; false: it is too long, or there is no
// message to write in. p.sending is held.
func (c *Conduit) accumulateShort(rank int, p *peer, change conduit.Change, operands []byte) (bool,
	error) {
	if combineHead+len(operands) > recordMost {
		return false, nil
	}
	if err := c.sendLent(rank, p); err != nil {
		return false, err
	}
	low, reach := change.Extent(len(operands) / change.Operands.Size())
	behind, err := c.behind(rank, p, low, reach)
	if err != nil {
		return false, err
	}
	data, err := c.record(rank, p, change.Offset, recordCombine, combineHead+len(operands), behind)
	if data == nil || err != nil {
		return false, err
	}
	c.onItsWay(p, low, reach, p.batch.behind)
	if change.Lock != 0 {
		p.long.Begin(&p.Counters, low, reach) // as in accumulate
		p.batch.holds = true
	}
	h := accumulationOf(change)
	binary.LittleEndian.PutUint64(data, h.Args[2])
	binary.LittleEndian.PutUint64(data[8:], h.Args[3])
	binary.LittleEndian.PutUint64(data[16:], h.Length)
	copy(data[combineHead:], operands)
	p.batch.puts = true
	return true, nil
}

// accumulationIn is the head of the accumulation that a record has.
func accumulationIn(offset uint64, data []byte) message.Head {
	return message.Head{What: message.Accumulation,
		Args: [4]uint64{offset, 0, binary.LittleEndian.Uint64(data),
			binary.LittleEndian.Uint64(data[8:])}, Length: binary.LittleEndian.Uint64(data[16:])}
}

// held is an accumulation that waits for its lock.
type held struct {
	source  int
	head    message.Head
	payload []byte
	// among what comes behind it; nil: its value is wanted, so its sender waits for it, and nothing
	// else does
	place *order.Entry
}

// accumulated does what another image has asked for, now or when the lock is free: who holds it may
// be an image whose message is still to come. handling is held.
func (c *Conduit) accumulated(source int, h message.Head, payload []byte, waited bool) {
	if change := changeOf(h); change.Lock == 0 {
		conduit.CombineAtomic(c.seg.Bytes(change.Offset, len(payload)), payload, change.Kind,
			change.Op)
	} else if !c.combineHeld(source, h, payload) {
		k := held{source: source, head: h, payload: slices.Clone(payload)}
		if h.Args[1] == 0 {
			k.place = c.reorder.Enter(source, waited)
		}
		c.holds = append(c.holds, k)
	}
}

// combineHeld says whether it could have the lock. Then it gives the answer, too, if one is wanted.
func (c *Conduit) combineHeld(source int, h message.Head, payload []byte) bool {
	change := changeOf(h)
	var room [16]byte
	value := room[:0]
	if h.Args[1] != 0 {
		value = room[:change.Kind.Size()]
	}
	if !change.ApplyHeld(c.seg.Word32(change.Lock), c.whole(), payload, value) {
		return false
	}
	if len(value) != 0 {
		c.Reply(source, message.Head{What: message.Gotten, Args: [4]uint64{0, h.Args[1]}}, value)
	}
	return true
}

// advanceHolds does what has waited for locks that are free now. handling is held.
func (c *Conduit) advanceHolds() (busy bool) {
	before := c.holds
	c.holds = nil // what waits for one of them may be another
	for _, k := range before {
		if !c.combineHeld(k.source, k.head, k.payload) {
			c.holds = append(c.holds, k)
			continue
		}
		busy = true
		if k.place != nil {
			c.leave(k.source, k.place)
		}
	}
	return busy
}
