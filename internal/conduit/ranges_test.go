package conduit

import (
	"math/rand/v2"
	"testing"
)

// The set must never miss a byte that was added, and be exact as long as it is small.
func TestRanges(t *testing.T) {
	const room = 4000
	random := rand.New(rand.NewPCG(7, 9))
	for trial := range 200 {
		var r Ranges
		var added [room]bool
		longest := 1 + random.IntN(40)
		count := 1 + random.IntN(3*mostRanges)
		for range count {
			low, n := random.IntN(room-longest), random.IntN(longest+1)
			r.Add(uint64(low), n)
			for i := low; i < low+n; i++ {
				added[i] = true
			}
		}
		if len(r.list) > mostRanges {
			t.Fatalf("trial %d: %d ranges", trial, len(r.list))
		}
		for i := 1; i < len(r.list); i++ {
			if r.list[i-1].high >= r.list[i].low {
				t.Fatalf("trial %d: %v touch", trial, r.list[i-1:i+1])
			}
		}
		for range 500 {
			low, n := random.IntN(room-longest), random.IntN(longest+1)
			want := false
			for i := low; i < low+n; i++ {
				want = want || added[i]
			}
			got := r.Overlaps(uint64(low), n)
			if want && !got || got && !want && count <= mostRanges {
				t.Fatalf("trial %d: %d bytes at %d: %v, want %v", trial, n, low, got, want)
			}
		}
		r.Clear()
		if !r.Empty() || r.Overlaps(0, room) {
			t.Fatal("not empty")
		}
	}
}
