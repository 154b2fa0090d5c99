package conduit

import (
	"errors"
	"fmt"
)

// Section describes elements at equal distances in each dimension, of which
// there are len(Extent); the last varies fastest by convention only.
type Section struct {
	Offset uint64 // of the first element: in the slot, or in the local memory
	Elem   int    // bytes of an element
	Extent []int
	Stride []int64 // bytes from one element to the next, in each dimension
}

// ErrSection is the error of sections that do not fit together or their memory.
var ErrSection = errors.New("sections do not fit together")

// Size is the number of bytes of all elements.
func (s Section) Size() int {
	n := s.Elem
	for _, e := range s.Extent {
		n *= e
	}
	return n
}

// Check says whether a section of n bytes of memory is inside it, and whether
// its shape is that of other.
func (s Section) Check(other Section, memory int) error {
	if len(s.Extent) != len(s.Stride) || len(s.Extent) != len(other.Extent) ||
		s.Elem != other.Elem || s.Elem <= 0 {
		return fmt.Errorf("%w: ranks %d and %d, elements of %d and %d bytes", ErrSection,
			len(s.Extent), len(other.Extent), s.Elem, other.Elem)
	}
	low, high := int64(s.Offset), int64(s.Offset)+int64(s.Elem)
	for d, e := range s.Extent {
		if e != other.Extent[d] || e < 0 {
			return fmt.Errorf("%w: dimension %d has %d and %d elements", ErrSection, d+1, e,
				other.Extent[d])
		}
		if e == 0 {
			return nil
		}
		if reach := int64(e-1) * s.Stride[d]; reach < 0 {
			low += reach
		} else {
			high += reach
		}
	}
	if low < 0 || high > int64(memory) {
		return fmt.Errorf("%w: bytes %d to %d of memory of %d", ErrSection, low, high, memory)
	}
	return nil
}

// Runs calls f for each longest run of bytes that is contiguous on both sides:
// its offsets in a and b and its length. a and b have the same shape.
func Runs(a, b Section, f func(a, b uint64, n int) error) error {
	run, dims := fold(a, b)
	if run == 0 {
		return nil
	}
	return walk(a, b, dims, func(a, b uint64) error { return f(a, b, run) })
}

// Vector is runs of N bytes, Count of them, equally far apart on either side.
type Vector struct {
	A, B         uint64 // offset of the first run
	StepA, StepB int64  // from one run to the next
	N, Count     int
}

// Vectors is Runs with the runs of the longest dimension together.
func Vectors(a, b Section, f func(Vector) error) error {
	run, dims := fold(a, b)
	if run == 0 {
		return nil
	}
	v := Vector{N: run, Count: 1}
	if len(dims) > 0 {
		k := along(a, dims)
		d := dims[k]
		v.StepA, v.StepB, v.Count = a.Stride[d], b.Stride[d], a.Extent[d]
		dims = append(dims[:k], dims[k+1:]...)
	}
	return walk(a, b, dims, func(a, b uint64) error {
		v.A, v.B = a, b
		return f(v)
	})
}

// vectorsEnough is how many pieces of a vector make what describes it small beside them.
const vectorsEnough = 16

// along is which of the dimensions vectors go along: that with the smallest stride, if they are
// long enough by it, since neighbours share lines of a cache; else the longest.
func along(a Section, dims []int) int {
	nearest, longest := 0, 0
	for k, d := range dims {
		if abs(a.Stride[d]) < abs(a.Stride[dims[nearest]]) {
			nearest = k
		}
		if a.Extent[d] > a.Extent[dims[longest]] {
			longest = k
		}
	}
	if a.Extent[dims[nearest]] >= vectorsEnough {
		return nearest
	}
	return longest
}

func abs(n int64) int64 { return max(n, -n) }

// fold gives the longest run of bytes that is contiguous on both sides, and the dimensions that are
// not part of it. Dimensions that continue the run become part of it whatever their order, first
// those with the smallest stride. The run of an empty section has no bytes.
func fold(a, b Section) (run int, dims []int) {
	run = a.Elem
	used := make([]bool, len(a.Extent))
	for again := true; again; {
		again = false
		for d, e := range a.Extent {
			if e == 0 {
				return 0, nil
			}
			if !used[d] && (e == 1 || a.Stride[d] == int64(run) && b.Stride[d] == int64(run)) {
				used[d], again = true, true
				run *= e
			}
		}
	}
	for d := range a.Extent {
		if !used[d] {
			dims = append(dims, d)
		}
	}
	return run, dims
}

// walk calls f for every index in the dimensions given, the last of them fastest, with the offsets
// in a and b.
func walk(a, b Section, dims []int, f func(a, b uint64) error) error {
	index := make([]int, len(dims))
	pa, pb := int64(a.Offset), int64(b.Offset)
	for {
		if err := f(uint64(pa), uint64(pb)); err != nil {
			return err
		}
		k := len(dims) - 1
		for ; k >= 0; k-- {
			d := dims[k]
			index[k]++
			pa += a.Stride[d]
			pb += b.Stride[d]
			if index[k] < a.Extent[d] {
				break
			}
			pa -= int64(index[k]) * a.Stride[d]
			pb -= int64(index[k]) * b.Stride[d]
			index[k] = 0
		}
		if k < 0 {
			return nil
		}
	}
}
