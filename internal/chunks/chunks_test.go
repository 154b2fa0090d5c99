package chunks

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestFind(t *testing.T) {
	var table Table[string]
	if table.Find(0, 0) != nil || table.Overlaps(0, 100) {
		t.Error("something in an empty table")
	}
	for _, c := range []Chunk[string]{{100, 50, "b"}, {0, 10, "a"}, {150, 1, "c"}} {
		if !table.Insert(c.Offset, c.Size, c.Value) {
			t.Fatalf("%v not inserted", c)
		}
	}
	for _, bad := range [][2]uint64{{9, 1}, {99, 2}, {149, 5}, {0, 1000}, {20, 0}, {150, 1}} {
		if table.Insert(bad[0], bad[1], "bad") {
			t.Errorf("%v inserted", bad)
		}
	}
	tests := []struct {
		offset, n uint64
		want      string
	}{
		{0, 10, "a"}, {0, 11, ""}, {9, 1, "a"}, {10, 1, ""}, {99, 1, ""}, {100, 50, "b"}, {120, 8,
			"b"}, {149, 2, ""}, {150, 1, "c"}, {151, 1, ""},
		{1 << 63, 1 << 63, ""}, {105, ^uint64(0), ""}, {149, 0, "b"},
	}
	for _, test := range tests {
		got := ""
		if c := table.Find(test.offset, test.n); c != nil {
			got = c.Value
		}
		if got != test.want {
			t.Errorf("Find(%d, %d) = %q, want %q", test.offset, test.n, got, test.want)
		}
	}
	if _, there := table.Remove(101); there {
		t.Error("removed what begins elsewhere")
	}
	if v, there := table.Remove(100); !there || v != "b" || table.Find(100, 1) != nil ||
		table.Find(150, 1) == nil {
		t.Error("not removed, or more")
	}
}

// space is so small that what is random meets.
const space = 64

// model has the number of a chunk for each byte; 0: none.
type model [space]int

func (m *model) span(offset, n uint64) []int { return m[offset : offset+n] }

// TestAgainstModel does what is random on a table and on bytes.
func TestAgainstModel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	operations := make([]byte, 3*20000)
	for i := range operations {
		operations[i] = byte(r.Uint32())
	}
	compare(t, operations)
}

func FuzzTable(f *testing.F) {
	f.Add([]byte{0, 10, 5, 0, 3, 7, 1, 10, 0, 2, 0, 64})
	f.Fuzz(compare)
}

// compare takes operations of three bytes: what, offset, size.
func compare(t *testing.T, operations []byte) {
	var table Table[int]
	var bytes model
	for number := 1; len(operations) >= 3; number, operations = number+1, operations[3:] {
		offset := uint64(operations[1] % space)
		n := uint64(operations[2]) % (space - offset + 1)
		span := bytes.span(offset, n)
		empty := !slices.ContainsFunc(span, func(k int) bool { return k != 0 })
		switch operations[0] % 4 {
		case 0:
			n = min(n, 6)
			span = span[:n]
			empty = !slices.ContainsFunc(span, func(k int) bool { return k != 0 })
			if got := table.Insert(offset, n, number); got != (empty && n > 0) {
				t.Fatalf("Insert(%d, %d) = %v of %v", offset, n, got, bytes)
			}
			for i := range span {
				if empty {
					span[i] = number
				}
			}
		case 1:
			begins := bytes[offset] != 0 && (offset == 0 || bytes[offset-1] != bytes[offset])
			value, there := table.Remove(offset)
			if there != begins || there && value != bytes[offset] {
				t.Fatalf("Remove(%d) = %d, %v of %v", offset, value, there, bytes)
			}
			for i := range bytes {
				if there && bytes[i] == value {
					bytes[i] = 0
				}
			}
		case 2:
			if table.Overlaps(offset, n) == empty {
				t.Fatalf("Overlaps(%d, %d) = %v of %v", offset, n, !empty, bytes)
			}
			var filled model
			table.Gaps(offset, n, func(offset, n uint64) {
				for i := range filled.span(offset, n) {
					filled[int(offset)+i] = 1
				}
			})
			for i := range bytes {
				inside := uint64(i) >= offset && uint64(i) < offset+n
				if (filled[i] == 1) != (inside && bytes[i] == 0) {
					t.Fatalf("Gaps(%d, %d) differ at %d of %v", offset, n, i, bytes)
				}
			}
		case 3:
			if n == 0 {
				continue
			}
			c := table.Find(offset, n)
			one := span[0] != 0 &&
				!slices.ContainsFunc(span, func(k int) bool { return k != span[0] })
			if (c != nil) != one || one && c.Value != span[0] {
				t.Fatalf("Find(%d, %d) = %v of %v", offset, n, c, bytes)
			}
		}
	}
}

// BenchmarkFind looks for what is at random, and for what lies beside the last.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{1, 16, 256, 4096} {
		var table Table[int]
		for i := range n {
			table.Insert(uint64(i)*4096, 4096, i)
		}
		offsets := make([]uint64, 1<<12)
		for i := range offsets {
			offsets[i] = uint64(rand.IntN(n*4096 - 8))
		}
		b.Run(fmt.Sprintf("random/chunks=%d", n), func(b *testing.B) {
			for i := range b.N {
				table.Find(offsets[i%len(offsets)], 8)
			}
		})
		b.Run(fmt.Sprintf("again/chunks=%d", n), func(b *testing.B) {
			for i := range b.N {
				table.Find(uint64(n/2*4096+i%512*8), 8)
			}
		})
	}
}
