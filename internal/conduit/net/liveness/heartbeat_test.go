//go:build cgo

package liveness

import (
	"fmt"
	"testing"
)

// TestRing: each leader sends to the next one, and misses the one before it.
func TestRing(t *testing.T) {
	all := []int{0, 3, 7}
	for i, rank := range all {
		var others []int
		for _, k := range all {
			if k != rank {
				others = append(others, k)
			}
		}
		r := NewRing(rank, others, func(rank int) string { return fmt.Sprint("host", rank) })
		next, before := all[(i+1)%3], all[(i+2)%3]
		if r.Next != next || r.before != before || r.host != fmt.Sprint("host", before) {
			t.Errorf("rank %d: %+v", rank, r)
		}
		r.silent.Add(2)
		r.Heard()
		if r.silent.Load() != 0 {
			t.Errorf("a heartbeat has not ended the silence of %d intervals", r.silent.Load())
		}
	}
	(*Ring)(nil).Heard() // of an image that is no leader
}
