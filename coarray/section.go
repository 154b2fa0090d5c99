package coarray

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"
)

// MaxRank is how many dimensions a coarray may have.
const MaxRank = 8

// Subscript chooses elements of one dimension of a Section: Index, Range or All. The zero value
// chooses none, which the section says.
type Subscript struct {
	kind         subscriptKind
	lo, hi, step int
}

type subscriptKind uint8

const (
	subscriptNone subscriptKind = iota
	subscriptIndex
	subscriptRange
	subscriptAll
)

// Index is one element; the section does not have the dimension. Elements count from 0.
func Index(i int) Subscript { return Subscript{subscriptIndex, i, i + 1, 1} }

// Range is the elements from lo up to hi, without hi, as in a slice expression.
func Range(lo, hi int) Subscript { return Subscript{subscriptRange, lo, hi, 1} }

// All is the whole dimension.
func All() Subscript { return Subscript{kind: subscriptAll, step: 1} }

// By is a Range with another step, which may be negative: Range(8, -1).By(-2) is 8, 6, 4, 2, 0. Of
// All it is every step-th element, from the last one on if step is negative. Of Index it is the
// same Index.
func (s Subscript) By(step int) Subscript {
	if s.kind != subscriptIndex {
		s.step = step
	}
	return s
}

// of is the subscript where a dimension has n elements: All becomes a Range.
func (s Subscript) of(n int) Subscript {
	if s.kind == subscriptAll {
		s.lo, s.hi = 0, n
		if s.step < 0 {
			s.lo, s.hi = n-1, -1
		}
	}
	return s
}

// backwards tells whether a Range runs against its step: it would choose nothing, as no slice
// expression may.
func (s Subscript) backwards() bool {
	return s.kind == subscriptRange && (s.step > 0 && s.hi < s.lo || s.step < 0 && s.hi > s.lo)
}

func (s Subscript) errBackwards() error {
	if s.step > 0 {
		return placed("%w: Range(%d, %d) ends before it begins: to go down, write "+
			"Range(%[2]d, %[3]d).By(%d)", ErrShape, s.lo, s.hi, -s.step)
	}
	return placed("%w: Range(%d, %d) goes up, but its step By(%d) goes down", ErrShape, s.lo, s.hi,
		s.step)
}

// last is the last element of a Range that is not empty. It is computed without signs, since the
// distance from lo to hi may be too large for an int.
func (s Subscript) last() int {
	lo, step := uint(s.lo), uint(s.step)
	if s.step < 0 {
		return int(lo + (lo-uint(s.hi)-1)/-step*step)
	}
	return int(lo + (uint(s.hi)-lo-1)/step*step)
}

// count is how many elements a Range has, or more than there can be: bounds may be any numbers.
func (s Subscript) count() int {
	var distance, step uint
	switch {
	case s.step > 0 && s.hi > s.lo:
		distance, step = uint(s.hi)-uint(s.lo), uint(s.step)
	case s.step < 0 && s.hi < s.lo:
		distance, step = uint(s.lo)-uint(s.hi), -uint(s.step)
	default:
		return 0
	}
	return int(min((distance-1)/step, math.MaxInt-1)) + 1
}

// grid is elements at equal distances in each dimension.
type grid struct {
	first  int // element
	rank   int
	extent [MaxRank]int
	stride [MaxRank]int // in elements
}

// detail is what there is to know of a section that is not just elements equally far apart in
// mapped memory.
type detail[T any] struct {
	plain bool // of a line: only of.c holds, the coarray
	grid
	of     Coindexed[T]
	pieces grid // the same elements in the same order, in as few dimensions as possible
	// low and high are the addresses of the section's lowest and highest element; offsets from the
	// coarray's beginning where it is not mapped.
	low, high uintptr
	err       error
}

// Section is a section of this image's part. See Coindexed.Section.
func (c *Coarray[T]) Section(subscripts ...Subscript) Section[T] {
	return c.own().Section(subscripts...)
}

// nowhere says whether it would be a section on NoImage.
func (s Section[T]) nowhere() bool {
	d := s.more()
	return d != nil && d.err != nil && d.of.bounds != nil && d.of.coarray().usable() == nil &&
		d.of.image == NoImage
}

// Section is the section with the subscripts given, one for each dimension: Index, which takes the
// dimension away, Range, or All.
func (r Coindexed[T]) Section(subscripts ...Subscript) Section[T] {
	c := r.coarray()
	if r.memory == nil || c.why.Load() != nil {
		var err error
		if r, err = r.resolve(); err != nil {
			return noLine(&detail[T]{of: r, err: err})
		}
	}
	var g grid
	if err := g.choose(c.dims, len(c.local), subscripts); err != nil {
		return none[T](err)
	}
	return r.section(&g)
}

