package rt

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
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
	e := &t.exchange
	t.start(buf)
	e.broadcast, e.missing = true, t.rank != source
	if err := t.doExchange(ctx, layout.WaitColl); err != nil {
		return err
	}
	if len(buf) > e.room {
		return t.longBroadcast(ctx, buf, source)
	}
	copy(buf, e.content())
	return nil
}

// Reduce combines buf, elements of the kind, over the members of the current team
// (F2018 16.9.47 to 16.9.50). The member result gets the outcome, or all do;
// others keep what they had. All members get bit for bit the same.
func (w *World) Reduce(ctx context.Context, buf []byte, kind conduit.Kind, op conduit.ReduceOp,
	result int) error {
	if err := op.Check(kind); err != nil {
		return err
	}
	return w.reduce(ctx, buf, kind.Size(), combiner{kind: kind, op: op}, result)
}

// ReduceFunc is Reduce with an operation of the caller's: combine sets each element
// of a, of elem bytes, to a op b. The operation is associative and, where the
// team's size is no power of two, commutative.
func (w *World) ReduceFunc(ctx context.Context, buf []byte, elem int, combine func(a, b []byte),
	result int) error {
	if elem <= 0 {
		return fmt.Errorf("%w: elements of %d bytes", ErrSizes, elem)
	}
	return w.reduce(ctx, buf, elem, combiner{function: combine}, result)
}

func (w *World) reduce(ctx context.Context, buf []byte, elem int, combine combiner,
	result int) error {
	t := w.current
	if result != EveryMember {
		if err := t.checkMember(result); err != nil {
			return err
		}
	}
	if len(buf)%elem != 0 {
		return fmt.Errorf("%w: %d bytes are no elements of %d bytes", ErrSizes, len(buf), elem)
	}
	err := t.smallReduce(ctx, layout.WaitColl, buf, combine, result)
	if err == nil && len(buf) > t.exchange.room {
		err = t.longReduce(ctx, buf, elem, combine, result)
	}
	return err
}

// combiner is the operation of a reduction: a function, or a kind and an operation
// of the conduit's. (Not always a function: a closure would be allocated each time.)
type combiner struct {
	function func(a, b []byte)
	kind     conduit.Kind
	op       conduit.ReduceOp
}

func (c *combiner) apply(a, b []byte) {
	if c.function != nil {
		c.function(a, b)
		return
	}
	conduit.Combine(a, b, c.kind, c.op)
}

// smallReduce is Reduce of what one slot carries; of more it only finds out whether all members
// have the same length.
func (t *Team) smallReduce(ctx context.Context, kind uint32, buf []byte, combine combiner,
	result int) error {
	e := &t.exchange
	t.start(buf)
	e.broadcast, e.combine = false, combine
	if t.w.options.Compare && kind != layout.WaitColl {
		defer e.bring(e.brings)
		e.bring(bringsKind | kind)
	}
	err := t.doExchange(ctx, kind)
	if err == nil && (result == EveryMember || result == t.rank) {
		copy(buf, e.content())
	}
	return err
}

// ReduceWord is Reduce of one element for all members, in the first bytes of word: the collective
// that iterations wait for. It takes the steps of doExchange, without their generality; done is
// false, and nothing has been sent, where they need it.
func (w *World) ReduceWord(ctx context.Context, word uint64, kind conduit.Kind,
	op conduit.ReduceOp) (outcome uint64, done bool, err error) {
	t, size := w.current, kind.Size()
	if !w.mapped || t.size&(t.size-1) != 0 || size > 8 {
		return word, false, nil
	}
	if err := op.Check(kind); err != nil {
		return word, true, err
	}
	if err := w.mayBlock(); err != nil {
		return word, true, err
	}
	if err := t.Failure(); err != nil {
		return word, true, err
	}
	e, own := &t.exchange, t.own()
	number := own.Collectives + 1
	e.number, e.own[0] = number, word
	atomic.StoreUint64(&own.Collectives, number)
	mine, other := bytesOf(e.own[:1])[:size], bytesOf(e.other[:1])[:size]
	length := uint64(size) | e.stamp
	e.length = length
	for round, distance := 1, 1; distance < t.size; round, distance = round+1, distance*2 {
		partner := t.rank ^ distance
		rank := t.Member(partner)
		slot := &w.team(rank, t.control).Slot[number%2][round]
		slot.Len = e.length
		binary.NativeEndian.PutUint64(slot.Payload[:8], e.own[0])
		sys.Publish(&slot.Seq, number)
		w.Posted(rank)
		message, err := t.receiveSlot(ctx, layout.WaitColl, round)
		if err != nil {
			return word, true, err
		}
		if message.Len != e.length {
			e.length = lengthsDiffer
			continue
		}
		e.other[0] = binary.NativeEndian.Uint64(message.Payload[:8])
		if partner < t.rank { // in the members' order, so that both of a pair get the same
			conduit.Combine(other, mine, kind, op)
			e.own[0] = e.other[0]
		} else {
			conduit.Combine(mine, other, kind, op)
		}
	}
	atomic.StoreUint64(&own.Collected, number)
	if e.length == lengthsDiffer {
		return word, true, t.differ(layout.WaitColl, uint64(size))
	}
	return e.own[0], true, nil
}

