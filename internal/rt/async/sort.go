package async

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sort"

	"github.com/coral-pgas/coral/internal/rt"
)

// Order is how elements, as their bytes, are compared. Its methods are called on the image's
// goroutine.
type Order interface {
	// Compare is negative, zero or positive.
	Compare(a, b []byte) int
	// Sort sorts elements in place, Merge merges two sorted runs into out; both are stable.
	Sort(elements []byte)
	Merge(out, a, b []byte)
}

// Sort gives the patterns of a sort of the elements, of elem bytes, of src of all members: member k
// receives part k of the sorted whole in dst. All bring the same number. Equal elements keep their
// order, member by member.
func Sort(team *rt.Team, elem int, dst, src []byte, order Order) func() Pattern {
	s := &sorting{team: team, n: team.Size(), elem: elem, dst: dst, own: slices.Clone(src),
		order: order}
	return s.steps()
}

// sorting is a sample sort on one image. Each image sorts its part and shows p elements of it, at
// equal distances; of all these, sorted, every p-th divides the whole into p ranges, of which image
// k merges the k-th; then the lengths are made equal. Elements that are equal are told apart by
// image and place, so that no range becomes long by them, and the sort is stable.
type sorting struct {
	team     *rt.Team
	n        int // members
	elem     int
	dst, own []byte
	order    Order
	lengths  []byte // words, as counts
	samples  []byte
	in       [][]byte
	merged   []byte
	counts   []byte
}

func (s *sorting) steps() func() Pattern {
	return Steps(
		func() Pattern {
			s.lengths = make([]byte, 8*s.n)
			return AllGather(s.lengths, word(len(s.own)))
		},
		s.sample,
		s.divide,
		func() Pattern {
			s.merge()
			s.counts = make([]byte, 8*s.n)
			return AllGather(s.counts, word(s.length(s.merged)))
		},
		s.level,
		func() Pattern {
			at := 0
			for _, part := range s.in {
				at += copy(s.dst[at:], part)
			}
			return nil
		})
}

// Steps gives patterns one after the other, each made when its turn comes; one that is nil is the
// end.
func Steps(makers ...func() Pattern) func() Pattern {
	return func() Pattern {
		if len(makers) == 0 {
			return nil
		}
		first := makers[0]
		makers = makers[1:]
		return first()
	}
}

func word(n int) []byte { return binary.NativeEndian.AppendUint64(nil, uint64(n)) }

func wordAt(words []byte, i int) int { return int(binary.NativeEndian.Uint64(words[8*i:])) }

// length is how many elements there are in some bytes, at is one of them.
func (s *sorting) length(elements []byte) int         { return len(elements) / max(s.elem, 1) }
func (s *sorting) at(elements []byte, i int) []byte   { return elements[i*s.elem : (i+1)*s.elem] }
func (s *sorting) part(e []byte, from, to int) []byte { return e[from*s.elem : to*s.elem] }

// sample sorts the image's part and shows elements of it.
func (s *sorting) sample() Pattern {
	for k := range s.n {
		if bytes := wordAt(s.lengths, k); bytes != len(s.own) {
			return Failure(fmt.Errorf("%w: a sort of %d elements here, %d on image %d",
				rt.ErrLengths, s.length(s.own), bytes/max(s.elem, 1), k+1))
		}
	}
	if len(s.own) == 0 {
		return nil
	}
	s.order.Sort(s.own)
	shown := make([]byte, 0, s.n*s.elem)
	for j := range s.n {
		shown = append(shown, s.at(s.own, s.shownAt(j))...)
	}
	s.samples = make([]byte, s.n*s.n*s.elem)
	return AllGather(s.samples, shown)
}

// shownAt is where in a part its j-th sample stands.
func (s *sorting) shownAt(j int) int { return j * s.length(s.own) / s.n }

// sortKey is an element with its place, which decides between equal ones.
type sortKey struct {
	value     []byte
	member, i int
}

func (s *sorting) compareKeys(a, b sortKey) int {
	if order := s.order.Compare(a.value, b.value); order != 0 {
		return order
	}
	if a.member != b.member {
		return a.member - b.member
	}
	return a.i - b.i
}

// divide sends every image its range of this one's part.
func (s *sorting) divide() Pattern {
	keys := make([]sortKey, 0, s.n*s.n)
	for member := range s.n {
		for j := range s.n {
			keys = append(keys, sortKey{s.at(s.samples, member*s.n+j), member, s.shownAt(j)})
		}
	}
	slices.SortFunc(keys, s.compareKeys)
	out, from := make([][]byte, s.n), 0
	for k := range s.n {
		to := s.length(s.own)
		if k+1 < s.n {
			first := keys[(k+1)*s.n] // of the next image's range
			to = sort.Search(to,
				func(i int) bool {
					return s.compareKeys(sortKey{s.at(s.own, i), s.team.Rank(), i},
						first) >= 0
				})
		}
		out[k] = s.part(s.own, from, to)
		from = to
	}
	s.in = make([][]byte, s.n)
	return Exchange(s.in, out)
}

// merge merges what has come: sorted runs, in the order of images. Neighbours are merged until one
// is left.
func (s *sorting) merge() {
	runs := slices.Clone(s.in)
	for len(runs) > 1 {
		half := runs[:0]
		for k := 0; k < len(runs); k += 2 {
			if k+1 == len(runs) {
				half = append(half, runs[k])
				continue
			}
			merged := make([]byte, len(runs[k])+len(runs[k+1]))
			s.order.Merge(merged, runs[k], runs[k+1])
			half = append(half, merged)
		}
		runs = half
	}
	s.merged = runs[0]
}

// level sends what belongs to other images' parts of the whole there.
func (s *sorting) level() Pattern {
	first, each := 0, s.length(s.own)
	for k := range s.team.Rank() {
		first += wordAt(s.counts, k)
	}
	out := make([][]byte, s.n)
	for k := range s.n {
		have := s.length(s.merged)
		out[k] = s.part(s.merged, min(max(k*each-first, 0), have),
			min(max((k+1)*each-first, 0), have))
	}
	s.in = make([][]byte, s.n)
	return Exchange(s.in, out)
}
