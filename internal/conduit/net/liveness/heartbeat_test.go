//go:build cgo

package liveness

import (
	"fmt"
	"testing"
	"time"
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

// stuck is a conduit whose library does not come back from a call.
type stuck chan struct{}

func (stuck) Closing() bool   { return false }
func (s stuck) Heartbeat(int) { <-s }

// TestStuckSender: an image whose heartbeats do not leave hears that none comes all the same.
func TestStuckSender(t *testing.T) {
	s, heard := make(stuck), make(chan bool)
	defer close(s)
	r := NewRing(0, []int{1}, func(rank int) string { return fmt.Sprint("host", rank) })
	go func() { heard <- r.silence(s, func() bool { return false }, Each) }()
	select {
	case is := <-heard:
		if !is {
			t.Error("it ends without a silence")
		}
	case <-time.After(time.Minute):
		t.Error("a heartbeat that does not leave keeps it from seeing the silence")
	}
}