// Bring has the collectives of the current team from now on, up to the next Bring, compare a number
// beside the data, as those of Stamped do.
func (w *World) Bring(brings uint32) { w.current.exchange.bring(brings) }

func (e *exchange) bring(brings uint32) {
	e.stamp, e.brings = uint64(brings)<<stampShift&stampMask, brings
}

// bringsKind is in what members compare of statements that exchange numbers for the runtime.
const bringsKind = 1 << 22

// What Len of a slot says beside the length: that members' lengths differ, which all members get to
// know, and that the message is but a length.
const (
	lengthsDiffer = 1<<64 - 1
	lengthOnly    = 1 << 63
	stampShift    = 40
	stampMask     = 1<<63 - 1<<stampShift
)

// Stamped executes a collective of the current team in which members also compare what they bring
// beside the data: a number, 23 bits of which count.
func (w *World) Stamped(brings uint32, collective func() error) error {
	e := &w.current.exchange
	e.bring(brings)
	defer e.bring(0)
	return collective()
}

// ErrLengths: members of a team bring different lengths, or stamps.
var ErrLengths = fmt.Errorf("%w, types or procedures in a collective", ErrSizes)

// exchange is the state of a small collective. A team does one at a time.
type exchange struct {
	// what this member has so far; words, so that elements are aligned
	own       [layout.SlotPayload / 8]uint64
	other     [layout.SlotPayload / 8]uint64
	wide      []uint64 // in place of own, for what goes beside the slots
	room      int      // bytes that a message carries
	length    uint64   // in bytes, of which own has as many as a message carries; or lengthsDiffer
	brings    uint32   // as Stamped has it
	stamp     uint64   // what stands beside the length in a slot, under stampMask
	broadcast bool
	missing   bool // in a broadcast: it has not come here yet
	combine   combiner
	number    uint64 // of the collective
	part      uint64 // the number of the last part of a long collective
}

// start is the state of a member that has only its own.
func (t *Team) start(buf []byte) {
	e := &t.exchange
	e.length, e.missing, e.room = uint64(len(buf)), false, layout.SlotPayload
	if len(buf) <= layout.SlotPayload {
		copy(bytesOf(e.own[:]), buf)
		return
	}
	if !t.hasBeside() {
		return
	}
	if e.room = besideRoom; len(buf) <= besideRoom {
		if e.wide == nil {
			e.wide = make([]uint64, besideRoom/8)
		}
		copy(bytesOf(e.wide), buf)
	}
}

// content is what of own travels in messages.
func (e *exchange) content() []byte {
	switch {
	case e.length > uint64(e.room):
		return nil
	case e.length > layout.SlotPayload:
		return bytesOf(e.wide)[:e.length]
	}
	return bytesOf(e.own[:])[:e.length]
}

// merge takes a message from a lower member, or a higher one.
func (e *exchange) merge(m received, lower bool) {
	if e.length == lengthsDiffer || m.length&^lengthOnly != e.length|e.stamp {
		e.length = lengthsDiffer
		return
	}
	if e.length > uint64(e.room) {
		e.missing = e.missing && m.length&lengthOnly != 0
		return
	}
	if e.broadcast {
		if e.missing && m.length&lengthOnly == 0 {
			e.replace(m)
		}
		return
	}
	// In the members' order, so that both of a pair get the same.
	own, message := e.content(), m.data[:e.length]
	if !m.beside { // a slot's payload stays as it is
		message = bytesOf(e.other[:])[:copy(bytesOf(e.other[:]), message)]
	}
	if !lower {
		e.combine.apply(own, message)
		return
	}
	e.combine.apply(message, own)
	copy(own, message)
}

// replace takes the outcome.
func (e *exchange) replace(m received) {
	e.missing, e.length = false, m.length
	if e.length != lengthsDiffer {
		e.length &^= stampMask
	}
	copy(e.content(), m.data)
}

// doExchange is the pattern of all small collectives: recursive doubling, after
// members beyond the largest power of two have handed theirs to a partner, who
// hands the outcome back.
//
// Each pair of members exchanges in both directions in every collective. So a member that writes
// into a slot for the collective s+2 has heard from its owner in s+1, and the owner
// has read what it got in s: two generations of slots are enough.
func (t *Team) doExchange(ctx context.Context, kind uint32) error {
	if err := t.w.mayBlock(); err != nil {
		return err
	}
	if err := t.Failure(); err != nil {
		return err
	}
	own, e := t.own(), &t.exchange
	length := e.length
	e.number = own.Collectives + 1 // the owner alone writes it
	atomic.StoreUint64(&own.Collectives, e.number)
	if err := t.exchangeAll(ctx, kind); err != nil {
		return err
	}
	atomic.StoreUint64(&own.Collected, e.number)
	if e.length == lengthsDiffer {
		return t.differ(kind, length)
	}
	return nil
}