// choose makes g the elements with the subscripts given of an array with these dimensions, length
// elements together. Subscripts are not kept, nor are they given to fmt: the caller's need no
// memory then.
func (g *grid) choose(dims []int, length int, subscripts []Subscript) error {
	if len(subscripts) != len(dims) {
		return placed("%w: %d subscripts for %d dimensions", ErrShape, len(subscripts),
			len(dims))
	}
	distance := length
	for d, subscript := range subscripts {
		if dims[d] == 0 {
			distance = 0
		} else {
			distance /= dims[d]
		}
		span := subscript
		switch span.kind {
		case subscriptIndex:
			if uint(span.lo) >= uint(dims[d]) {
				return placed("%w: subscript %d of dimension %d, which has %d elements",
					ErrShape, span.lo, d+1, dims[d])
			}
			g.first += span.lo * distance
			continue
		case subscriptAll:
			span = span.of(dims[d])
		case subscriptNone:
			return placed("%w: subscript of dimension %d: %w: take Index, Range or All",
				ErrShape, d+1, ErrZeroValue)
		}
		n := span.count()
		switch {
		case span.step == 0:
			return placed("%w: the step of dimension %d is 0", ErrShape, d+1)
		case span.backwards():
			return fmt.Errorf("dimension %d: %w", d+1, span.errBackwards())
		}
		if n > 0 {
			last := span.last()
			if uint(span.lo) >= uint(dims[d]) || uint(last) >= uint(dims[d]) {
				return placed("%w: subscripts %d to %d of dimension %d, which has %d elements",
					ErrShape, span.lo, last, d+1, dims[d])
			}
			g.first += span.lo * distance
		}
		g.extent[g.rank], g.stride[g.rank] = n, span.step*distance
		g.rank++
	}
	return nil
}

// alike says whether two grids have the same shape.
func (g *grid) alike(other *grid) bool {
	if g.rank != other.rank {
		return false
	}
	for d := range g.rank {
		if g.extent[d] != other.extent[d] {
			return false
		}
	}
	return true
}

// len is the number of elements.
func (g *grid) len() int {
	n := 1
	for _, e := range g.extent[:g.rank] {
		n *= e
	}
	return n
}

// fold is g in as few dimensions as possible: those that continue each other count as one, those of
// one element as none. g is not empty.
func (g *grid) fold() grid {
	f := grid{first: g.first}
	for d := range g.rank {
		e, s := g.extent[d], g.stride[d]
		switch {
		case e == 1:
		case f.rank > 0 && f.stride[f.rank-1] == e*s:
			f.extent[f.rank-1] *= e
			f.stride[f.rank-1] = s
		default:
			f.extent[f.rank], f.stride[f.rank] = e, s
			f.rank++
		}
	}
	return f
}

// dense is the shape of g over memory that holds nothing else.
func (g *grid) dense() grid {
	d := grid{rank: g.rank, extent: g.extent}
	distance := 1
	for k := g.rank - 1; k >= 0; k-- {
		d.stride[k] = distance
		distance *= g.extent[k]
	}
	return d
}

// reach is the lowest and the highest element. g is not empty.
func (g *grid) reach() (low, high int) {
	low, high = g.first, g.first
	for k := range g.rank {
		if n := (g.extent[k] - 1) * g.stride[k]; n < 0 {
			low += n
		} else {
			high += n
		}
	}
	return low, high
}

// Len is the number of elements. It is 0 if Err is not nil. Shape has the number of elements in
// each dimension.
func (s Section[T]) Len() int {
	switch {
	case s.more() == nil:
		return s.count()
	case s.more().err != nil:
		return 0
	}
	return s.more().len()
}

// Shape is how many elements there are in each dimension that is left.
func (s Section[T]) Shape() []int {
	switch {
	case s.more() != nil:
		return slices.Clone(s.more().extent[:s.more().rank])
	case s.step == 0:
		return []int{}
	}
	return []int{s.count()}
}

// Err says why the section is none; nil if it is one.
func (s Section[T]) Err() error {
	switch {
	case s.info == nil:
		return unset("Section", "Coarray.Section or Coindexed.Section")
	case s.info.err != nil:
		return s.info.err
	}
	return s.info.of.coarray().usable()
}

// fits says whether s can be set to src.
func (s Section[T]) fits(src Section[T]) error {
	if err := s.Err(); err != nil {
		return err
	}
	if err := src.Err(); err != nil {
		return err
	}
	if s.more() != nil && src.more() != nil && s.more().alike(&src.more().grid) {
		return nil
	}
	if !slices.Equal(s.Shape(), src.Shape()) {
		return placed("%w: a section of shape %v cannot be set to one of shape %v", ErrShape,
			s.Shape(), src.Shape())
	}
	return nil
}

