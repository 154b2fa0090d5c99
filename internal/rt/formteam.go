package rt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt/heap"
)

// TeamMember says to which of the teams that one FORM TEAM makes an image belongs.
type TeamMember struct {
	Number int64 // of its team
	Index  int   // in its team, from 1
	Rank   int   // in the initial team
}

// formation is what one FORM TEAM has made.
type formation struct {
	division Division
	team     *Team // this image's
}

// FormTeam divides the current team (F2018 11.6.9): members that give the same positive number
// form a team. index is this image's index there, 0 leaves it open: open ones take what is free, in the order of
// the current team. It synchronises the current team. division is all teams that were
// formed; it belongs to the runtime.
//
// Members that have failed are left out, and the error is ErrFailedImage beside the team.
//
// The same division as before gives the same team as before: a program that forms teams in a loop needs no
// memory for each. All members keep the same record of divisions, so they find it alike.
func (w *World) FormTeam(ctx context.Context, number int64, index int) (t *Team, division Division, err error) {
	return w.form(ctx, number, index, arrange)
}

// SplitTeam is FormTeam with an order for an index: members stand in a team by their keys, and where these are alike by their ranks.
func (w *World) SplitTeam(ctx context.Context, number int64, key int) (t *Team, division Division, err error) {
	return w.form(ctx, number, key, arrangeByKey)
}

func (w *World) form(ctx context.Context, number int64, index int, arrange func([]formEntry) ([]TeamMember, error)) (t *Team, division Division, err error) {
	if err := w.mayBlock(); err != nil {
		return nil, nil, err
	}
	parent := w.current
	parent.openGathering()
	entries, failed, err := parent.gather(ctx, number, index, parent.roomForControl(0))
	if err != nil {
		return nil, nil, err
	}
	members, err := arrange(entries)
	if err != nil {
		return nil, nil, err
	}
	division = divide(members)
	for _, f := range parent.formed {
		if slices.Equal(f.division, division) {
			return f.team, f.division, failed
		}
	}
	control, err := parent.placeControl(ctx, entries, number, index)
	if err != nil {
		return nil, nil, err
	}
	t, err = w.NewTeam(number, division.Team(number).Ranks(), control)
	if err != nil {
		return nil, nil, err
	}
	parent.formed = append(parent.formed, formation{division, t})
	err = parent.barrier(ctx, layout.WaitTeam) // every member's TeamControl is clear now
	if errors.Is(err, ErrFailedImage) || err == nil && failed != nil {
		return t, division, ErrFailedImage
	}
	return t, division, err
}

// controlSize is the memory for the TeamControl of teams that are formed in this one, and what stands behind it.
func (t *Team) controlSize() uint64 {
	if t.w.mapped {
		return sizeTeam + layout.FormTable(t.size)
	}
	return sizeTeam
}

// roomForControl is where this image's heap has room for that, from an offset on.
func (t *Team) roomForControl(from uint64) uint64 {
	return t.w.heap.FirstFit(t.controlSize()+layout.HeaderSize, from, layout.HeaderSize, heap.Align)
}

// arrange sorts members into teams. What is wrong with the numbers is wrong for all: every member gets the same error.
func arrange(entries []formEntry) ([]TeamMember, error) {
	for _, e := range entries {
		if e.number <= 0 {
			return nil, fmt.Errorf("%w: team number %d of image %d is not positive", ErrTeam, e.number, e.rank+1)
		}
	}
	entries = slices.Clone(entries)
	slices.SortStableFunc(entries, func(a, b formEntry) int { return cmp.Compare(a.number, b.number) })
	members := make([]TeamMember, 0, len(entries))
	for len(entries) > 0 {
		size := 1
		for size < len(entries) && entries[size].number == entries[0].number {
			size++
		}
		ranks, err := placesOf(entries[:size])
		if err != nil {
			return nil, err
		}
		for i, rank := range ranks {
			members = append(members, TeamMember{entries[0].number, i + 1, rank})
		}
		entries = entries[size:]
	}
	return members, nil
}

// placesOf are the ranks of one team's members in its order.
func placesOf(list []formEntry) ([]int, error) {
	places := make([]int, len(list))
	for i := range places {
		places[i] = -1
	}
	for _, e := range list {
		switch {
		case e.index == 0:
		case e.index < 0 || e.index > int64(len(list)):
			return nil, fmt.Errorf("%w: new_index=%d in team %d, which has %d images", ErrTeam, e.index, e.number, len(list))
		case places[e.index-1] >= 0:
			return nil, fmt.Errorf("%w: new_index=%d stands twice in team %d", ErrTeam, e.index, e.number)
		default:
			places[e.index-1] = e.rank
		}
	}
	free := 0
	for _, e := range list {
		if e.index != 0 {
			continue
		}
		for places[free] >= 0 {
			free++
		}
		places[free] = e.rank
	}
	return places, nil
}

// arrangeByKey sorts members into teams, where an entry's index is its key.
func arrangeByKey(entries []formEntry) ([]TeamMember, error) {
	entries = slices.Clone(entries)
	slices.SortStableFunc(entries, func(a, b formEntry) int {
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.index, b.index))
	})
	members := make([]TeamMember, len(entries))
	for i, e := range entries {
		members[i] = TeamMember{e.number, 1, e.rank}
		if i > 0 && members[i-1].Number == e.number {
			members[i].Index = members[i-1].Index + 1
		}
	}
	return members, nil
}

// placeControl takes memory for a TeamControl at an offset that is free on all members, as allocate does; one
// offset serves all the teams that are formed. It is clear on this member.
func (t *Team) placeControl(ctx context.Context, entries []formEntry, number int64, index int) (uint64, error) {
	for {
		highest, lowest := entries[0].offset, entries[0].offset
		for _, e := range entries {
			highest, lowest = max(highest, e.offset), min(lowest, e.offset)
		}
		if highest == lowest && highest != heap.None {
			break
		}
		if highest == heap.None {
			return 0, fmt.Errorf("%w for a team", ErrNoMemory)
		}
		var err error
		entries, _, err = t.gather(ctx, number, index, t.roomForControl(highest))
		if err != nil {
			return 0, err
		}
	}
	offset, fresh, err := t.take(entries[0].offset, t.controlSize())
	if err != nil {
		return 0, err
	}
	t.w.blocks[offset].team = nil // nobody's allocation
	if !fresh {
		t.w.Clear(offset, t.controlSize())
	}
	return offset, nil
}
