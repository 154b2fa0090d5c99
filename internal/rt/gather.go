package rt

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// How each member of a team gets to know what all bring to FORM TEAM: a barrier, and then, where memory is mapped, a look at one table
// in which all have written; elsewhere log2 messages (Bruck's algorithm): in round r a member sends what it has of 2^r members, itself
// and those behind it, to the one that stands 2^r before it.
//
// It does not need all of the team, as collectives do: it is how a program goes on without failed images. All that are left see the same, because
// who fails later had written, and who failed before had not. In the rounds a member waits for another one; if any is gone meanwhile, it reads
// what each member itself has written, which is the same.

// formEntry is a layout.FormEntry with its writer.
type formEntry struct {
	number, index int64
	offset        uint64
	rank          int
}

// gathering is how a team's members reach each other in rounds, where memory is not mapped.
type gathering struct {
	block   uint64                       // offset of memory for the entries of all members, this image's first and then those behind it; 0: none
	entries []layout.FormEntry           // there
	blocks  [layout.BarrierRounds]uint64 // those of whom this image sends to in each round; 0: not known, or none
}

// openGathering makes this image's memory for gather; where there is none left, each round takes longer. It comes before this image looks for room for anything else.
func (t *Team) openGathering() {
	if t.w.mapped || t.size == 1 || t.gathering.block != 0 {
		return
	}
	offset, err := t.w.privateBlock(uint64(t.size) * sizeForm)
	if err != nil {
		return
	}
	t.gathering.block, t.gathering.entries = offset, t.w.entries(offset, t.size)
	atomic.StoreUint64(&t.own().Gathering, offset)
}

// gather shows what this member brings, and gives what all members have brought that are left, in their order.
//
// Two entries alternate: a member that writes for round s+2 has passed the barrier of s+1, which all entered after they
// had read round s. What it sends in the rounds of s+1 it sends after that barrier, so that nobody still reads what came before.
func (t *Team) gather(ctx context.Context, number int64, index int, offset uint64) (entries []formEntry, failed, err error) {
	t.forming++
	own := t.formEntry(t.rank)
	own.Number, own.Index, own.Offset = number, int64(index), offset
	atomic.StoreUint64(&own.Round, t.forming)
	err = t.barrier(ctx, layout.WaitTeam)
	if errors.Is(err, ErrFailedImage) {
		failed, err = err, nil
	}
	if err != nil {
		return nil, nil, err
	}
	entries = make([]formEntry, 0, t.size)
	if t.w.mapped {
		for m := range t.size {
			e := t.formEntry(m)
			if atomic.LoadUint64(&e.Round) == t.forming {
				entries = append(entries, formEntry{e.Number, e.Index, e.Offset, t.Member(m)})
			}
		}
		return entries, failed, nil
	}
	all, err := t.gatherInRounds(ctx, failed == nil)
	if err != nil {
		return nil, nil, err
	}
	for m := range t.size {
		if e := &all[(m-t.rank+t.size)%t.size]; e.Round == t.forming {
			entries = append(entries, formEntry{e.Number, e.Index, e.Offset, t.Member(m)})
		}
	}
	return entries, failed, nil
}

// formEntry is where a member writes what it brings; another than this image only where memory is mapped.
func (t *Team) formEntry(member int) *layout.FormEntry {
	generation := int(t.forming % 2)
	if !t.w.mapped {
		return &t.own().Form[generation]
	}
	return t.tableEntry(generation*t.size + member)
}

// gatherInRounds gives the entries of all members, this image's first and then those behind it; whole: as far as this image knows none of them is
// gone. Those who have brought nothing have another round than that of forming teams.
func (t *Team) gatherInRounds(ctx context.Context, whole bool) (all []layout.FormEntry, err error) {
	inRounds := whole && t.gathering.block != 0
	if inRounds {
		all = t.gathering.entries
		all[0] = *t.formEntry(t.rank)
	} else if all, err = t.readEach(); err != nil {
		return nil, err
	}
	for round := 0; 1<<round < t.size; round++ {
		if err := t.sendEntries(all, round); err != nil {
			return nil, err
		}
		if !inRounds {
			continue
		}
		err := t.awaitEntries(ctx, round)
		if errors.Is(err, errGone) {
			inRounds = false
			all, err = t.readEach()
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// sendEntries sends to one member what this one has of those behind that, in a round. Who is gone, or has no memory for it, gets nothing.
func (t *Team) sendEntries(all []layout.FormEntry, round int) error {
	distance := 1 << round
	rank, block := t.Member((t.rank-distance+t.size)%t.size), &t.gathering.blocks[round]
	if *block == 0 {
		var err error
		if *block, err = t.w.loadWord(rank, t.control+offGathering); *block == 0 || err != nil {
			return exceptGone(err)
		}
	}
	have := bytesOfEntries(all[:min(distance, t.size-distance)])
	return exceptGone(t.w.ops.PutSignal(rank, *block+uint64(distance)*sizeForm, have, t.control+offGathered+8*uint64(round), t.forming))
}

// awaitEntries waits for what comes in a round; errGone if a member is gone, so that it may never come.
func (t *Team) awaitEntries(ctx context.Context, round int) error {
	word, forming := &t.own().Gathered[round], t.forming
	if t.w.spinAtLeast(word, forming) {
		return nil
	}
	return t.w.await(func() bool { return atomic.LoadUint64(word) >= forming }, &waiting{kind: layout.WaitTeam, ctx: ctx, broken: func() error {
		if t.Gone() != nil {
			return errGone
		}
		return nil
	}})
}

// readEach reads what each member itself has written.
func (t *Team) readEach() ([]layout.FormEntry, error) {
	all := make([]layout.FormEntry, t.size)
	at := t.control + offForm + t.forming%2*sizeForm
	for i := range all {
		err := t.w.Get(t.Member((t.rank+i)%t.size), at, bytesOfEntries(all[i:i+1]))
		if exceptGone(err) != nil {
			return nil, err
		}
		if err != nil {
			all[i] = layout.FormEntry{} // out of reach: it has failed
		}
	}
	return all, nil
}

// exceptGone is an error of an operation, but for that its target is gone.
func exceptGone(err error) error {
	if errors.Is(err, ErrFailedImage) || errors.Is(err, conduit.ErrGone) {
		return nil
	}
	return err
}