func (s Section[T]) copyFrom(src Section[T]) error {
	if !s.live() || !src.live() {
		return s.fits(src)
	}
	if n := s.count(); s.more() == nil && src.more() == nil && n == src.count() &&
		(s.step == 0) == (src.step == 0) {
		switch {
		case n == 0:
			return s.fits(src)
		case !s.copyLine(src):
			return s.copyByBuffer(src)
		}
		return nil
	}
	if s.isBlock() && src.isBlock() && s.info.alike(&src.info.grid) && !s.overlaps(src) {
		to, from := s.info, src.info
		copyRows[T](&to.pieces, to.memory(), &from.pieces.stride, from.memory())
		return nil
	}
	if err := s.fits(src); err != nil || s.Len() == 0 {
		return err
	}
	if s.overlaps(src) || !s.isMapped() && !src.isMapped() {
		return s.copyByBuffer(src)
	}
	switch {
	case !s.isMapped():
		g := src.grid()
		return s.more().put(&g, src.part())
	case !src.isMapped():
		g := s.grid()
		return src.more().get(&g, s.part())
	}
	s.copyMapped(src)
	return nil
}

func (s Section[T]) copyByBuffer(src Section[T]) error {
	buffer := make([]T, s.Len())
	if err := src.CopyTo(buffer); err != nil {
		return err
	}
	return s.CopyFromSlice(buffer)
}

// copyDetailFrom is CopyFromSlice of what is no line, or not of the slice's length.
func (s Section[T]) copyDetailFrom(src []T) error {
	if s.Err() != nil || len(src) != s.Len() {
		return s.misfit(len(src))
	}
	switch {
	case len(src) == 0:
	case !s.isMapped():
		dense := s.more().dense()
		return s.more().put(&dense, src)
	default:
		s.scatterPieces(src)
	}
	return nil
}

// copyDetailTo is CopyTo of what is no line, or not of the slice's length.
func (s Section[T]) copyDetailTo(dst []T) error {
	if s.Err() != nil || len(dst) != s.Len() {
		return s.misfit(len(dst))
	}
	switch {
	case len(dst) == 0:
	case !s.isMapped():
		dense := s.more().dense()
		return s.more().get(&dense, dst)
	default:
		s.gatherPieces(dst)
	}
	return nil
}

// Fill sets all elements to v.
func (s Section[T]) Fill(v T) error {
	if err := s.Err(); err != nil {
		return err
	}
	n := min(s.Len(), fillUnit)
	kept, _ := fillSpare.Get().(*[]T) // nil: there is none, or its elements are of another type
	if kept == nil || cap(*kept) < n {
		kept = new([]T)
		*kept = make([]T, n, 1<<bits.Len(uint(n-1))) // for somewhat longer ones, too
	}
	defer fillSpare.Put(kept)
	values := (*kept)[:n]
	for i := range values {
		values[i] = v
	}
	if s.Len() <= fillUnit {
		return s.CopyFromSlice(values)
	}
	return s.fill(values)
}

// fillSpare is memory that Fill has used. With memory of its own, each of many short fills would
// bring the garbage collector nearer, which takes longer than they do.
var fillSpare sync.Pool

// fillUnit is how many elements Fill sets at once.
const fillUnit = 4096

// fill sets the elements, more than fillUnit, to values, which are all the same, plane by plane.
func (s Section[T]) fill(values []T) error {
	if s.more() == nil {
		for at, all := 0, s.count(); at < all; at += len(values) {
			n := min(len(values), all-at)
			if err := s.cut(at, n).CopyFromSlice(values[:n]); err != nil {
				return err
			}
		}
		return nil
	}
	d := s.more()
	longest := 0
	for k, e := range d.extent[:d.rank] {
		if e > d.extent[longest] {
			longest = k
		}
	}
	// Halves along the longest dimension, until they are short enough.
	half, rest := d.grid, d.grid
	half.extent[longest] /= 2
	rest.extent[longest] -= half.extent[longest]
	rest.first += half.extent[longest] * rest.stride[longest]
	for _, g := range []grid{half, rest} {
		part := d.of.section(&g)
		if n := part.Len(); n > fillUnit {
			if err := part.fill(values); err != nil {
				return err
			}
		} else if err := part.CopyFromSlice(values[:n]); err != nil {
			return err
		}
	}
	return nil
}

func (s Section[T]) misfit(n int) error {
	if err := s.Err(); err != nil {
		return err
	}
	return placed("%w: section of %d elements, slice of %d", ErrShape, s.Len(), n)
}

// put copies a grid of memory to the section, which is not mapped here; get does the reverse.
func (d *detail[T]) put(src *grid, memory []T) error {
	c := d.of.coarray()
	rank, err := d.of.rank()
	if err != nil || sizeOf[T]() == 0 {
		return err
	}
	return c.me.w.PutSection(rank, bytesOfGrid[T](&d.grid, c.offset), bytesOf(memory),
		bytesOfGrid[T](src, 0))
}

func (d *detail[T]) get(dst *grid, memory []T) error {
	c := d.of.coarray()
	rank, err := d.of.rank()
	if err != nil || sizeOf[T]() == 0 {
		return err
	}
	return c.me.w.GetSection(rank, bytesOfGrid[T](&d.grid, c.offset), bytesOf(memory),
		bytesOfGrid[T](dst, 0))
}
