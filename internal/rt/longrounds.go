package rt

import (
	"context"
	"math/bits"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/layout"
)

// Where images are not mapped, long collectives go part by part through log2 rounds of pairs, there
// and back (Rabenseifner's reduction, van de Geijn's broadcast): in the first half of them each
// member gives one half of what it has for the half that it keeps, in the second it collects the
// whole again. So no member has to do with more than log2 others, and with each part about twice
// goes through the network. Members beyond the largest power of two hand theirs to a partner, as in
// small collectives.
//
// The messages go to memory of the team and are told of in the slots of small collectives. Each
// half of the rounds is a collective as those are: all pairs tell each other in both directions, if
// only that there is nothing. So what doExchange says of two generations of slots holds here too,
// and by it for the memory: who sends into a place again has heard from its owner that it has been
// read.

const (
	// Bytes that go together: of few members more, since each team has room for four such parts.
	longPart, longPartOfMany = 512 << 10, 128 << 10
	// Where messages go in the team's memory, in parts: those beyond the power of two, the second
	// half of the rounds, the first, which takes two. Behind them lie signals of chains, and what
	// goes beside slots.
	longFold, longWhole, longHalves, longAreas = 0, 1, 2, 4
)

// longRoom is how many bytes go together in the team's long collectives; 0: they follow a plan.
func (t *Team) longRoom() uint64 {
	if t.planned() {
		return 0
	}
	if t.size > chainMost {
		return longPartOfMany
	}
	return longPart
}

// longRounds is a long collective of one part.
type longRounds struct {
	t       *Team
	ctx     context.Context
	base    uint64 // of the memory
	room    uint64 // of a part there
	elem    int
	data    []byte // what this member has
	combine *combiner
	// of a broadcast, or the member that gets the result: as a partner within the power of two
	// stands for it; EveryMember: all do
	source int
	beyond int // the member itself, if that is another one; else -1
	pow2   int
	lows   [layout.BarrierRounds]int // the parts that this member had before each round
	highs  [layout.BarrierRounds]int
}

// longByRounds broadcasts buf from a member or, if there is an operation, combines it, for one
// member or all.
func (t *Team) longByRounds(ctx context.Context, buf []byte, elem int, combine *combiner,
	member int) error {
	x := longRounds{t: t, ctx: ctx, room: t.longRoom(), elem: elem, combine: combine,
		source: member, beyond: -1, pow2: 1 << (bits.Len(uint(t.size)) - 1)}
	if member >= x.pow2 {
		x.source, x.beyond = member-x.pow2, member
	}
	if rounds := bits.Len(uint(t.size)); uint64(max(1, rounds)*elem) > x.room {
		// An element that large has memory of its own.
		offset, _, err := t.allocate(ctx, uint64((3+rounds)*elem), Kind{})
		if err != nil {
			return err
		}
		defer t.release(ctx, offset)
		x.base, x.room = offset, uint64(elem)
	} else {
		if err := t.scratchMemory(ctx); err != nil {
			return err
		}
		x.base = t.scratch
	}
	part := int(x.room) / elem * elem
	var work []byte // of who does not get the outcome
	if combine != nil && member != EveryMember && member != t.rank {
		work = make([]byte, min(part, len(buf)))
	}
	for ; len(buf) > 0; buf = buf[len(x.data):] {
		x.data = buf[:min(part, len(buf))]
		if work != nil {
			x.data = work[:copy(work, x.data)]
		}
		if err := x.both(); err != nil {
			return err
		}
	}
	return nil
}

// both is the two halves of the rounds.
func (x *longRounds) both() error {
	const fold, unfold = 0, layout.BarrierRounds - 1
	t := x.t
	x.begin()
	if t.rank >= x.pow2 {
		if err := x.send(t.rank-x.pow2, fold, longFold, 0, len(x.data), x.combine != nil ||
			t.rank == x.beyond); err != nil {
			return err
		}
		x.begin()
		err := x.receive(unfold, longWhole, 0, len(x.data), x.wanted(t.rank))
		if err == nil {
			x.end()
		}
		return err
	}
	extra := t.rank+x.pow2 < t.size
	if extra {
		if err := x.take(fold, longFold, 0, 0, len(x.data), x.combine != nil ||
			t.rank+x.pow2 == x.beyond, true); err != nil {
			return err
		}
	}
	rounds, err := x.there()
	if err != nil {
		return err
	}
	x.begin()
	if err := x.back(rounds); err != nil {
		return err
	}
	if extra {
		if err := x.send(t.rank+x.pow2, unfold, longWhole, 0, len(x.data),
			x.wanted(t.rank+x.pow2)); err != nil {
			return err
		}
	}
	x.end()
	return nil
}

// wanted says whether a member beyond the power of two gets the outcome.
func (x *longRounds) wanted(member int) bool {
	return x.combine == nil && member != x.beyond || x.combine != nil &&
		(x.source == EveryMember || member == x.beyond)
}

