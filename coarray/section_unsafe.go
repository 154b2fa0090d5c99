package coarray

import (
	"math"
	"slices"
	"unsafe"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/async"
)

// Section is a part of a coarray on one image: elements at equal distances in each dimension. It is
// a small value; if it is none, its first use says why. What does not change from one copy to the
// next is worked out when it is made: a section that a loop uses again and again is best made
// before the loop.
type Section[T any] struct {
	// memory is the first element where the elements, in their order, lie equally far apart in
	// memory that is mapped here: a line. Else it is nil, step is 0, and info says all.
	memory unsafe.Pointer
	// dense is how many elements there are, if they are one piece: one comparison tells a copy that
	// it may go ahead. Of another line it is ^n for n elements, and of no line noDense.
	dense int
	step  int        // in elements; 0: the section has no dimension
	info  *detail[T] // of a line that has no or one dimension: Coarray.plain, or nil inside a copy
}

// line makes a section that is a line, n elements that are step apart.
func line[T any](first unsafe.Pointer, n, step int, info *detail[T]) Section[T] {
	if step != 1 {
		n = ^n
	}
	return Section[T]{first, n, step, info}
}

// more is what there is to know of a section beyond a line; nil: it is a line that has no or one
// dimension.
func (s Section[T]) more() *detail[T] {
	if s.info == nil || s.info.plain {
		return nil
	}
	return s.info
}

// live tells whether the section's coarray has not been freed: then the memory is not that of
// another coarray.
func (s Section[T]) live() bool {
	if s.info == nil {
		return false
	}
	c := s.info.of.coarray()
	return c != nil && c.why.Load() == nil
}

// noDense is Section.dense of no line: neither it nor its complement is the length of a slice.
const noDense = math.MinInt

// count is how many elements a line has.
func (s Section[T]) count() int { return max(s.dense, ^s.dense) }

// section is the grid as a section of an image's part.
func (r Coindexed[T]) section(g *grid) Section[T] {
	if r.memory != nil {
		switch g.rank {
		case 0:
			return line(element[T](r.memory, g.first), 1, 0, &r.bounds.c.plain)
		case 1:
			step := g.stride[0]
			if step == 0 {
				step = 1 // of no elements
			}
			return line(element[T](r.memory, g.first), g.extent[0], step, &r.bounds.c.plain)
		}
	}
	return r.detailed(g)
}

// detailed is section where that needs a detail.
func (r Coindexed[T]) detailed(g *grid) Section[T] {
	d := &detail[T]{grid: *g, of: r}
	n := g.len()
	if n > 0 {
		d.pieces = g.fold()
		var v T
		low, high := g.reach()
		d.low = uintptr(r.memory) + uintptr(low)*unsafe.Sizeof(v)
		d.high = uintptr(r.memory) + uintptr(high)*unsafe.Sizeof(v)
		if p := &d.pieces; r.memory != nil && p.rank == 1 {
			return line(element[T](r.memory, p.first), n, p.stride[0], d)
		}
	}
	return noLine(d)
}

// place is where the elements lie in the slot of which rank, if they are equally far apart.
func (s Section[T]) place(w *rt.World) (rank int, offset uint64, n, step int, err error) {
	if err := s.Err(); err != nil {
		return 0, 0, 0, 0, err
	}
	if s.isLine() {
		rank, offset, err = w.Offset(s.memory)
		return rank, offset, s.count(), s.step, err
	}
	d := s.more()
	if rank, err = d.of.rank(); err != nil {
		return rank, 0, 0, 0, err
	}
	switch p := &d.pieces; {
	case d.len() == 0:
		return rank, d.of.coarray().offset, 0, 1, nil
	case p.rank == 0:
		return rank, d.of.coarray().byteOffset(p.first), 1, 0, nil
	case p.rank == 1:
		return rank, d.of.coarray().byteOffset(p.first), p.extent[0], p.stride[0], nil
	}
	return rank, 0, 0, 0, placed("%w: the elements of the section are not equally far apart",
		ErrShape)
}

func noLine[T any](d *detail[T]) Section[T] { return Section[T]{nil, noDense, 0, d} }

func none[T any](err error) Section[T] { return noLine(&detail[T]{err: err}) }

// isLine says whether the section is a line; isMapped, of one that is not empty, whether it is
// mapped at all.
func (s Section[T]) isLine() bool   { return s.memory != nil }
func (s Section[T]) isMapped() bool { return s.more() == nil || s.more().of.memory != nil }

// isBlock says whether the section is mapped rows of adjacent elements.
func (s Section[T]) isBlock() bool {
	d := s.more()
	return s.memory == nil && d != nil && d.of.memory != nil && d.pieces.rank == 2 &&
		d.pieces.stride[1] == 1
}