// exchangeAll does the rounds of doExchange.
func (t *Team) exchangeAll(ctx context.Context, kind uint32) error {
	e := &t.exchange
	pow2 := 1 << (bits.Len(uint(t.size)) - 1)
	const fold, unfold = 0, layout.BarrierRounds - 1
	if t.rank >= pow2 {
		if err := t.sendSlot(t.rank-pow2, fold); err != nil {
			return err
		}
		message, err := t.receive(ctx, kind, unfold)
		if err != nil {
			return err
		}
		e.replace(message)
		return nil
	}
	extra := t.rank+pow2 < t.size
	if extra {
		message, err := t.receive(ctx, kind, fold)
		if err != nil {
			return err
		}
		e.merge(message, false)
	}
	for round, distance := 1, 1; distance < pow2; round, distance = round+1, distance*2 {
		partner := t.rank ^ distance
		if err := t.sendSlot(partner, round); err != nil {
			return err
		}
		message, err := t.receive(ctx, kind, round)
		if err != nil {
			return err
		}
		e.merge(message, partner < t.rank)
	}
	if extra {
		return t.sendSlot(t.rank+pow2, unfold)
	}
	return nil
}

// sendSlot sends what this member has to another one's slot.
func (t *Team) sendSlot(member, round int) error {
	w, e, rank := t.w, &t.exchange, t.Member(member)
	generation := int(e.number % 2)
	own, length := e.content(), e.length|e.stamp
	if e.missing && e.length != lengthsDiffer {
		own, length = nil, length|lengthOnly
	}
	if w.mapped {
		slot := &w.team(rank, t.control).Slot[generation][round]
		slot.Len = length
		copy(slot.Payload[:], own)
		sys.Publish(&slot.Seq, e.number)
		w.wake(rank)
		return nil
	}
	message := make([]byte, 8+len(own))
	binary.NativeEndian.PutUint64(message, length)
	copy(message[8:], own)
	if len(own) > layout.SlotPayload {
		at := t.beside(generation, round)
		return w.ops.PutSignal(rank, at+8, message, at, e.number)
	}
	at := t.control + offSlot + uint64(generation*layout.BarrierRounds+round)*sizeSlot
	return w.ops.PutSignal(rank, at+offLen, message, at, e.number)
}

// received is a message of a round, which may be used until the collective after the next.
type received struct {
	length uint64
	data   []byte
	beside bool // data are memory that nobody else uses
}

// receive waits for the message of a round: in its slot, or beside it, as its sender has it.
func (t *Team) receive(ctx context.Context, kind uint32, round int) (received, error) {
	w, number := t.w, t.exchange.number
	slot := &t.own().Slot[number%2][round]
	if !t.hasBeside() {
		// Where there is an error nothing may have come, and the sender may write at any time.
		if _, err := t.receiveSlot(ctx, kind, round); err != nil {
			return received{}, err
		}
		return received{length: slot.Len, data: slot.Payload[:]}, nil
	}
	if w.shows && t.exchange.length <= layout.SlotPayload && w.spinAtLeast(&slot.Seq, number) {
		return received{length: slot.Len, data: slot.Payload[:]}, nil
	}
	at := t.beside(int(number%2), round)
	beside := w.word64(w.rank, at)
	err := w.await(func() bool {
		return atomic.LoadUint64(&slot.Seq) >= number || atomic.LoadUint64(beside) >= number
	}, t.collectiveWait(ctx, kind, number))
	if err != nil {
		return received{}, err
	}
	if atomic.LoadUint64(beside) < number {
		return received{length: slot.Len, data: slot.Payload[:]}, nil
	}
	message := w.bytes(w.rank, at+8, 8+besideRoom)
	return received{length: binary.NativeEndian.Uint64(message), data: message[8:],
		beside: true}, nil
}

// collectiveWait is a wait in a collective of the team.
func (t *Team) collectiveWait(ctx context.Context, kind uint32, number uint64) *waiting {
	return t.inTeam(&waiting{
		kind: kind, ctx: ctx, brings: t.exchange.brings,
		broken: func() error { return t.goneBefore(collectives.of(t), number) },
	}, inCollective(number)|layout.ShownCollective)
}

// receiveSlot waits for the message of a round. It may be used until the collective after the next.
func (t *Team) receiveSlot(ctx context.Context, kind uint32, round int) (*layout.CollectiveSlot,
	error) {
	w, number := t.w, t.exchange.number
	slot := &t.own().Slot[number%2][round]
	if !w.spinAtLeast(&slot.Seq, number) {
		err := w.await(func() bool { return atomic.LoadUint64(&slot.Seq) >= number },
			t.collectiveWait(ctx, kind, number))
		if err != nil {
			return nil, err
		}
	}
	return slot, nil
}
