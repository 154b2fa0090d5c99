package coarray

import (
	"slices"
	"unsafe"

	"github.com/coral-pgas/coral/internal/conduit"
)

// Coindexed is the part of a coarray on one image. It is a small value: four words.
type Coindexed[T any] struct {
	memory unsafe.Pointer // of the first element; nil where the image is not mapped, or does not exist
	n      uint           // elements there; 0 where memory is nil
	c      *Coarray[T]
	image  int
}

// direct says where a coarray's part on any image is, if all images of the run are mapped: the
// part of image k is (k-1)*stride bytes behind first.
type direct struct {
	first  unsafe.Pointer
	stride int
	n      uint // elements on each image
	images uint // 0: they are not mapped, or the coarray is freed
}

// findDirect is for a coarray of the initial team, whose images' numbers are their ranks plus one.
func (c *Coarray[T]) findDirect() direct {
	w := c.me.w
	if !w.Mapped() || w.Current() != w.Initial() {
		return direct{}
	}
	d := direct{first: w.Address(0, c.offset), images: uint(w.Size()), n: uint(len(c.local))}
	if w.Size() > 1 {
		d.stride = int(uintptr(w.Address(1, c.offset)) - uintptr(d.first))
	}
	return d
}

// memory is the coarray's n elements on this image.
func (c *Coarray[T]) memory(n int) []T {
	return unsafe.Slice((*T)(c.me.w.Address(c.me.w.Rank(), c.offset)), n)
}

// At is the coarray's part on an image. That there is such an image is checked
// where the part is used.
func (c *Coarray[T]) At(image int) Coindexed[T] {
	if uint(image-1) < c.direct.images {
		return Coindexed[T]{unsafe.Add(c.direct.first, (image-1)*c.direct.stride), c.direct.n, c, image}
	}
	return Coindexed[T]{nil, 0, c, image}
}

// Slice is the image's memory itself, if it is mapped here, and else nil. Programs
// that run on one machine only may range over it like over any slice.
func (r Coindexed[T]) Slice() []T {
	if r.memory == nil && r.image == r.c.me.Index() {
		return r.c.local
	}
	return unsafe.Slice((*T)(r.memory), r.n)
}

// resolve is r if its image exists, with the memory of this image also where others are not mapped.
func (r Coindexed[T]) resolve() (Coindexed[T], error) {
	rank, err := r.rank()
	if err == nil && rank == r.c.me.w.Rank() {
		r.memory, r.n = unsafe.Pointer(unsafe.SliceData(r.c.local)), uint(len(r.c.local))
	}
	return r, err
}

// Load and Store read and write element i, as Local counts them. As with a slice, an index out
// of range panics, and so does an image that does not exist or is gone.
func (r Coindexed[T]) Load(i int) (v T) {
	if uint(i) < r.n {
		return *(*T)(unsafe.Add(r.memory, i*int(unsafe.Sizeof(v))))
	}
	return r.load(i)
}

func (r Coindexed[T]) Store(i int, v T) {
	if uint(i) < r.n {
		*(*T)(unsafe.Add(r.memory, uintptr(i)*unsafe.Sizeof(v))) = v
	} else {
		r.c.store(r, i, v) // a field: a call of a method would be too much to be inlined
	}
}

// part is n elements from at on; nil if they are not mapped, or not there.
func (r Coindexed[T]) part(at, n int) []T {
	if uint(at) < r.n && uint(n) <= r.n-uint(at) {
		return unsafe.Slice((*T)(r.memory), r.n)[at : at+n]
	}
	return nil
}

// byteOffset is the offset of element i in a slot.
func (c *Coarray[T]) byteOffset(i int) uint64 {
	var v T
	return c.offset + uint64(i)*uint64(unsafe.Sizeof(v))
}

// bytesOf is the memory of a slice.
func bytesOf[T any](s []T) []byte {
	var v T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(v)))
}

// bytesAt is the memory of a value.
func bytesAt[T any](v *T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v))
}

// elementsAt is bytes, elements of a reduction, as what they are.
func elementsAt[T any](b []byte) []T {
	var v T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/max(1, int(unsafe.Sizeof(v))))
}

// word is a value of 4 or 8 bytes as an atomic operation's operand, and back.
func word[T Word](v T) uint64 {
	if unsafe.Sizeof(v) == 4 {
		return uint64(*(*uint32)(unsafe.Pointer(&v)))
	}
	return *(*uint64)(unsafe.Pointer(&v))
}

