package rt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt/heap"
)

// formation is what one FORM TEAM has made.
type formation struct {
	division Division
	team     *Team // this image's
}

// FormTeam divides the current team (F2018 11.6.9): members that give the same positive number
// form a team. index is this image's index there, 0 leaves it open: open ones take what is free, in
// the order of the current team. It synchronizes the current team. division is all teams that were
// formed; it belongs to the runtime.
//
// Members that have failed are left out, and the error is ErrFailedImage beside the team.
//
// The same division as before gives the same team as before: a program that forms teams in a loop
// needs no memory for each. All members keep the same record of divisions, so they find it alike.
func (w *World) FormTeam(ctx context.Context, number int64, index int) (t *Team, division Division,
	err error) {
	return w.form(ctx, number, index, false)
}

// SplitTeam is FormTeam with an order for an index: members stand in a team by their keys, and
// where these are alike by their ranks.
func (w *World) SplitTeam(ctx context.Context, number int64, key int) (t *Team, division Division,
	err error) {
	return w.form(ctx, number, key, true)
}

func (w *World) form(ctx context.Context, number int64, index int, split bool) (*Team, Division,
	error) {
	failed, err := w.MeetForm(ctx, number, index, split)
	if err != nil {
		return nil, nil, err
	}
	t, division, fresh, err := w.divide(ctx, number, index, arrangementBy(split), failed)
	if !fresh || err != nil {
		return t, division, cmp.Or(err, failed)
	}
	return t, division, w.CloseForm(ctx, failed)
}

// MeetForm is BeginForm with the barriers in front of EndForm; failed: a member has failed.
func (w *World) MeetForm(ctx context.Context, number int64, index int, split bool) (failed,
	err error) {
	kind := uint32(layout.WaitForm)
	if split {
		kind = layout.WaitSplit
	}
	if err := w.BeginForm(number, index); err != nil {
		return nil, err
	}
	failed = w.current.barrier(ctx, kind)
	if failed != nil && !errors.Is(failed, ErrFailedImage) {
		return nil, failed
	}
	if w.current.sharesForm() {
		if failed == nil {
			w.current.shareForm(arrangementBy(split))
		}
		again := w.current.barrier(ctx, kind)
		if again != nil && !errors.Is(again, ErrFailedImage) {
			return nil, again
		}
		failed = cmp.Or(failed, again)
	}
	return failed, nil
}

// sharesForm tells whether the team's first member sorts all that members bring.
func (t *Team) sharesForm() bool { return t.w.mapped && t.size >= layout.FormShared }

// shareForm has the first member write what comes of the entries for all, between two barriers of
// which the first has found no failed member. What cannot be made is left to each member, whose
// error it is.
func (t *Team) shareForm(arrange arrangement) {
	if t.rank != 0 {
		return
	}
	entries := t.tableRound()
	division, err := arrange(entries)
	if err != nil {
		return
	}
	result, runs := t.formResult()
	result.Runs = uint64(copy(runs, division))
	result.Lowest, result.Highest = entries.offsets()
	atomic.StoreUint64(&result.Round, t.forming)
}

// shared is what the first member has made of the entries; it stays until the next FORM TEAM's
// barrier. nil: nothing.
func (t *Team) shared() (*layout.FormResult, Division) {
	if !t.sharesForm() {
		return nil, nil
	}
	result, runs := t.formResult()
	if atomic.LoadUint64(&result.Round) != t.forming {
		return nil, nil
	}
	return result, runs[:result.Runs]
}

// ShareForm stands between the barriers of those who call BeginForm and EndForm themselves: all
// members of a team of layout.FormShared or more call it where the first barrier has found no
// failed member, and go to a second one.
func (w *World) ShareForm(split bool) {
	w.current.shareForm(arrangementBy(split))
}

// BeginForm is the part of FormTeam in front of its barrier, and EndForm the one behind it, for
// those who meet at the current team's barrier by themselves. To wait in Go costs an image that
// shares its core with a hundred others a thousand times as much as in C: Go's runtime has a thread
// that looks after others.
func (w *World) BeginForm(number int64, index int) error {
	if err := w.mayBlock(); err != nil {
		return err
	}
	t := w.current
	t.openGathering()
	t.show(number, int64(index), t.roomForControl(0))
	return nil
}

// EndForm gives FormTeam's team, or SplitTeam's. failed is the barrier's error if it has found that
// a member has failed. Where the team is fresh, a last barrier of the team that was divided
// follows, before any member uses it: the caller's own, or CloseForm. A caller who keeps what it
// knows of teams apart notes the team before that: a member that has left the barrier may use it at
// once, and ship functions to members that are still in it.
func (w *World) EndForm(ctx context.Context, number int64, index int, split bool,
	failed error) (t *Team, division Division, fresh bool, err error) {
	t, division, fresh, err = w.divide(ctx, number, index, arrangementBy(split), failed)
	if !fresh {
		err = cmp.Or(err, failed)
	}
	return t, division, fresh, err
}

// CloseForm is the last barrier: every member's TeamControl is clear behind it.
func (w *World) CloseForm(ctx context.Context, failed error) error {
	err := w.current.barrier(ctx, layout.WaitForm)
	if errors.Is(err, ErrFailedImage) || err == nil && failed != nil {
		return ErrFailedImage
	}
	return err
}

