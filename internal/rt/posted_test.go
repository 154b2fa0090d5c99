package rt

import (
	"slices"
	"testing"
)

// TestPosted: each rank is there once, from its first post until it has been taken, and again from
// its next.
func TestPosted(t *testing.T) {
	var p posted
	for _, c := range []struct {
		to   []int
		but  int
		want []int
	}{
		{nil, -1, nil},
		{[]int{3, 3, 1, 3, 0}, -1, []int{0, 1, 3}},
		{nil, -1, nil},
		{[]int{0, 0}, -1, []int{0}}, // the last one before
		{[]int{2, 5}, 5, []int{2}},
		{[]int{2}, -1, []int{2, 5}},
		{[]int{1, 9, 1, 17}, 9, []int{1, 17}},
		{[]int{17}, -1, []int{9, 17}},
	} {
		for _, rank := range c.to {
			p.to(rank)
		}
		got := p.take(c.but)
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%v, but %d: %v", c.to, c.but, got)
		}
	}
}

func BenchmarkPosted(b *testing.B) {
	for _, c := range []struct {
		name  string
		ranks int
	}{{"to one image", 1}, {"to eight in turn", 8}} {
		b.Run(c.name, func(b *testing.B) {
			var p posted
			for i := 0; b.Loop(); i++ {
				p.to(i % c.ranks)
			}
		})
	}
}
