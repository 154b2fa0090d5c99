package bench

import (
	"fmt"

	"github.com/coral-pgas/coral/bench/record"
)

// halos is where packing begins to pay, as a figure: the time of a halo by its length, packed and
// element by element, for the first way that has figures. ok is false if there are none.
func (b *bench) halos() (f record.Figure, ok bool) {
	ways := b.measured()
	if len(ways) == 0 {
		return f, false
	}
	w := ways[0]
	f = record.Figure{Title: "Halo of elements with a stride, " + w.name,
		X: "elements of 8 bytes", Y: "µs until complete at the other image", LogX: true, LogY: true}
	lines := []struct{ title, system, kind string }{
		{"element by element, each complete", w.each(), "singly"},
		{"element by element, complete at the end of the segment", w.name, "singly"},
		{"packed", w.name, "packed"},
		{"contiguous on both sides", w.name, "whole"},
	}
	for _, l := range lines {
		s := record.Series{Name: l.title}
		for _, n := range netSizes(128 << 10) {
			if ns, there := b.results.onNet(l.system, fmt.Sprintf("%s/%d", l.kind, n)); there {
				s.Points = append(s.Points, record.Point{X: float64(n / netElement), Y: ns / 1e3,
					Low: ns / 1e3, High: ns / 1e3})
			}
		}
		if len(s.Points) > 0 {
			f.Series = append(f.Series, s)
		}
	}
	return f, len(f.Series) > 0
}
