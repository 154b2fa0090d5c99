package plan

import "sync"

// Memory keeps the memory of plans that have ended for those to come: new pages, and collecting
// what was used, take longer than the network takes for a part. The zero value is ready; any
// goroutine may use it.
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
	for i, b := range m.kept {
		if cap(b) >= n {
			last := len(m.kept) - 1
			m.kept[i] = m.kept[last]
			m.kept[last] = nil
			m.kept = m.kept[:last]
			return b[:n]
		}
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
	for i, other := range m.kept { // the longer ones serve more plans
		if cap(other) < cap(b) {
			m.kept[i] = b
			return
		}
	}
}
