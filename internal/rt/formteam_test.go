package rt

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// testFormTeam forms teams of three colours, in descending order, and teams in those.
func testFormTeam(w *World) error {
	var members []int
	for rank := w.Size() - 1; rank >= 0; rank-- {
		if rank%3 == w.Rank()%3 {
			members = append(members, rank)
		}
	}
	colour, index := int64(w.Rank()%3+1), slices.Index(members, w.Rank())+1
	team, siblings, err := w.FormTeam(bg, colour, index)
	if err != nil {
		return err
	}
	if len(siblings) != w.Size() || team.Size() != len(members) || team.Rank() != index-1 || team.Number() != colour {
		return fmt.Errorf("team %d of %d, siblings %v", team.Number(), team.Size(), siblings)
	}
	if again, _, err := w.FormTeam(bg, colour, index); again != team {
		return fmt.Errorf("the same division gave another team: %v", err)
	}
	if other, _, err := w.FormTeam(bg, colour+1, index); err != nil || other == team || other.Number() != colour+1 {
		return fmt.Errorf("another number gave %v, %v", other, err)
	}
	if _, _, err := w.FormTeam(bg, colour, 1); len(w.initial.formed) != 2 || (w.Size() > 3) != errors.Is(err, ErrTeam) {
		return fmt.Errorf("one index for all: %v, formed %d", err, len(w.initial.formed))
	}
	w.Enter(team)
	inner, _, err := w.FormTeam(bg, 7, 0)
	if err != nil {
		return err
	}
	w.Enter(inner)
	sum := words(1)
	if err := w.Reduce(bg, sum, conduit.Int64, conduit.Sum, EveryMember); err != nil || int(sum[0]) != len(members) {
		return fmt.Errorf("%d of %d in the inner team: %v", sum[0], len(members), err)
	}
	if n := len(w.TeamBlocks(team)); n != 0 {
		return fmt.Errorf("%d allocations in a team that has made none", n)
	}
	w.Leave()
	w.Leave()
	return w.SyncAll(bg)
}

func TestArrange(t *testing.T) {
	entry := func(rank int, number, index int64) formEntry {
		return formEntry{number: number, index: index, rank: rank}
	}
	got, err := arrange([]formEntry{entry(0, 2, 0), entry(1, 1, 2), entry(2, 2, 1), entry(4, 1, 0), entry(6, 2, 0)})
	want := []TeamMember{{1, 1, 4}, {1, 2, 1}, {2, 1, 2}, {2, 2, 0}, {2, 3, 6}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; wanted %v", got, err, want)
	}
	for _, bad := range [][]formEntry{
		{entry(0, 0, 0)}, {entry(0, 1, 2)}, {entry(0, 1, -1)}, {entry(0, 1, 1), entry(1, 1, 1)},
	} {
		if _, err := arrange(bad); !errors.Is(err, ErrTeam) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

func TestArrangeByKey(t *testing.T) {
	entry := func(rank int, number, key int64) formEntry {
		return formEntry{number: number, index: key, rank: rank}
	}
	got, err := arrangeByKey([]formEntry{entry(0, 2, 5), entry(1, 1, 0), entry(2, 2, -3), entry(3, 2, 5), entry(4, 1, -1)})
	want := []TeamMember{{1, 1, 4}, {1, 2, 1}, {2, 1, 2}, {2, 2, 0}, {2, 3, 3}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

// testGather: what all bring comes to all, also where one image has no memory for the rounds.
func testGather(w *World) error {
	t := w.Initial()
	if w.Rank() != w.Size()/2 {
		t.openGathering()
	}
	for round := range 5 {
		entries, failed, err := t.gather(bg, int64(w.Rank()+round), w.Rank()*round, uint64(round))
		if err != nil || failed != nil || len(entries) != w.Size() {
			return fmt.Errorf("%d entries of %d, %v, %v", len(entries), w.Size(), failed, err)
		}
		for rank, e := range entries {
			if want := (formEntry{int64(rank + round), int64(rank * round), uint64(round), rank}); e != want {
				return fmt.Errorf("round %d: %v, want %v", round, e, want)
			}
		}
	}
	return w.SyncAll(bg)
}

// testFormWithoutSome: the last image fails when it has brought its number, but not told those who wait for what it has heard. All others see the
// same. Those who form teams afterwards do it without.
func testFormWithoutSome(w *World) error {
	if _, hides := w.c.(interface{ Hides() }); hides {
		return nil // by messages alone nobody can read any more what the image has written
	}
	last, t := w.Size()-1, w.Initial()
	if w.Rank() == last {
		if w.Size() > 1 {
			t.openGathering()
			t.forming++
			own := t.formEntry(t.rank)
			own.Number, own.Index, own.Offset = 1, 0, t.roomForControl(0)
			atomic.StoreUint64(&own.Round, t.forming)
			if err := t.barrier(bg, layout.WaitTeam); err != nil {
				return err
			}
		}
		w.FailImage()
	}
	team, siblings, err := w.FormTeam(bg, 1, 0)
	if !errors.Is(err, ErrFailedImage) || team.Size() != w.Size() || len(siblings) != w.Size() || team.Member(last) != last {
		return fmt.Errorf("the image that fails meanwhile: %v, siblings %v", err, siblings)
	}
	for round := range 3 {
		team, siblings, err = w.FormTeam(bg, int64(2+w.Rank()%2), 0)
		if !errors.Is(err, ErrFailedImage) || len(siblings) != last || team.Size() != (last+1-w.Rank()%2)/2 {
			return fmt.Errorf("round %d without the image that has failed: %v, siblings %v", round, err, siblings)
		}
	}
	return nil
}
