package plan

import (
	"slices"
	"sync"
)

// Memory keeps the memory of plans that have ended for those to come: new pages, and collecting
// what was used, take longer than the network takes for a part. It keeps keptMost pieces of at most
// keptBytes each. The zero value is ready; any goroutine may use it.
type Memory struct {
	mu   sync.Mutex
	kept [][]byte
}

const (
	keptMost  = 4       // pieces of memory
	keptBytes = 8 << 20 // of one: longer ones are not kept
)

// take is memory of n bytes, with any contents.
func (m *Memory) take(n int) []byte {
	if m == nil {
		return make([]byte, n)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	best := -1
	for i, b := range m.kept {
		if cap(b) >= n && (best < 0 || cap(b) < cap(m.kept[best])) {
			best = i
		}
	}
	if best >= 0 {
		b := m.kept[best]
		m.kept = slices.Delete(m.kept, best, best+1)
		return b[:n]
	}
	return make([]byte, n)
}

// give gives memory back that nothing is on its way to.
func (m *Memory) give(b []byte) {
	if m == nil || cap(b) == 0 || cap(b) > keptBytes {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.kept) < keptMost {
		m.kept = append(m.kept, b)
		return
	}
	shortest := 0 // the longer ones serve more plans
	for i, other := range m.kept {
		if cap(other) < cap(m.kept[shortest]) {
			shortest = i
		}
	}
	if cap(m.kept[shortest]) < cap(b) {
		m.kept[shortest] = b
	}
}