// memory is the first element of a section that is mapped.
func (d *detail[T]) memory() unsafe.Pointer { return element[T](d.of.memory, d.pieces.first) }

// CopyFrom sets the section to src, of the same shape. Both may be on any image,
// and may overlap.
func (s Section[T]) CopyFrom(src Section[T]) error { return s.copyFrom(src) }

// elements are those of a section that is one piece of mapped memory; of others there are none
// here.
func (s Section[T]) elements() []T {
	if s.dense <= 0 || !s.live() {
		return nil
	}
	return unsafe.Slice((*T)(s.memory), s.dense)
}

// setPieces says what a copy moves, where that is one piece of mapped memory on both sides.
func setPieces[T any](c *async.Copy, to, from []T) {
	if len(to) == 0 || len(to) != len(from) {
		return
	}
	bytes := len(to) * sizeOf[T]()
	if c.Piece = async.PieceOf(dataOf(to), dataOf(from), bytes); !c.Piece.There() {
		c.Long = async.LongPieceOf(dataOf(to), dataOf(from), bytes)
	}
}

// CopyFromSlice sets the section's elements, in their order, to those of src, of the same length.
func (s Section[T]) CopyFromSlice(src []T) error {
	if !s.live() {
		return s.misfit(len(src))
	}
	if len(src) == s.dense {
		copy(unsafe.Slice((*T)(s.memory), len(src)), src)
		return nil
	}
	return s.copyFromSlice(src)
}

// CopyTo copies the section's elements, in their order, to dst, of the same length.
func (s Section[T]) CopyTo(dst []T) error {
	if !s.live() {
		return s.misfit(len(dst))
	}
	if len(dst) == s.dense {
		copy(dst, unsafe.Slice((*T)(s.memory), len(dst)))
		return nil
	}
	return s.copyTo(dst)
}

// cut is elements [at, at+n) of a line.
func (s Section[T]) cut(at, n int) Section[T] {
	return line(element[T](s.memory, at*s.step), n, s.step, s.info)
}

// wide is up to how many bytes elements are copied eight at a time: as many larger ones would need
// memory themselves.
const wide = 64

// copyFromSlice is CopyFromSlice of what is not one piece of mapped memory. Lines are copied here,
// and not by a function that this one calls: a call costs as much as several elements, and so do
// the sums that eight elements at a time save. No address is made behind the last element, which
// may be the end of the memory.
func (s Section[T]) copyFromSlice(src []T) error {
	n := len(src)
	if n != ^s.dense {
		return s.copyDetailFrom(src)
	}
	var v T
	size := int(unsafe.Sizeof(v))
	to, step, from := s.memory, s.step*size, dataOf(src)
	for ; size <= wide && n >= 8; n -= 8 {
		a, b, c, d := *(*T)(from), *(*T)(unsafe.Add(from, size)), *(*T)(unsafe.Add(from,
			2*size)), *(*T)(unsafe.Add(from, 3*size))
		e, f, g, h := *(*T)(unsafe.Add(from, 4*size)), *(*T)(unsafe.Add(from,
			5*size)), *(*T)(unsafe.Add(from, 6*size)), *(*T)(unsafe.Add(from, 7*size))
		*(*T)(to), *(*T)(unsafe.Add(to, step)), *(*T)(unsafe.Add(to, 2*step)), *(*T)(unsafe.Add(to,
			4*step)) = a, b, c, e
		fourth := unsafe.Add(to, 3*step)
		*(*T)(fourth), *(*T)(unsafe.Add(fourth, 2*step)), *(*T)(unsafe.Add(fourth,
			3*step)), *(*T)(unsafe.Add(fourth, 4*step)) = d, f, g, h
		if n == 8 {
			return nil
		}
		to, from = unsafe.Add(to, 8*step), unsafe.Add(from, 8*size)
	}
	for at, i := 0, 0; n > 0; n-- {
		*(*T)(unsafe.Add(to, at)) = *(*T)(unsafe.Add(from, i))
		at, i = at+step, i+size
	}
	return nil
}