// divide gives this image's part of the current team by what all have shown; fresh: it is new.
func (w *World) divide(ctx context.Context, number int64, index int, arrange arrangement,
	failed error) (t *Team, d Division, fresh bool, err error) {
	parent := w.current
	entries, err := parent.gather(ctx, failed == nil)
	if err != nil {
		return nil, nil, false, err
	}
	var division Division
	if failed == nil {
		entries.result, division = parent.shared()
	}
	if entries.result == nil {
		if division, err = arrange(entries); err != nil {
			return nil, nil, false, err
		}
	}
	for _, f := range parent.formed {
		if slices.Equal(f.division, division) {
			return f.team, f.division, false, nil
		}
	}
	if entries.result != nil {
		division = slices.Clone(division)
	}
	control, err := parent.placeControl(ctx, entries, number, int64(index))
	if err != nil {
		return nil, nil, false, err
	}
	t, err = w.newTeam(number, division.Team(number), control)
	if err != nil {
		return nil, nil, false, err
	}
	parent.formed = append(parent.formed, formation{division, t})
	return t, division, true, nil
}

// controlSize is the memory for the TeamControl of teams that are formed in this one, and what
// stands behind it.
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

// arrangement makes teams of what the members of a team have brought.
type arrangement func(formEntries) (Division, error)

// arrangementBy is that of FormTeam, or of SplitTeam.
func arrangementBy(split bool) arrangement {
	if split {
		return arrangeByKey
	}
	return arrange
}

// arrange sorts members into teams. What is wrong with the numbers is wrong for all: every member
// gets the same error.
func arrange(entries formEntries) (Division, error) {
	order := entries.present()
	for _, m := range order {
		if e := &entries.rows[m]; e.Number <= 0 {
			return nil, fmt.Errorf("%w: team number %d of image %d is not positive", ErrTeam,
				e.Number, entries.rank(int(m))+1)
		}
	}
	entries.sortByNumber(order)
	var d division
	for len(order) > 0 {
		number, size, indexed := entries.rows[order[0]].Number, 0, false
		for size < len(order) && entries.rows[order[size]].Number == number {
			indexed = indexed || entries.rows[order[size]].Index != 0
			size++
		}
		if indexed {
			if err := entries.place(order[:size]); err != nil {
				return nil, err
			}
		}
		for i, m := range order[:size] {
			d.add(number, i+1, entries.rank(int(m)))
		}
		order = order[size:]
	}
	return d.runs(), nil
}

// place puts one team's members into its order: those with an index there, the others where it is
// free.
func (f formEntries) place(list []int32) error {
	places := make([]int32, len(list))
	for i := range places {
		places[i] = -1
	}
	for _, m := range list {
		e := &f.rows[m]
		switch {
		case e.Index == 0:
		case e.Index < 0 || e.Index > int64(len(list)):
			return fmt.Errorf("%w: new_index=%d in team %d is not from 1 to its size, %d", ErrTeam,
				e.Index, e.Number, len(list))
		case places[e.Index-1] >= 0:
			return fmt.Errorf("%w: new_index=%d stands twice in team %d", ErrTeam, e.Index,
				e.Number)
		default:
			places[e.Index-1] = m
		}
	}
	free := 0
	for _, m := range list {
		if f.rows[m].Index != 0 {
			continue
		}
		for places[free] >= 0 {
			free++
		}
		places[free] = m
	}
	copy(list, places)
	return nil
}

// arrangeByKey sorts members into teams, where an entry's index is its key.
func arrangeByKey(entries formEntries) (Division, error) {
	order := entries.present()
	slices.SortFunc(order, func(a, b int32) int {
		x, y := &entries.rows[a], &entries.rows[b]
		return cmp.Or(cmp.Compare(x.Number, y.Number), cmp.Compare(x.Index, y.Index),
			cmp.Compare(a, b))
	})
	var d division
	index := 0
	for i, m := range order {
		number := entries.rows[m].Number
		if i > 0 && entries.rows[order[i-1]].Number != number {
			index = 0
		}
		index++
		d.add(number, index, entries.rank(int(m)))
	}
	return d.runs(), nil
}

// placeControl takes memory for a TeamControl at an offset that is free on all members, as allocate
// does; one offset serves all the teams that are formed. It is clear on this member.
func (t *Team) placeControl(ctx context.Context, entries formEntries, number, index int64) (uint64,
	error) {
	var highest uint64
	for {
		var lowest uint64
		lowest, highest = entries.offsets()
		if highest == lowest && highest != heap.None {
			break
		}
		if highest == heap.None {
			return 0, fmt.Errorf("%w for a team", ErrNoMemory)
		}
		var err error
		entries, _, err = t.exchangeEntries(ctx, number, index, t.roomForControl(highest))
		if err != nil {
			return 0, err
		}
	}
	offset, fresh, err := t.take(highest, t.controlSize())
	if err != nil {
		return 0, err
	}
	t.w.blocks[offset].team = nil // nobody's allocation
	if !fresh {
		t.w.Clear(offset, t.controlSize())
	}
	return offset, nil
}
