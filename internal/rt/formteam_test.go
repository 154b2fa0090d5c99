package rt

import (
	"errors"
	"fmt"
	"math"
	"slices"
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
	if testedMembers(siblings) != w.Size() || team.Size() != len(members) ||
		team.Rank() != index-1 || team.Number() != colour {
		return fmt.Errorf("team %d of %d, siblings %v", team.Number(), team.Size(), siblings)
	}
	if again, _, err := w.FormTeam(bg, colour, index); again != team {
		return fmt.Errorf("the same division gave another team: %v", err)
	}
	if other, _, err := w.FormTeam(bg, colour+1, index); err != nil || other == team ||
		other.Number() != colour+1 {
		return fmt.Errorf("another number gave %v, %v", other, err)
	}
	if _, _, err := w.FormTeam(bg, colour, 1); len(w.initial.formed) != 2 ||
		(w.Size() > 3) != errors.Is(err, ErrTeam) {
		return fmt.Errorf("one index for all: %v, formed %d", err, len(w.initial.formed))
	}
	w.Enter(team)
	inner, _, err := w.FormTeam(bg, 7, 0)
	if err != nil {
		return err
	}
	w.Enter(inner)
	sum := words(1)
	if err := w.Reduce(bg, sum, conduit.Int64, conduit.Sum, EveryMember); err != nil ||
		int(sum[0]) != len(members) {
		return fmt.Errorf("%d of %d in the inner team: %v", sum[0], len(members), err)
	}
	if n := len(w.TeamBlocks(team)); n != 0 {
		return fmt.Errorf("%d allocations in a team that has made none", n)
	}
	w.Leave()
	w.Leave()
	return w.SyncAll(bg)
}

// testedEntries are what members bring that are their ranks too; those with number -9 bring
// nothing.
func testedEntries(pairs ...[2]int64) formEntries {
	f := formEntries{team: &Team{size: len(pairs), step: 1}, round: 3}
	for _, p := range pairs {
		e := layout.FormEntry{Round: 3, Number: p[0], Index: p[1]}
		if p[0] == -9 {
			e.Round = 2
		}
		f.rows = append(f.rows, e)
	}
	return f
}

// testedList is a division as the number and the ranks of each team.
func testedList(d Division) (list string) {
	for i, r := range d {
		if i == 0 || d[i-1].Number != r.Number {
			list += fmt.Sprintf(" %d%v", r.Number, d.Team(r.Number).Ranks())
		}
	}
	return list
}

