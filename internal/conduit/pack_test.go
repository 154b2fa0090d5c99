package conduit

import (
	"bytes"
	"testing"
)

// TestPack compares Pack and Unpack with loops over bytes: runs of all lengths, steps of both
// signs, and steps shorter than a run.
func TestPack(t *testing.T) {
	memory := make([]byte, 1000)
	for i := range memory {
		memory[i] = byte(i*7 + i/256)
	}
	for _, n := range []int{1, 2, 3, 4, 7, 8, 12, 16, 24, 100} {
		for _, step := range []int{n, -n, n + 1, 2 * n, -3 * n, 1, 0} {
			for _, count := range []int{0, 1, 2, 3} {
				at := 0
				if step < 0 {
					at = -step * count
				}
				want, there := make([]byte, n*count), bytes.Clone(memory)
				for k := range count {
					for b := range n {
						want[k*n+b] = memory[at+k*step+b]
						there[at+k*step+b] = ^byte(k*n + b)
					}
				}
				got := make([]byte, n*count)
				Pack(got, memory, uint64(at), int64(step), n)
				if !bytes.Equal(got, want) {
					t.Errorf("Pack of %d runs of %d, %d apart: %v", count, n, step, got)
				}
				for i := range got {
					got[i] = ^byte(i)
				}
				into := bytes.Clone(memory)
				Unpack(into, uint64(at), int64(step), n, got)
				if !bytes.Equal(into, there) {
					t.Errorf("Unpack of %d runs of %d, %d apart is wrong", count, n, step)
				}
			}
		}
	}
}

// TestPackOutside: no run may lie outside of the memory.
func TestPackOutside(t *testing.T) {
	memory := make([]byte, 100)
	for _, c := range []struct {
		offset  uint64
		step    int64
		n, runs int
	}{{offset: 93, step: 8, n: 8, runs: 1}, {offset: 0, step: 31, n: 8, runs: 4},
		{offset: 8, step: -9, n: 8, runs: 2}, {offset: 101, step: 1, n: 1, runs: 1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d runs of %d bytes from %d on, %d apart, are outside of 100 bytes",
						c.runs, c.n, c.offset, c.step)
				}
			}()
			Pack(make([]byte, c.n*c.runs), memory, c.offset, c.step, c.n)
		}()
	}
}
