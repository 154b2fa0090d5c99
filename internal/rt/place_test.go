package rt

import (
	"testing"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt/heap"
)

// TestPlaces: large data begin in the middle of a page, small ones at a cache line.
func TestPlaces(t *testing.T) {
	w := &World{heap: heap.New(0, 1<<20)}
	for _, c := range []struct{ size, within, want uint64 }{
		{8, heap.Align, 0}, {4*4096 - 1, heap.Align, 0}, {4 * 4096, 4096, 2048},
		{100_000, 4096, 2048},
	} {
		at := w.firstFit(c.size, 64)
		if at == heap.None || (at+layout.HeaderSize)%c.within != c.want {
			t.Errorf("%d bytes begin at %d of %d, want %d", c.size,
				(at+layout.HeaderSize)%c.within, c.within, c.want)
		}
	}
}