func fromWord[T Word](bits uint64) T {
	var v T
	if unsafe.Sizeof(v) == 4 {
		low := uint32(bits)
		return *(*T)(unsafe.Pointer(&low))
	}
	return *(*T)(unsafe.Pointer(&bits))
}

// copyStrided copies n elements that lie ds and ss elements apart. The caller
// has checked that they are inside the memory on both sides.
func copyStrided[T any](dst unsafe.Pointer, ds int, src unsafe.Pointer, ss, n int) {
	var v T
	ds, ss = ds*int(unsafe.Sizeof(v)), ss*int(unsafe.Sizeof(v))
	for ; n > 4; n -= 4 {
		*(*T)(dst) = *(*T)(src)
		*(*T)(unsafe.Add(dst, ds)) = *(*T)(unsafe.Add(src, ss))
		dst, src = unsafe.Add(dst, 2*ds), unsafe.Add(src, 2*ss)
		*(*T)(dst) = *(*T)(src)
		*(*T)(unsafe.Add(dst, ds)) = *(*T)(unsafe.Add(src, ss))
		dst, src = unsafe.Add(dst, 2*ds), unsafe.Add(src, 2*ss)
	}
	for ; n > 1; n-- {
		*(*T)(dst) = *(*T)(src)
		dst, src = unsafe.Add(dst, ds), unsafe.Add(src, ss)
	}
	if n == 1 {
		*(*T)(dst) = *(*T)(src)
	}
}

// copyPlane copies rows rows of n elements; inside a row elements lie ds and ss apart, and
// the rows da and sa. It never makes an address outside what it copies.
func copyPlane[T any](dst unsafe.Pointer, ds, da int, src unsafe.Pointer, ss, sa, n, rows int) {
	var v T
	size := int(unsafe.Sizeof(v))
	dense := ds == 1 && ss == 1
	for r := 0; ; {
		if dense {
			copy(unsafe.Slice((*T)(dst), n), unsafe.Slice((*T)(src), n))
		} else {
			copyStrided[T](dst, ds, src, ss, n)
		}
		if r++; r == rows {
			return
		}
		dst, src = unsafe.Add(dst, da*size), unsafe.Add(src, sa*size)
	}
}

// element is the address of element i of memory.
func element[T any](memory unsafe.Pointer, i int) unsafe.Pointer {
	var v T
	return unsafe.Add(memory, i*int(unsafe.Sizeof(v)))
}

func dataOf[T any](s []T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s)) }

// bytes describes the section by bytes of memory in which its coarray begins at an offset.
func (s *Section[T]) bytes(offset uint64) conduit.Section {
	var v T
	size := int64(unsafe.Sizeof(v))
	b := conduit.Section{
		Offset: offset + uint64(s.first)*uint64(size),
		Elem:   int(size),
		Extent: slices.Clone(s.extent[:s.rank]),
		Stride: make([]int64, s.rank),
	}
	for d := range b.Stride {
		b.Stride[d] = int64(s.stride[d]) * size
	}
	return b
}

// copySection copies to the section dst, of memory to, from a section of the same shape with the
// strides given whose first element is at from. Neither is empty.
func copySection[T any](dst *Section[T], to unsafe.Pointer, strides *[MaxRank]int, from unsafe.Pointer) {
	to = element[T](to, dst.first)
	rank := dst.rank
	var extent, ds, ss [MaxRank]int
	// Dimensions that are one piece on both sides count as one, and those of one element as none.
	n := 0
	for d := range rank {
		e, a, b := dst.extent[d], dst.stride[d], strides[d]
		switch {
		case e == 1:
			continue
		case n > 0 && ds[n-1] == e*a && ss[n-1] == e*b:
			extent[n-1] *= e
			ds[n-1], ss[n-1] = a, b
		default:
			extent[n], ds[n], ss[n] = e, a, b
			n++
		}
	}
	switch n {
	case 0:
		copyPlane[T](to, 1, 0, from, 1, 0, 1, 1)
		return
	case 1:
		copyPlane[T](to, ds[0], 0, from, ss[0], 0, extent[0], 1)
		return
	}
	inner, outer := n-1, n-2
	var index [MaxRank]int
	at, first := 0, 0
	for {
		copyPlane[T](element[T](to, at), ds[inner], ds[outer], element[T](from, first), ss[inner], ss[outer], extent[inner], extent[outer])
		d := outer - 1
		for ; d >= 0; d-- {
			index[d]++
			at += ds[d]
			first += ss[d]
			if index[d] < extent[d] {
				break
			}
			at -= index[d] * ds[d]
			first -= index[d] * ss[d]
			index[d] = 0
		}
		if d < 0 {
			return
		}
	}
}
