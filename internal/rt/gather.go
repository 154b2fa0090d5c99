package rt

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// How each member of a team gets to know what all bring to FORM TEAM: a barrier, and then, where
// memory is mapped, a look at one table in which all have written; elsewhere log2 messages (Bruck's
// algorithm): in round r a member sends what it has of 2^r members, itself and those behind it, to
// the one that stands 2^r before it.
//
// It does not need all of the team, as collectives do: it is how a program goes on without failed
// images. All that are left see the same, because who fails later had written, and who failed
// before had not. In the rounds a member waits for another one; if any is gone meanwhile, it reads
// what each member itself has written, which is the same.

// formEntries are what the members of a team bring, in their order. Those who bring nothing have
// another round. Where memory is mapped they are the one table itself: it stays as it is until all
// members have come to the barrier after this, and a copy of it for each of thousands of images
// would be what FORM TEAM costs.
type formEntries struct {
	team  *Team
	rows  []layout.FormEntry
	round uint64
	// what the first member has made of them, if it has
	result *layout.FormResult
}

func (f formEntries) rank(member int) int { return f.team.Member(member) }

// present are the members that have brought something.
func (f formEntries) present() []int32 {
	members := make([]int32, 0, len(f.rows))
	for m := range f.rows {
		if atomic.LoadUint64(&f.rows[m].Round) == f.round {
			members = append(members, int32(m))
		}
	}
	return members
}

// offsets are the lowest and the highest offset that members have brought.
func (f formEntries) offsets() (lowest, highest uint64) {
	if f.result != nil {
		return f.result.Lowest, f.result.Highest
	}
	lowest = math.MaxUint64
	for m := range f.rows {
		if e := &f.rows[m]; atomic.LoadUint64(&e.Round) == f.round {
			lowest, highest = min(lowest, e.Offset), max(highest, e.Offset)
		}
	}
	return lowest, highest
}

// sortByNumber sorts members by the numbers of their teams, which are positive, and within a team
// by themselves, as they stand at first. Small numbers, as nearly all programs have, are counted.
func (f formEntries) sortByNumber(members []int32) {
	most := int64(0)
	for _, m := range members {
		most = max(most, f.rows[m].Number)
	}
	if most > 2*int64(len(f.rows)) {
		slices.SortFunc(members, func(a, b int32) int {
			return cmp.Or(cmp.Compare(f.rows[a].Number, f.rows[b].Number), cmp.Compare(a, b))
		})
		return
	}
	begins := make([]int32, most+1)
	for _, m := range members {
		begins[f.rows[m].Number]++
	}
	next := int32(0)
	for n, count := range begins {
		begins[n] = next
		next += count
	}
	sorted := make([]int32, len(members))
	for _, m := range members {
		at := &begins[f.rows[m].Number]
		sorted[*at] = m
		*at++
	}
	copy(members, sorted)
}

// gathering is how a team's members reach each other in rounds, where memory is not mapped.
type gathering struct {
	// offset of memory for the entries of all members, this image's first and then those behind it;
	// 0: none
	block   uint64
	entries []layout.FormEntry // there
	// those of whom this image sends to in each round; 0: not known, or none
	blocks [layout.BarrierRounds]uint64
}

// openGathering makes this image's memory for gather; where there is none left, each round takes
// longer. It comes before this image looks for room for anything else.
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

// show shows what this member brings. The team's barrier follows, and gather.
//
// Two entries alternate: a member that writes for round s+2 has passed the barrier of s+1, which
// all entered after they had read round s. What it sends in the rounds of s+1 it sends after that
// barrier, so that nobody still reads what came before.
func (t *Team) show(number, index int64, offset uint64) {
	t.forming++
	own := t.formEntry(t.rank)
	own.Number, own.Index, own.Offset = number, index, offset
	atomic.StoreUint64(&own.Round, t.forming)
}

// exchangeEntries is show, the barrier and gather; failed: a member has.
func (t *Team) exchangeEntries(ctx context.Context, number, index int64,
	offset uint64) (entries formEntries, failed, err error) {
	t.show(number, index, offset)
	failed = t.barrier(ctx, layout.WaitTeam)
	if failed != nil && !errors.Is(failed, ErrFailedImage) {
		return formEntries{}, nil, failed
	}
	entries, err = t.gather(ctx, failed == nil)
	return entries, failed, err
}

// gather gives what all members have brought that are left; whole: the barrier has found none that
// has failed.
func (t *Team) gather(ctx context.Context, whole bool) (formEntries, error) {
	if t.w.mapped {
		return t.tableRound(), nil
	}
	entries := formEntries{team: t, round: t.forming}
	all, err := t.gatherInRounds(ctx, whole)
	if err == nil {
		// they begin with this image
		entries.rows = append(slices.Clone(all[t.size-t.rank:]), all[:t.size-t.rank]...)
	}
	return entries, err
}

// tableRound is what members have written into the table in this round, where memory is mapped.
func (t *Team) tableRound() formEntries {
	return formEntries{team: t, rows: t.tableEntries(int(t.forming%2) * t.size), round: t.forming}
}

// formEntry is where a member writes what it brings; another than this image only where memory is
// mapped.
func (t *Team) formEntry(member int) *layout.FormEntry {
	if !t.w.mapped {
		return &t.own().Form[t.forming%2]
	}
	return &t.tableRound().rows[member]
}

// gatherInRounds gives the entries of all members, this image's first and then those behind it;
// whole: as far as this image knows none of them is gone. Those who have brought nothing have
// another round than that of forming teams.
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

// sendEntries sends to one member what this one has of those behind that, in a round. Who is gone,
// or has no memory for it, gets nothing.
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
	return exceptGone(t.w.ops.PutSignal(rank, *block+uint64(distance)*sizeForm, have,
		t.control+offGathered+8*uint64(round), t.forming))
}

// awaitEntries waits for what comes in a round; errGone if a member is gone, so that it may never
// come.
func (t *Team) awaitEntries(ctx context.Context, round int) error {
	word, forming := &t.own().Gathered[round], t.forming
	if t.w.spinAtLeast(word, forming) {
		return nil
	}
	return t.w.await(func() bool { return atomic.LoadUint64(word) >= forming },
		&waiting{kind: layout.WaitTeam, ctx: ctx, broken: func() error {
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
