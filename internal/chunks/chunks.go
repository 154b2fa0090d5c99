// Package chunks is the sorted table of chunks (Omni XcalableMP, 3.3.1): which registration holds
// the bytes at an offset of an image's slot. It is a leaf.
package chunks

import "slices"

// Table holds chunks that do not overlap, each with a value, in the order of their offsets. The
// zero value is empty. It is for one goroutine at a time.
type Table[V any] struct {
	begins []uint64 // apart from the rest: a search reads these alone
	chunks []Chunk[V]
	last   int // the index that Find has found last: what comes next is often beside it
}

// Chunk is bytes of a slot from Offset on.
type Chunk[V any] struct {
	Offset, Size uint64
	Value        V
}

// holds says whether all of n bytes lie in the chunk.
func (c *Chunk[V]) holds(offset, n uint64) bool {
	return offset >= c.Offset && n <= c.Size && offset-c.Offset <= c.Size-n
}

// Len is how many chunks there are.
func (t *Table[V]) Len() int { return len(t.chunks) }

// All are the chunks in order; they are valid until the table changes.
func (t *Table[V]) All() []Chunk[V] { return t.chunks }

// behind is the index of the first chunk that begins behind an offset.
func (t *Table[V]) behind(offset uint64) int {
	low, high := 0, len(t.begins)
	for low < high {
		middle := int(uint(low+high) >> 1)
		if t.begins[middle] <= offset {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// Find is the chunk in which all of n bytes lie, valid until the table changes; nil if there is
// none.
func (t *Table[V]) Find(offset, n uint64) *Chunk[V] {
	if t.last < len(t.chunks) && t.chunks[t.last].holds(offset, n) {
		return &t.chunks[t.last]
	}
	i := t.behind(offset) - 1
	if i < 0 || !t.chunks[i].holds(offset, n) {
		return nil
	}
	t.last = i
	return &t.chunks[i]
}

// Overlaps says whether any of n bytes lies in a chunk.
func (t *Table[V]) Overlaps(offset, n uint64) bool {
	if n == 0 {
		return false
	}
	i := t.behind(offset)
	return i > 0 && offset-t.begins[i-1] < t.chunks[i-1].Size || i < len(t.begins) &&
		t.begins[i]-offset < n
}

// Insert adds a chunk; false: it has no bytes, or there is one that overlaps it.
func (t *Table[V]) Insert(offset, size uint64, value V) bool {
	if size == 0 || t.Overlaps(offset, size) {
		return false
	}
	i := t.behind(offset)
	t.begins = slices.Insert(t.begins, i, offset)
	t.chunks = slices.Insert(t.chunks, i, Chunk[V]{offset, size, value})
	t.last = i
	return true
}

// Remove takes out the chunk that begins at an offset, if there is one.
func (t *Table[V]) Remove(offset uint64) (value V, there bool) {
	i := t.behind(offset) - 1
	if i < 0 || t.begins[i] != offset {
		return value, false
	}
	value = t.chunks[i].Value
	t.begins, t.chunks = slices.Delete(t.begins, i, i+1), slices.Delete(t.chunks, i, i+1)
	return value, true
}

// Gaps calls f for those of n bytes that lie in no chunk, in order. f must not change the table.
func (t *Table[V]) Gaps(offset, n uint64, f func(offset, n uint64)) {
	at, end := offset, offset+n
	i := t.behind(offset)
	if i > 0 {
		at = max(at, t.begins[i-1]+t.chunks[i-1].Size)
	}
	for ; at < end; i++ {
		next := end
		if i < len(t.begins) {
			next = min(next, t.begins[i])
		}
		if next > at {
			f(at, next-at)
		}
		if next == end {
			return
		}
		at = t.begins[i] + t.chunks[i].Size
	}
}
