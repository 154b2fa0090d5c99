package topology

import (
	"errors"
	"slices"
	"testing"
)

func TestCartesian(t *testing.T) {
	c, err := NewCartesian(24, []int{2, 3, 4}, []bool{false, true, false})
	if err != nil {
		t.Fatal(err)
	}
	for rank := range 24 {
		if got, err := c.Rank(c.Coords(rank)); got != rank || err != nil {
			t.Errorf("rank %d at %v comes back as %d, %v", rank, c.Coords(rank), got, err)
		}
	}
	if got := c.Coords(17); !slices.Equal(got, []int{1, 1, 1}) { // the last dimension fastest
		t.Errorf("rank 17 is at %v", got)
	}
	for _, x := range []struct{ rank, dim, shift, want int }{
		{0, 0, 1, 12}, {12, 0, 1, None}, {0, 0, -1, None}, {0, 1, -1, 8}, {8, 1, 1, 0}, {8, 1, 301,
			0}, {0, 2, 3, 3}, {0, 2, 4, None}, {3, 2, -3, 0}, {3, 2, -4, None}, {1, 2, 8, None},
	} {
		if got, err := c.Neighbor(x.rank, x.dim, x.shift); got != x.want || err != nil {
			t.Errorf("from %d along %d by %d: %d, %v, want %d", x.rank, x.dim, x.shift, got, err,
				x.want)
		}
	}
	_, tooMany := c.Rank([]int{0, 0, 0, 0})
	_, noDimension := c.Neighbor(0, 3, 1)
	_, small := NewCartesian(24, []int{2, 3}, []bool{true, true})
	_, uneven := NewCartesian(6, []int{2, 3}, []bool{true})
	_, negative := NewCartesian(6, []int{-2, -3}, []bool{true, true})
	_, huge := NewCartesian(0, []int{1 << 32, 1 << 32}, []bool{true, true})
	for i, err := range []error{tooMany, noDimension, small, uneven, negative, huge} {
		if !errors.Is(err, ErrTopology) {
			t.Errorf("case %d: %v", i, err)
		}
	}
}

func TestGraph(t *testing.T) {
	g, err := NewGraph(5, []int{2, 0, 1}, []int{4, 1, 3})
	if err != nil || g.Classes() != 3 {
		t.Fatal(err)
	}
	for class, want := range [][]int{{4, 1}, {}, {3}} {
		if got, err := g.Neighbors(class); err != nil || !slices.Equal(got, want) {
			t.Errorf("class %d: %v, %v", class, got, err)
		}
	}
	_, class := g.Neighbors(3)
	_, more := NewGraph(5, []int{2}, []int{1})
	_, fewer := NewGraph(5, []int{1}, []int{1, 2})
	_, outside := NewGraph(5, []int{1}, []int{5})
	for i, err := range []error{class, more, fewer, outside} {
		if !errors.Is(err, ErrTopology) {
			t.Errorf("case %d: %v", i, err)
		}
	}
}
