package rt

import (
	"context"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/layout"
)

// A long broadcast among few members that are not mapped goes along a chain: each hands the parts
// on to the next one while further ones come, so that every connection carries the data once. Among
// two that is one message for each part.
//
// The parts lie one behind the other in the team's memory, each with a word for its signal. The
// exchange in front of every collective, or a barrier, comes before anybody writes there again:
// then all have read what was there.
//
// Nobody hears from the next one of the chain. So a chain takes no part in the turns of the slots'
// two generations (doExchange): it counts as two collectives, and leaves the slots alone.

const (
	chainMost  = 8                    // members
	chainRoom  = longAreas * longPart // bytes between two barriers
	chainParts = 8                    // into which these are cut
	chainLeast = 64 << 10             // bytes of a part, if it is not the last
)

// broadcastAlong broadcasts buf along the chain of members that begins at the source.
func (t *Team) broadcastAlong(ctx context.Context, buf []byte, source int) error {
	if err := t.scratchMemory(ctx); err != nil {
		return err
	}
	x := longRounds{t: t, ctx: ctx, base: t.scratch, room: longPart}
	for len(buf) > 0 {
		n := min(len(buf), chainRoom)
		x.begin()
		x.begin()
		if err := x.along(buf[:n], source); err != nil {
			return err
		}
		x.end()
		if buf = buf[n:]; len(buf) > 0 {
			if err := t.barrier(ctx, layout.WaitColl); err != nil {
				return err
			}
		}
	}
	return nil
}

// along is this member's part in it, up to the next barrier.
func (x *longRounds) along(buf []byte, source int) error {
	t := x.t
	place := (t.rank - source + t.size) % t.size // in the chain
	next := (t.rank + 1) % t.size
	most := max(chainLeast, (len(buf)+chainParts-1)/chainParts)
	for word, at := x.base+t.chainPlace(), 0; at < len(buf); word, at = word+8, at+most {
		part := buf[at:min(at+most, len(buf))]
		data := part
		if place > 0 {
			if err := x.awaitPart(word); err != nil {
				return err
			}
			data = t.w.bytes(t.w.rank, x.base+uint64(at), len(part))
		}
		if place < t.size-1 {
			rank := t.Member(next)
			err := t.w.ops.PutSignal(rank, x.base+uint64(at), data, word, t.exchange.number)
			if err != nil {
				return err
			}
		}
		if place > 0 {
			copy(part, data)
		}
	}
	return nil
}

// awaitPart waits for the signal of a part.
func (x *longRounds) awaitPart(word uint64) error {
	t, signal := x.t, x.t.w.word64(x.t.w.rank, word)
	number := t.exchange.number
	return t.w.await(func() bool { return atomic.LoadUint64(signal) >= number },
		t.collectiveWait(x.ctx, layout.WaitColl, number))
}
