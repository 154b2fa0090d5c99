package rt

import (
	"cmp"
	"slices"

	"github.com/coral-pgas/coral/internal/layout"
)

// Division is the teams that one FORM TEAM has made, as runs of their members in order of number
// and index.
type Division []layout.TeamRun

// division is a Division that is being made, of members in that order.
type division struct{ made Division }

// add adds a member of the team with a number; index counts from 1 there.
func (d *division) add(number int64, index, rank int) {
	last := len(d.made) - 1
	if index > 1 {
		r := &d.made[last]
		if r.Count == 1 {
			r.Step = int32(rank) - r.First
		}
		if int32(rank) == r.First+r.Count*r.Step {
			r.Count++
			return
		}
	}
	if last >= 0 && d.made[last].Count == 1 {
		d.made[last].Step = 1
	}
	d.made = append(d.made, layout.TeamRun{Number: number, From: int32(index - 1), Count: 1,
		First: int32(rank), Step: 1})
}

func (d *division) runs() Division { return slices.Clip(d.made) }

// Team is the part of the team with a number; empty if there is none.
func (d Division) Team(number int64) Division {
	low, _ := slices.BinarySearchFunc(d, number,
		func(r layout.TeamRun, number int64) int { return cmp.Compare(r.Number, number) })
	high := low
	for high < len(d) && d[high].Number == number {
		high++
	}
	return d[low:high]
}

// Size is how many members the team of a part has.
func (d Division) Size() int {
	if len(d) == 0 {
		return 0
	}
	return int(d[len(d)-1].From + d[len(d)-1].Count)
}

// Rank is that of a member of the team of a part.
func (d Division) Rank(member int) int {
	i, found := slices.BinarySearchFunc(d, int32(member),
		func(r layout.TeamRun, m int32) int { return cmp.Compare(r.From, m) })
	if !found {
		i--
	}
	return int(d[i].First + (int32(member)-d[i].From)*d[i].Step)
}

// Ranks are those of all members of the team of a part.
func (d Division) Ranks() []int {
	ranks := make([]int, 0, d.Size())
	for _, r := range d {
		for i := range r.Count {
			ranks = append(ranks, int(r.First+i*r.Step))
		}
	}
	return ranks
}
