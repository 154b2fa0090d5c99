package rt

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// EveryMember as a result means that all members get it.
const EveryMember = -1

// Broadcast gives every member of the current team what buf is on the member
// source (F2018 16.9.46). buf has the same length on all.
func (w *World) Broadcast(ctx context.Context, buf []byte, source int) error {
	t := w.current
	if err := t.checkMember(source); err != nil {
		return err
	}
	if len(buf) <= layout.SlotPayload {
		have := t.rank == source
		return t.exchange(ctx, layout.WaitColl, func(out []byte) int {
			if !have {
				return 0
			}
			return copy(out, buf)
		}, func(in []byte, _ origin) {
			if !have && len(in) > 0 {
				have = true
				copy(buf, in)
			}
		})
	}
	return t.longBroadcast(ctx, buf, source)
}

// Reduce combines buf, elements of the kind, over the members of the current team
// (F2018 16.9.47 to 16.9.50). The member result gets the outcome, or all do;
// others keep what they had. All members get bit for bit the same.
func (w *World) Reduce(ctx context.Context, buf []byte, kind conduit.Kind, op conduit.ReduceOp, result int) error {
	if err := op.Check(kind); err != nil {
		return err
	}
	return w.ReduceFunc(ctx, buf, kind.Size(), func(a, b []byte) { conduit.Combine(a, b, kind, op) }, result)
}

// ReduceFunc is Reduce with an operation of the caller's: combine sets each element
// of a, of elem bytes, to a op b. The operation is associative and, where the
// team's size is no power of two, commutative.
func (w *World) ReduceFunc(ctx context.Context, buf []byte, elem int, combine func(a, b []byte), result int) error {
	t := w.current
	if result != EveryMember {
		if err := t.checkMember(result); err != nil {
			return err
		}
	}
	if elem <= 0 || len(buf)%elem != 0 {
		return fmt.Errorf("%w: %d bytes are no elements of %d bytes", ErrSizes, len(buf), elem)
	}
	if len(buf) <= layout.SlotPayload {
		return t.smallReduce(ctx, layout.WaitColl, buf, combine, result)
	}
	return t.longReduce(ctx, buf, elem, combine, result)
}

// smallReduce is Reduce of what one slot carries.
func (t *Team) smallReduce(ctx context.Context, kind uint32, buf []byte, combine func(a, b []byte), result int) error {
	// Words, so that elements are aligned.
	var words, other [layout.SlotPayload / 8]uint64
	acc, in := bytesOf(words[:])[:len(buf)], bytesOf(other[:])[:len(buf)]
	copy(acc, buf)
	err := t.exchange(ctx, kind, func(out []byte) int { return copy(out, acc) }, func(message []byte, from origin) {
		switch from {
		case fromHigher:
			copy(in, message)
			combine(acc, in)
		case fromLower:
			copy(in, acc)
			copy(acc, message)
			combine(acc, in)
		case outcome:
			copy(acc, message)
		}
	})
	if err == nil && (result == EveryMember || result == t.rank) {
		copy(buf, acc)
	}
	return err
}

// origin says what a message of exchange is: a part from a lower or higher member,
// to be combined, or the outcome.
type origin int

const (
	fromLower origin = iota
	fromHigher
	outcome
)

// exchange is the pattern of all small collectives: recursive doubling, after
// members beyond the largest power of two have handed theirs to a partner,
// who hands the outcome back.
//
// send fills a message and returns its length; receive takes one.
//
// Each pair of members exchanges in both directions in every collective. So a member that writes
// into a slot for the collective s+2 has heard from its owner in s+1, and the owner
// has read what it got in s: two generations of slots are enough.
func (t *Team) exchange(ctx context.Context, kind uint32, send func([]byte) int, receive func(in []byte, from origin)) error {
	own := t.own()
	number := own.Collectives + 1 // the owner alone writes it
	atomic.StoreUint64(&own.Collectives, number)
	x := exchange{t: t, ctx: ctx, kind: kind, number: number, generation: int(number % 2)}
	pow2 := 1 << (bits.Len(uint(t.size)) - 1)
	const fold, unfold = 0, layout.BarrierRounds - 1
	if t.rank >= pow2 {
		partner := t.rank - pow2
		if err := x.send(partner, fold, send); err != nil {
			return err
		}
		return x.receive(unfold, func(in []byte) { receive(in, outcome) })
	}
	extra := t.rank+pow2 < t.size
	if extra {
		if err := x.receive(fold, func(in []byte) { receive(in, fromHigher) }); err != nil {
			return err
		}
	}
	for round, distance := 1, 1; distance < pow2; round, distance = round+1, distance*2 {
		partner := t.rank ^ distance
		if err := x.send(partner, round, send); err != nil {
			return err
		}
		from := fromHigher
		if partner < t.rank {
			from = fromLower
		}
		if err := x.receive(round, func(in []byte) { receive(in, from) }); err != nil {
			return err
		}
	}
	if extra {
		return x.send(t.rank+pow2, unfold, send)
	}
	return nil
}

type exchange struct {
	t          *Team
	ctx        context.Context
	kind       uint32
	number     uint64
	generation int
}

func (x *exchange) send(member, round int, fill func([]byte) int) error {
	t, w := x.t, x.t.w
	rank := t.Member(member)
	if w.mapped {
		slot := &w.team(rank, t.control).Slot[x.generation][round]
		slot.Len = uint64(fill(slot.Payload[:]))
		atomic.StoreUint64(&slot.Seq, x.number)
		w.wake(rank)
		return nil
	}
	var message [8 + layout.SlotPayload]byte
	n := fill(message[8:])
	binary.NativeEndian.PutUint64(message[:], uint64(n))
	at := t.control + offSlot + uint64(x.generation*layout.BarrierRounds+round)*sizeSlot
	return w.ops.PutSignal(rank, at+offLen, message[:8+n], at, x.number)
}

func (x *exchange) receive(round int, take func([]byte)) error {
	t, w := x.t, x.t.w
	slot := &t.own().Slot[x.generation][round]
	if !w.spinAtLeast(&slot.Seq, x.number) {
		err := w.await(func() bool { return atomic.LoadUint64(&slot.Seq) >= x.number }, &waiting{
			kind: x.kind, ctx: x.ctx,
			broken: func() error { return t.goneBefore(t.control+offCollectives, x.number) },
		})
		if err != nil {
			return err
		}
	}
	take(slot.Payload[:slot.Len])
	return nil
}