// there is the first half of the rounds: afterwards each member has one part of the outcome.
func (x *longRounds) there() (rounds int, err error) {
	t, low, high, at := x.t, 0, len(x.data), 0
	for round, distance := 1, 1; distance < x.pow2; round, distance = round+1, distance*2 {
		partner := t.rank ^ distance
		x.lows[round], x.highs[round] = low, high
		middle := low + (high-low)/x.elem/2*x.elem
		theirLow, theirHigh := middle, high
		if partner < t.rank {
			theirLow, theirHigh, low = low, middle, middle
		} else {
			high = middle
		}
		// In a broadcast those have something whose ranks differ from the source's only in the bits
		// of rounds before.
		has := x.combine != nil || (t.rank^x.source)&^(distance-1) == 0
		gets := x.combine != nil || (partner^x.source)&^(distance-1) == 0
		if err := x.sendTo(partner, round, longHalves, at, theirLow, theirHigh, has); err != nil {
			return 0, err
		}
		if err := x.take(round, longHalves, at, low, high, gets, partner > t.rank); err != nil {
			return 0, err
		}
		at += ((len(x.data)/x.elem)>>round + 1) * x.elem // as many as a half may have
		rounds = round
	}
	return rounds, nil
}

// back is the second half of the rounds, in the opposite order.
func (x *longRounds) back(rounds int) error {
	t := x.t
	low, high := x.own(rounds)
	for round := rounds; round >= 1; round-- {
		distance := 1 << (round - 1)
		partner := t.rank ^ distance
		all := x.combine == nil || x.source == EveryMember
		// The one member that wants the result is sent what those have whose ranks differ from its
		// own only in bits of rounds to come.
		if err := x.send(partner, round, longWhole, low, high, all ||
			(partner^x.source)&^(distance-1) == 0); err != nil {
			return err
		}
		theirLow, theirHigh := x.lows[round], low
		if partner > t.rank {
			theirLow, theirHigh = high, x.highs[round]
		}
		if err := x.receive(round, longWhole, theirLow, theirHigh, all ||
			(t.rank^x.source)&^(distance-1) == 0); err != nil {
			return err
		}
		low, high = x.lows[round], x.highs[round]
	}
	return nil
}

// own is the part that this member has after the first half.
func (x *longRounds) own(rounds int) (low, high int) {
	if rounds == 0 {
		return 0, len(x.data)
	}
	low, high = x.lows[rounds], x.highs[rounds]
	middle := low + (high-low)/x.elem/2*x.elem
	if x.t.rank&(1<<(rounds-1)) != 0 {
		return middle, high
	}
	return low, middle
}

// end is the end of the collective that was begun last.
func (x *longRounds) end() {
	own := x.t.own()
	atomic.StoreUint64(&own.Collected, own.Collectives)
}

// begin is the beginning of the next collective, and the end of the one before.
func (x *longRounds) begin() {
	x.end()
	own := x.t.own()
	x.t.exchange.number = own.Collectives + 1
	x.t.exchange.part = x.t.exchange.number
	atomic.StoreUint64(&own.Collectives, x.t.exchange.number)
}

// place is where a message goes, whose part begins at an offset.
func (x *longRounds) place(area, at int) uint64 {
	return x.base + uint64(area)*x.room + uint64(at)
}

// send sends a part to the same place of another member's memory, or nothing.
func (x *longRounds) send(member, round, area, low, high int, has bool) error {
	return x.sendTo(member, round, area, low, low, high, has)
}

func (x *longRounds) sendTo(member, round, area, at, low, high int, has bool) error {
	var part []byte
	if has {
		part = x.data[low:high]
	}
	t, number := x.t, x.t.exchange.number
	slot := t.control + offSlot + uint64(int(number%2)*layout.BarrierRounds+round)*sizeSlot
	return t.w.ops.PutSignal(t.Member(member), x.place(area, at), part, slot, number)
}

// receive waits for a part, and takes it if there is one.
func (x *longRounds) receive(round, area, low, high int, has bool) error {
	message, err := x.arrived(round, area, low, high-low)
	if err == nil && has {
		copy(x.data[low:high], message)
	}
	return err
}

// take is receive, but combines with what this member has, where there is an operation: from a
// higher member, or a lower one.
func (x *longRounds) take(round, area, at, low, high int, has, higher bool) error {
	message, err := x.arrived(round, area, at, high-low)
	own := x.data[low:high]
	switch {
	case err != nil || !has || len(own) == 0:
	case x.combine == nil:
		copy(own, message)
	case higher:
		x.combine.apply(own, message)
	default:
		x.combine.apply(message, own)
		copy(own, message)
	}
	return err
}

func (x *longRounds) arrived(round, area, at, bytes int) ([]byte, error) {
	if _, err := x.t.receiveSlot(x.ctx, layout.WaitColl, round); err != nil {
		return nil, err
	}
	return x.t.w.bytes(x.t.w.rank, x.place(area, at), bytes), nil
}
