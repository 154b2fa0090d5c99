// Package heap divides an image's symmetric heap: which bytes are free, by offset.
// It touches no memory. Images agree on offsets elsewhere (rt.HeapAlloc), so
// the only thing asked is where a block would fit at or above an offset.
package heap

import (
	"fmt"
	"math"
	"sort"
)

// Align divides every offset and size: a cache line, so that no two coarrays share one.
const Align = 64

// None is the offset that FirstFit returns when there is no room.
const None = math.MaxInt64

// Heap is the free list of one image. It is not for concurrent use.
type Heap struct {
	free  []span // ascending, never adjacent
	end   uint64
	fresh uint64 // everything at or above was never allocated
	inUse uint64
}

type span struct{ start, end uint64 }

// New makes a heap of the size given, at an offset.
func New(offset, size uint64) *Heap {
	start := roundUp(offset)
	end := (offset + size) &^ (Align - 1)
	return &Heap{free: []span{{start, end}}, end: end, fresh: start}
}

// FirstFit is the lowest offset at or above low where size bytes are free and from where the
// byte at inner is aligned to align, a power of two and at least Align; None if there is none.
func (h *Heap) FirstFit(size, low, inner, align uint64) uint64 {
	size = blockSize(size)
	for _, s := range h.free {
		at := max(s.start, low)
		at += -(at + inner) & (align - 1)
		if at <= s.end && size <= s.end-at {
			return at
		}
	}
	return None
}

// Take allocates [offset, offset+size), which must be free. It says whether that memory
// was never allocated before.
func (h *Heap) Take(offset, size uint64) (fresh bool, err error) {
	size = blockSize(size)
	i := sort.Search(len(h.free), func(i int) bool { return h.free[i].end > offset })
	if i == len(h.free) || h.free[i].start > offset || size > h.free[i].end-offset {
		return false, fmt.Errorf("heap: [%#x, %#x) is not free", offset, offset+size)
	}
	s := h.free[i]
	rest := make([]span, 0, 2)
	if s.start < offset {
		rest = append(rest, span{s.start, offset})
	}
	if offset+size < s.end {
		rest = append(rest, span{offset + size, s.end})
	}
	h.free = append(h.free[:i], append(rest, h.free[i+1:]...)...)
	h.inUse += size
	fresh = offset >= h.fresh
	h.fresh = max(h.fresh, offset+size)
	return fresh, nil
}

// Release frees what Take allocated.
func (h *Heap) Release(offset, size uint64) {
	size = blockSize(size)
	h.inUse -= size
	i := sort.Search(len(h.free), func(i int) bool { return h.free[i].start > offset })
	s := span{offset, offset + size}
	j := i
	if i > 0 && h.free[i-1].end == s.start {
		i--
		s.start = h.free[i].start
	}
	if j < len(h.free) && h.free[j].start == s.end {
		s.end = h.free[j].end
		j++
	}
	h.free = append(h.free[:i], append([]span{s}, h.free[j:]...)...)
}

// InUse is how many bytes are allocated.
func (h *Heap) InUse() uint64 { return h.inUse }

func roundUp(n uint64) uint64 { return (n + Align - 1) &^ (Align - 1) }

// blockSize is what a request takes: a request of nothing takes a block too, so
// that it has an address of its own.
func blockSize(size uint64) uint64 { return max(Align, roundUp(size)) }