func TestArrange(t *testing.T) {
	const nothing = -9
	for _, c := range []struct {
		entries formEntries
		want    string
	}{
		{testedEntries([][2]int64{{2, 0}, {1, 2}, {2, 1}, {nothing, 1}, {1, 0}, {nothing, 1},
			{2, 0}}...), " 1[4 1] 2[2 0 6]"},
		{testedEntries([][2]int64{{1 << 40, 0}, {7, 2}, {1 << 40, 0}, {nothing, 1}, {7, 0}}...),
			fmt.Sprint(" 7[4 1] ", 1<<40, "[0 2]")},
	} {
		got, err := arrange(c.entries)
		if err != nil || testedList(got) != c.want {
			t.Errorf("%v, %v; wanted %v", testedList(got), err, c.want)
		}
	}
	for _, bad := range [][][2]int64{{{0, 0}}, {{1, 2}}, {{1, -1}}, {{1, 1}, {1, 1}}} {
		if _, err := arrange(testedEntries(bad...)); !errors.Is(err, ErrTeam) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

func TestArrangeByKey(t *testing.T) {
	got, err := arrangeByKey(testedEntries([][2]int64{{2, 5}, {1, 0}, {2, -3}, {2, 5}, {1, -1}}...))
	if want := " 1[4 1] 2[2 0 3]"; err != nil || testedList(got) != want {
		t.Errorf("got %v, %v, want %v", testedList(got), err, want)
	}
}

// testGather: what all bring comes to all, also where one image has no memory for the rounds.
func testGather(w *World) error {
	t := w.Initial()
	if w.Rank() != w.Size()/2 {
		t.openGathering()
	}
	for round := range 5 {
		entries, failed, err := t.exchangeEntries(bg, int64(w.Rank()+round), int64(w.Rank()*round),
			uint64(round))
		if err != nil || failed != nil || len(entries.rows) != w.Size() {
			return fmt.Errorf("%d entries of %d, %v, %v", len(entries.rows), w.Size(), failed, err)
		}
		for rank, e := range entries.rows {
			if want := (layout.FormEntry{Round: entries.round, Number: int64(rank + round),
				Index: int64(rank * round), Offset: uint64(round)}); e != want {
				return fmt.Errorf("round %d: %v, want %v", round, e, want)
			}
		}
	}
	return w.SyncAll(bg)
}

// testFormWithoutSome: the last image fails when it has brought its number, but not told those who
// wait for what it has heard. All others see the same. Those who form teams afterwards do it
// without.
func testFormWithoutSome(w *World) error {
	if _, hides := w.c.(interface{ Hides() }); hides {
		return nil // by messages alone nobody can read any more what the image has written
	}
	last, t := w.Size()-1, w.Initial()
	if w.Rank() == last {
		if w.Size() > 1 {
			t.openGathering()
			t.show(1, 0, t.roomForControl(0))
			if err := t.barrier(bg, layout.WaitForm); err != nil {
				return err
			}
		}
		w.FailImage()
	}
	team, siblings, err := w.FormTeam(bg, 1, 0)
	if !errors.Is(err, ErrFailedImage) || team.Size() != w.Size() ||
		testedMembers(siblings) != w.Size() || team.Member(last) != last {
		return fmt.Errorf("the image that fails meanwhile: %v, siblings %v", err, siblings)
	}
	for round := range 3 {
		team, siblings, err = w.FormTeam(bg, int64(2+w.Rank()%2), 0)
		if !errors.Is(err, ErrFailedImage) || testedMembers(siblings) != last ||
			team.Size() != (last+1-w.Rank()%2)/2 {
			return fmt.Errorf("round %d without the image that has failed: %v, siblings %v", round,
				err, siblings)
		}
	}
	return nil
}

// TestFormTeamsOfMany: the first member sorts for all, in a team that is large enough.
func TestFormTeamsOfMany(t *testing.T) {
	for _, p := range programs {
		if p.name != "form team" && p.name != "form without some" {
			continue
		}
		for _, s := range places {
			if s.unmapped { // there each member sorts
				continue
			}
			t.Run(p.name+"/"+s.name, func(t *testing.T) {
				runInProcess(t, p, s, layout.FormShared+1, 0)
			})
		}
	}
}

// testedMembers is how many members the teams of a division have.
func testedMembers(d Division) (n int) {
	for _, r := range d {
		n += int(r.Count)
	}
	return n
}

// A division says the same as the list of members from which it is made, and takes one run for each
// team whose ranks are an arithmetic progression.
func TestDivision(t *testing.T) {
	lists := map[int64][]int{1: {0, 4, 8, 12}, 2: {1}, 5: {3, 2}, 6: {13, 11, 9, 5, 6, 7, 15},
		math.MaxInt64: {10, 14}}
	var made division
	for _, number := range []int64{1, 2, 5, 6, math.MaxInt64} {
		for i, rank := range lists[number] {
			made.add(number, i+1, rank)
		}
	}
	d := made.runs()
	if len(d) != 4+3 || d[1].Step == 0 {
		t.Errorf("runs %v", d)
	}
	for number, ranks := range lists {
		team := d.Team(number)
		if !slices.Equal(team.Ranks(), ranks) || team.Size() != len(ranks) {
			t.Errorf("team %d: %v, want %v", number, team.Ranks(), ranks)
		}
		for m, rank := range ranks {
			if got := team.Rank(m); got != rank {
				t.Errorf("member %d of team %d: %d, want %d", m, number, got, rank)
			}
		}
	}
	for _, number := range []int64{0, 3, 10} {
		if team := d.Team(number); len(team) > 0 {
			t.Errorf("team %d: %v", number, team)
		}
	}
}

// Member and MemberOf are inverse, whatever the order of the members, and images that are none are
// none.
func TestMembers(t *testing.T) {
	for _, ranks := range [][]int{{3}, {0, 1, 2}, {2, 5, 8}, {9, 6, 3, 0}, {7, 1, 4, 3}} {
		team := &Team{size: len(ranks), step: 1}
		team.keep(ranks)
		for rank := range 12 {
			m, is := team.MemberOf(rank)
			if want := slices.Index(ranks, rank); is != (want >= 0) || is &&
				(m != want || team.Member(m) != rank) {
				t.Errorf("rank %d of %v: member %d, %v", rank, ranks, m, is)
			}
		}
	}
}