// copyTo is CopyTo of what is not one piece of mapped memory.
func (s Section[T]) copyTo(dst []T) error {
	n := len(dst)
	if n != ^s.dense {
		return s.copyDetailTo(dst)
	}
	var v T
	size := int(unsafe.Sizeof(v))
	from, step, to := s.memory, s.step*size, dataOf(dst)
	for ; size <= wide && n >= 8; n -= 8 {
		fourth := unsafe.Add(from, 3*step)
		a, b, c, e := *(*T)(from), *(*T)(unsafe.Add(from, step)), *(*T)(unsafe.Add(from,
			2*step)), *(*T)(unsafe.Add(from, 4*step))
		d, f, g, h := *(*T)(fourth), *(*T)(unsafe.Add(fourth, 2*step)), *(*T)(unsafe.Add(fourth,
			3*step)), *(*T)(unsafe.Add(fourth, 4*step))
		*(*T)(to), *(*T)(unsafe.Add(to, size)), *(*T)(unsafe.Add(to, 2*size)), *(*T)(unsafe.Add(to,
			3*size)) = a, b, c, d
		*(*T)(unsafe.Add(to, 4*size)), *(*T)(unsafe.Add(to, 5*size)), *(*T)(unsafe.Add(to,
			6*size)), *(*T)(unsafe.Add(to, 7*size)) = e, f, g, h
		if n == 8 {
			return nil
		}
		to, from = unsafe.Add(to, 8*size), unsafe.Add(from, 8*step)
	}
	for at, i := 0, 0; n > 0; n-- {
		*(*T)(unsafe.Add(to, i)) = *(*T)(unsafe.Add(from, at))
		at, i = at+step, i+size
	}
	return nil
}

// move copies n elements that lie ds and ss elements apart.
func move[T any](to unsafe.Pointer, ds int, from unsafe.Pointer, ss, n int) {
	switch {
	case ds == 1 && ss == 1:
		copy(unsafe.Slice((*T)(to), n), unsafe.Slice((*T)(from), n))
	case ss == 1:
		_ = line[T](to, n, ds, nil).copyFromSlice(unsafe.Slice((*T)(from), n))
	case ds == 1:
		_ = line[T](from, n, ss, nil).copyTo(unsafe.Slice((*T)(to), n))
	default:
		var v T
		ds, ss = ds*int(unsafe.Sizeof(v)), ss*int(unsafe.Sizeof(v))
		for i, j := 0, 0; n > 0; n-- {
			*(*T)(unsafe.Add(to, i)) = *(*T)(unsafe.Add(from, j))
			i, j = i+ds, j+ss
		}
	}
}

// copyLine copies a line to another, neither empty; false if they overlap.
func (s Section[T]) copyLine(src Section[T]) bool {
	// One piece may overlap the other: copy knows.
	if (s.step != 1 || src.step != 1) && s.overlaps(src) {
		return false
	}
	move[T](s.memory, s.step, src.memory, src.step, s.count())
	return true
}

// overlaps says whether the ranges of elements of two sections that are not empty have elements in
// common.
func (s Section[T]) overlaps(src Section[T]) bool {
	a, b := s.reach()
	c, d := src.reach()
	if s.isMapped() && src.isMapped() {
		return a <= d && c <= b
	}
	return !s.isMapped() && !src.isMapped() && s.more().of.same(src.more().of) && a <= d && c <= b
}

// reach is the addresses of the lowest and the highest element, or offsets from the coarray's
// beginning if it is not mapped.
func (s Section[T]) reach() (low, high uintptr) {
	var v T
	if s.isLine() {
		first := uintptr(s.memory)
		last := first + uintptr((s.count()-1)*s.step)*unsafe.Sizeof(v)
		return min(first, last), max(first, last)
	}
	return s.more().low, s.more().high
}

// grid is the section, mapped, as a grid over part: the whole of the image's part, or the line from
// its lowest element on.
func (s Section[T]) grid() grid {
	if s.more() != nil {
		return s.more().grid
	}
	g := grid{rank: 1, extent: [MaxRank]int{s.count()}, stride: [MaxRank]int{s.step}}
	if s.step < 0 {
		g.first = (s.count() - 1) * -s.step
	}
	if s.step == 0 {
		g.rank, g.extent[0] = 0, 0
	}
	return g
}

func (s Section[T]) part() []T {
	if s.more() != nil {
		return s.more().of.Slice()
	}
	g := s.grid()
	_, high := g.reach()
	return unsafe.Slice((*T)(element[T](s.memory, -g.first)), high+1)
}

// copyMapped copies where at least one of two mapped sections of one shape has a detail.
func (s Section[T]) copyMapped(src Section[T]) {
	if s.isLine() && src.isLine() {
		move[T](s.memory, s.step, src.memory, src.step, s.count())
		return
	}
	// One that is a line is not folded, or its folds may be others than the other's.
	if s.more() != nil && src.more() != nil {
		p, q := &s.more().pieces, &src.more().pieces
		if p.alike(q) {
			copyPieces[T](p, s.more().memory(), &q.stride, src.more().memory())
			return
		}
	}
	to, from := s.grid(), src.grid()
	ds, ss := to.foldWith(&from)
	base := func(of Section[T], g *grid) unsafe.Pointer {
		return element[T](dataOf(of.part()), g.first)
	}
	copyPieces[T](&ds, base(s, &to), &ss, base(src, &from))
}

