package rt

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/coral-pgas/coral/internal/conduit"
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
