package layout

import "fmt"

// Geometry is how a run divides its memory object. Launcher computes it once; images receive it.
type Geometry struct {
	Images int
	Stride uint64 // bytes from one image's slot to the next
	Static uint64 // bytes reserved at a slot's start for the program's own data
	Guard  uint64 // bytes at a slot's end that are never mapped
}

// window is how many addresses the images of a run divide.
func window(unmapped bool) uint64 {
	if unmapped {
		return UnmappedWindowSize
	}
	return WindowSize
}

// MostImages is how many images a run can have; unmapped: where not all of them are mapped.
func MostImages(unmapped bool) int { return mostIn(window(unmapped)) }

func mostIn(window uint64) int { return min(MaxImages, int(window/StrideUnit)) }

// Plan divides a window for n images; unmapped is the setting that treats other images as not
// mapped.
func Plan(n int, unmapped bool) (Geometry, error) {
	return PlanWithin(window(unmapped), n, unmapped)
}

// PlanWithin divides a window of a size of its own, for processes that have fewer addresses than
// others.
func PlanWithin(window uint64, n int, unmapped bool) (Geometry, error) {
	if most := mostIn(window); n < 1 || n > most {
		what := "one machine takes"
		if unmapped {
			what = "where not all are mapped there may be"
		}
		return Geometry{}, fmt.Errorf("%d images: %s 1 to %d", n, what, most)
	}
	stride := min(window/uint64(n), MaxStride)
	stride = oddUnits(stride/StrideUnit) * StrideUnit
	const huge = 2 << 20
	down := func(x uint64) uint64 { return x &^ (huge - 1) }
	return Geometry{
		Images: n,
		Stride: stride,
		Static: down(min(stride/4, 16<<30)),
		Guard:  down(min(stride/8, 2<<30)),
	}, nil
}

// oddUnits makes a number of StrideUnits odd. Processors that find a line of the first cache by a
// hash of the low 28 bits of its address (Zen) hold only one of two lines that agree in them, and
// with a power of two in the stride that would be every element and the one with the same
// subscripts on another image.
func oddUnits(n uint64) uint64 {
	if n%2 == 0 {
		return n - 1
	}
	return n
}

// ControlOffset is where an image's Control lies in its slot.
func (g Geometry) ControlOffset() uint64 { return g.Static }

// HeapOffset is where the symmetric heap begins in a slot.
func (g Geometry) HeapOffset() uint64 { return g.Static + ControlSize }

// HeapSize is how many bytes the symmetric heap of one image has: half of the rest of the slot. The
// other half is its local heap.
func (g Geometry) HeapSize() uint64 {
	return (g.Stride - g.Guard - g.HeapOffset()) / 2 &^ (1<<21 - 1)
}

// JobOffset is where the Job area lies in the memory object.
func (g Geometry) JobOffset() uint64 { return uint64(g.Images) * g.Stride }

// JobForm is where the initial team's FormTable lies in the Job area.
func (g Geometry) JobForm() uint64 { return JobStatus + uint64(g.Images)*StatusSize }

// JobSize is the size of the Job area, in whole pages.
func (g Geometry) JobSize() uint64 {
	return (g.JobForm() + FormTable(g.Images) + 4095) &^ 4095
}

// FileSize is the size of the (sparse) memory object.
func (g Geometry) FileSize() uint64 { return g.JobOffset() + g.JobSize() }