// foldWith folds two grids of one shape, not empty, where both can be.
func (g *grid) foldWith(other *grid) (f grid, strides [MaxRank]int) {
	for d := range g.rank {
		e, a, b := g.extent[d], g.stride[d], other.stride[d]
		switch n := f.rank; {
		case e == 1:
		case n > 0 && f.stride[n-1] == e*a && strides[n-1] == e*b:
			f.extent[n-1] *= e
			f.stride[n-1], strides[n-1] = a, b
		default:
			f.extent[n], f.stride[n], strides[n] = e, a, b
			f.rank++
		}
	}
	return f, strides
}

// scatterPieces sets the elements of a mapped section that is no line; gatherPieces reads them.
func (s Section[T]) scatterPieces(src []T) {
	p := &s.more().pieces
	dense := p.dense()
	copyPieces[T](p, s.more().memory(), &dense.stride, dataOf(src))
}

func (s Section[T]) gatherPieces(dst []T) {
	p := &s.more().pieces
	dense := p.dense()
	copyPieces[T](&dense, dataOf(dst), &p.stride, s.more().memory())
}

// copyPieces copies to the elements that g says (its first one is to) from those with the same
// extents and the strides given from the element from on. There are some.
func copyPieces[T any](g *grid, to unsafe.Pointer, strides *[MaxRank]int, from unsafe.Pointer) {
	switch g.rank {
	case 0:
		*(*T)(to) = *(*T)(from)
		return
	case 1:
		move[T](to, g.stride[0], from, strides[0], g.extent[0])
		return
	}
	if g.rank == 2 && g.stride[1] == 1 && strides[1] == 1 {
		copyRows[T](g, to, strides, from)
		return
	}
	inner := g.rank - 1
	var index [MaxRank]int
	at, first := 0, 0
	for {
		move[T](element[T](to, at), g.stride[inner], element[T](from, first), strides[inner],
			g.extent[inner])
		d := inner - 1
		for ; d >= 0; d-- {
			index[d]++
			at += g.stride[d]
			first += strides[d]
			if index[d] < g.extent[d] {
				break
			}
			at -= index[d] * g.stride[d]
			first -= index[d] * strides[d]
			index[d] = 0
		}
		if d < 0 {
			return
		}
	}
}

// shortRow is up to how many elements a row is copied one by one, which takes less time than a
// call.
const shortRow = 16

// copyRows is copyPieces of two dimensions of which the last one's elements are adjacent on both
// sides.
func copyRows[T any](g *grid, to unsafe.Pointer, strides *[MaxRank]int, from unsafe.Pointer) {
	var v T
	size := int(unsafe.Sizeof(v))
	n, da, sa := g.extent[1], g.stride[0]*size, strides[0]*size
	i, j := 0, 0
	if n > shortRow || size > 8 {
		for range g.extent[0] {
			copy(unsafe.Slice((*T)(unsafe.Add(to, i)), n),
				unsafe.Slice((*T)(unsafe.Add(from, j)), n))
			i, j = i+da, j+sa
		}
		return
	}
	for range g.extent[0] {
		d, s, left := i, j, n
		for ; left >= 4; left -= 4 {
			a, b := *(*T)(unsafe.Add(from, s)), *(*T)(unsafe.Add(from, s+size))
			x, y := *(*T)(unsafe.Add(from, s+2*size)), *(*T)(unsafe.Add(from, s+3*size))
			*(*T)(unsafe.Add(to, d)), *(*T)(unsafe.Add(to, d+size)) = a, b
			*(*T)(unsafe.Add(to, d+2*size)), *(*T)(unsafe.Add(to, d+3*size)) = x, y
			d, s = d+4*size, s+4*size
		}
		for ; left > 0; left-- {
			*(*T)(unsafe.Add(to, d)) = *(*T)(unsafe.Add(from, s))
			d, s = d+size, s+size
		}
		i, j = i+da, j+sa
	}
}

// bytesOfGrid describes a grid over a coarray that begins at an offset, by bytes.
func bytesOfGrid[T any](g *grid, offset uint64) conduit.Section {
	var v T
	size := int64(unsafe.Sizeof(v))
	b := conduit.Section{
		Offset: offset + uint64(g.first)*uint64(size),
		Elem:   int(size),
		Extent: slices.Clone(g.extent[:g.rank]),
		Stride: make([]int64, g.rank),
	}
	for d := range b.Stride {
		b.Stride[d] = int64(g.stride[d]) * size
	}
	return b
}
