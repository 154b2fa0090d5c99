package coarray

import (
	"fmt"
	"slices"
	"sort"

	"github.com/coral-pgas/coral/internal/rt/async"
)

// SortAsync begins to sort the elements of src of all images together; compare is negative, zero or positive. Image k receives part k of
// the sorted whole in dst. All src and dst have the same length. Equal elements keep their order, image by image. Sort waits for it.
func SortAsync[T any](me *Image, dst, src []T, compare func(a, b T) int, options ...AsyncOption) error {
	s := newSorting(me, dst, src, compare)
	return s.begin(options, s.steps())
}

func Sort[T any](me *Image, dst, src []T, compare func(a, b T) int) error {
	s := newSorting(me, dst, src, compare)
	return s.do(s.steps())
}

// sorting is a sample sort on one image. Each image sorts its part and shows p elements of it, at equal distances; of all these, sorted, every
// p-th divides the whole into p ranges, of which image k merges the k-th; then the lengths are made equal. Elements that are
// equal are told apart by image and place, so that no range becomes long by them, and the sort is stable.
type sorting[T any] struct {
	*collective
	dst, own []T
	compare  func(a, b T) int
	lengths  []int64
	samples  []T
	in       [][]byte
	merged   []T
	counts   []int64
}

func newSorting[T any](me *Image, dst, src []T, compare func(a, b T) int) *sorting[T] {
	c := prepare[T](me)
	c.length("dst", len(dst), len(src))
	return &sorting[T]{collective: c, dst: dst, own: slices.Clone(src), compare: compare}
}

func (s *sorting[T]) steps() func() async.Pattern {
	n := s.me.NumImages()
	return steps(
		func() async.Pattern {
			s.lengths = make([]int64, n)
			return async.AllGather(bytesOf(s.lengths), bytesOf([]int64{int64(len(s.own))}))
		},
		s.sample,
		s.divide,
		func() async.Pattern {
			s.merge()
			s.counts = make([]int64, n)
			return async.AllGather(bytesOf(s.counts), bytesOf([]int64{int64(len(s.merged))}))
		},
		s.level,
		func() async.Pattern {
			at := 0
			for _, part := range s.in {
				at += copy(s.dst[at:], elementsAt[T](part))
			}
			return nil
		})
}

// sample sorts the image's part and shows elements of it.
func (s *sorting[T]) sample() async.Pattern {
	for k, length := range s.lengths {
		if int(length) != len(s.own) {
			return async.Failure(fmt.Errorf("%w: a sort of %d elements here, %d on image %d", ErrSizes, len(s.own), length, k+1))
		}
	}
	if len(s.own) == 0 {
		return nil
	}
	slices.SortStableFunc(s.own, s.compare)
	n := s.me.NumImages()
	shown := make([]T, n)
	for j := range shown {
		shown[j] = s.own[s.shownAt(j)]
	}
	s.samples = make([]T, n*n)
	return async.AllGather(bytesOf(s.samples), bytesOf(shown))
}

// shownAt is where in a part its j-th sample stands.
func (s *sorting[T]) shownAt(j int) int { return j * len(s.own) / s.me.NumImages() }

// key is an element with its place, which decides between equal ones.
type key[T any] struct {
	value    T
	image, i int
}

func (s *sorting[T]) compareKeys(a, b key[T]) int {
	if order := s.compare(a.value, b.value); order != 0 {
		return order
	}
	if a.image != b.image {
		return a.image - b.image
	}
	return a.i - b.i
}

// divide sends every image its range of this one's part.
func (s *sorting[T]) divide() async.Pattern {
	n := s.me.NumImages()
	keys := make([]key[T], 0, n*n)
	for image := range n {
		for j := range n {
			keys = append(keys, key[T]{s.samples[image*n+j], image, s.shownAt(j)})
		}
	}
	slices.SortFunc(keys, s.compareKeys)
	out, from := make([][]byte, n), 0
	for k := range n {
		to := len(s.own)
		if k+1 < n {
			first := keys[(k+1)*n] // of the next image's range
			to = sort.Search(len(s.own), func(i int) bool { return s.compareKeys(key[T]{s.own[i], s.me.Index() - 1, i}, first) >= 0 })
		}
		out[k] = bytesOf(s.own[from:to])
		from = to
	}
	s.in = make([][]byte, n)
	return async.Exchange(s.in, out)
}

// merge merges what has come: sorted runs, in the order of images. Neighbours are merged until one is left.
func (s *sorting[T]) merge() {
	runs := make([][]T, len(s.in))
	for k, part := range s.in {
		runs[k] = elementsAt[T](part)
	}
	for len(runs) > 1 {
		half := runs[:0]
		for k := 0; k < len(runs); k += 2 {
			if k+1 < len(runs) {
				half = append(half, s.mergeTwo(runs[k], runs[k+1]))
			} else {
				half = append(half, runs[k])
			}
		}
		runs = half
	}
	s.merged = runs[0]
}

func (s *sorting[T]) mergeTwo(a, b []T) []T {
	merged := make([]T, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if s.compare(b[0], a[0]) < 0 {
			merged, b = append(merged, b[0]), b[1:]
		} else {
			merged, a = append(merged, a[0]), a[1:]
		}
	}
	return append(append(merged, a...), b...)
}

// level sends what belongs to other images' parts of the whole there.
func (s *sorting[T]) level() async.Pattern {
	n, first := s.me.NumImages(), 0
	for _, count := range s.counts[:s.me.Index()-1] {
		first += int(count)
	}
	out := make([][]byte, n)
	for k := range n {
		from := min(max(k*len(s.own)-first, 0), len(s.merged))
		to := min(max((k+1)*len(s.own)-first, 0), len(s.merged))
		out[k] = bytesOf(s.merged[from:to])
	}
	s.in = make([][]byte, n)
	return async.Exchange(s.in, out)
}
