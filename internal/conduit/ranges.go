package conduit

import (
	"slices"
	"sort"
)

// Ranges is a set of bytes of an image's slot, as what puts are on their way to. It has bounded
// size: beyond mostRanges it may hold bytes between that nobody has added, so that Overlaps says
// true where it need not. The zero value is empty. It is for one goroutine at a time.
type Ranges struct{ list []byteRange } // in order; they neither overlap nor touch

// byteRange is from low to high, without it.
type byteRange struct{ low, high uint64 }

// mostRanges is so many that a search takes less than a message.
const mostRanges = 64

// Empty says whether nothing has been added since the last Clear.
func (r *Ranges) Empty() bool { return len(r.list) == 0 }

// Clear empties the set.
func (r *Ranges) Clear() { r.list = r.list[:0] }

// first is the index of the first range that ends at low or behind.
func (r *Ranges) first(low uint64) int {
	return sort.Search(len(r.list), func(i int) bool { return r.list[i].high >= low })
}

// Overlaps says whether any of the n bytes from low on may be in the set.
func (r *Ranges) Overlaps(low uint64, n int) bool {
	if n == 0 || len(r.list) == 0 {
		return false
	}
	i := r.first(low + 1)
	return i < len(r.list) && r.list[i].low < low+uint64(n)
}

// Add adds n bytes from low on.
func (r *Ranges) Add(low uint64, n int) {
	if n == 0 {
		return
	}
	high := low + uint64(n)
	i := r.first(low)
	j := i
	for ; j < len(r.list) && r.list[j].low <= high; j++ {
		low, high = min(low, r.list[j].low), max(high, r.list[j].high)
	}
	r.list = slices.Replace(r.list, i, j, byteRange{low, high})
	if len(r.list) > mostRanges {
		r.joinNearest()
	}
}

// joinNearest makes one of the two neighbours that are least apart.
func (r *Ranges) joinNearest() {
	best := 1
	for i := 2; i < len(r.list); i++ {
		if r.list[i].low-r.list[i-1].high < r.list[best].low-r.list[best-1].high {
			best = i
		}
	}
	r.list[best-1].high = r.list[best].high
	r.list = slices.Delete(r.list, best, best+1)
}
