package rt

import (
	"context"
	"math/bits"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/layout"
)

// Where images are mapped, long collectives go chunk by chunk through memory in the symmetric heap,
// since a program's own buffers need not lie there: two halves of scratchHalf bytes.
const scratchHalf = 256 << 10

// scratchMemory allocates the team's memory for long collectives when it is first needed.
func (t *Team) scratchMemory(ctx context.Context) error {
	if t.scratch != 0 {
		return nil
	}
	size := uint64(2 * scratchHalf)
	if !t.w.mapped {
		size = t.besidePlace() + uint64(2*t.besideRounds())*besideSize
	}
	offset, _, err := t.allocate(ctx, size, Kind{})
	if err != nil || t.w.mapped {
		t.scratch = offset
		return err
	}
	clear(t.w.bytes(t.w.rank, offset+t.chainPlace(), 8*chainParts))
	for at := t.besidePlace(); at < size; at += besideSize {
		atomic.StoreUint64(t.w.word64(t.w.rank, offset+at), 0)
	}
	if err := t.barrier(ctx, layout.WaitColl); err != nil { // before others write there
		return err
	}
	t.scratch = offset
	return nil
}

// A message of a small collective carries more than a slot has room for where images are not mapped
// and the team has memory for long ones: it lies there, beside the slot, and like it begins with a
// number and a length.
const (
	besideRoom = 16 << 10
	besideSize = 16 + besideRoom
)

// hasBeside says whether there is such memory. All members find the same.
func (t *Team) hasBeside() bool { return !t.w.mapped && t.scratch != 0 }

// chainPlace and besidePlace are where signals of chains begin in the team's memory, and messages
// that go beside slots.
func (t *Team) chainPlace() uint64  { return longAreas * t.longRoom() }
func (t *Team) besidePlace() uint64 { return t.chainPlace() + 8*chainParts }

// besideRounds is how many rounds an exchange of the team has, with those of members beyond the
// power of two.
func (t *Team) besideRounds() int { return bits.Len(uint(t.size)) + 1 }

// beside is where in it a message is. The last of all rounds is the team's last.
func (t *Team) beside(generation, round int) uint64 {
	rounds := t.besideRounds()
	at := generation*rounds + min(round, rounds-1)
	return t.scratch + t.besidePlace() + uint64(at)*besideSize
}

// longBroadcast: the source fills one half while the others read the other.
func (t *Team) longBroadcast(ctx context.Context, buf []byte, source int) error {
	w := t.w
	if t.planned() {
		return t.broadcastApart(ctx, buf, source)
	}
	if !w.mapped && t.size <= chainMost {
		return t.broadcastAlong(ctx, buf, source)
	}
	if !w.mapped {
		return t.longByRounds(ctx, buf, 1, nil, source)
	}
	if err := t.scratchMemory(ctx); err != nil {
		return err
	}
	for half := uint64(0); len(buf) > 0; half ^= scratchHalf {
		n := min(len(buf), scratchHalf)
		if t.rank == source {
			copy(w.bytes(w.rank, t.scratch+half, n), buf)
		}
		if err := t.barrier(ctx, layout.WaitColl); err != nil {
			return err
		}
		if t.rank != source {
			if err := w.Get(t.Member(source), t.scratch+half, buf[:n]); err != nil {
				return err
			}
		}
		buf = buf[n:]
	}
	// What follows may write to the half that slow members still read.
	return t.barrier(ctx, layout.WaitColl)
}

// longReduce: all show a chunk in the first half; each member combines one part of it over
// all members and shows that in the second half; who wants the result gathers the parts.
func (t *Team) longReduce(ctx context.Context, buf []byte, elem int, combine combiner,
	result int) error {
	w := t.w
	if t.planned() {
		return t.reduceApart(ctx, buf, elem, combine, result)
	}
	if !w.mapped {
		return t.longByRounds(ctx, buf, elem, &combine, result)
	}
	input, room := uint64(0), scratchHalf
	if elem > scratchHalf {
		// An element that large has memory of its own.
		offset, _, err := t.allocate(ctx, 2*uint64(elem), Kind{})
		if err != nil {
			return err
		}
		defer t.release(ctx, offset)
		input, room = offset, elem
	} else {
		if err := t.scratchMemory(ctx); err != nil {
			return err
		}
		input = t.scratch
	}
	output := input + uint64(room)
	for len(buf) > 0 {
		n := min(len(buf), room/elem*elem)
		copy(w.bytes(w.rank, input, n), buf)
		if err := t.barrier(ctx, layout.WaitColl); err != nil {
			return err
		}
		lo, hi := t.share(t.rank, n, elem)
		if err := t.combineParts(input, output, lo, hi, combine); err != nil {
			return err
		}
		if err := t.barrier(ctx, layout.WaitColl); err != nil {
			return err
		}
		if result == EveryMember || result == t.rank {
			for m := range t.size {
				lo, hi := t.share(m, n, elem)
				if err := w.Get(t.Member(m), output+uint64(lo), buf[lo:hi]); err != nil {
					return err
				}
			}
		}
		buf = buf[n:]
	}
	return nil
}

// share is the part [lo, hi) of n bytes that a member combines.
func (t *Team) share(member, n, elem int) (lo, hi int) {
	elements := n / elem
	return member * elements / t.size * elem, (member + 1) * elements / t.size * elem
}

// combineParts combines [lo, hi) of all members' input, which is mapped, in the members' order,
// into the own output.
func (t *Team) combineParts(input, output uint64, lo, hi int, combine combiner) error {
	if lo == hi {
		return nil
	}
	w := t.w
	acc := w.bytes(w.rank, output+uint64(lo), hi-lo)
	if err := w.Get(t.Member(0), input+uint64(lo), acc); err != nil {
		return err
	}
	for m := 1; m < t.size; m++ {
		combine.apply(acc, w.bytes(t.Member(m), input+uint64(lo), hi-lo))
	}
	return nil
}
