package plan

import "testing"

// TestMemory takes what was given back, but neither what is too short nor what is too long.
func TestMemory(t *testing.T) {
	var m Memory
	short, long := m.take(100), m.take(1000)
	m.give(short)
	m.give(long)
	m.give(make([]byte, keptBytes+1))
	if got := m.take(500); &got[0] != &long[0] || len(got) != 500 {
		t.Errorf("took another piece of %d bytes", len(got))
	}
	if got := m.take(500); &got[0] == &short[0] {
		t.Error("took a piece that is too short")
	}
	if got := m.take(keptBytes + 1); cap(got) > 2*keptBytes {
		t.Errorf("took %d bytes", cap(got))
	}
	if got := m.take(10); &got[0] != &short[0] {
		t.Error("took a new piece where there was one")
	}
	for n := range keptMost + 1 {
		m.give(make([]byte, n+1))
	}
	if got := m.take(keptMost + 1); cap(got) < keptMost+1 || len(m.kept) != keptMost-1 {
		t.Errorf("%d pieces are left, and one of %d bytes was taken", len(m.kept), cap(got))
	}
}
