package coarray

import (
	"unsafe"

	"github.com/coral-pgas/coral/internal/conduit"
)

// memory is n elements of the coarray in a slot that is mapped here.
func (c *Coarray[T]) memory(rank, n int) []T {
	return unsafe.Slice((*T)(c.me.w.Address(rank, c.offset)), n)
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
// has checked that they are inside both slices.
func copyStrided[T any](dst []T, at, ds int, src []T, from, ss, n int) {
	var v T
	size := int(unsafe.Sizeof(v))
	d := unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst)), at*size)
	s := unsafe.Add(unsafe.Pointer(unsafe.SliceData(src)), from*size)
	ds, ss = ds*size, ss*size
	for ; n > 1; n-- {
		*(*T)(d) = *(*T)(s)
		d, s = unsafe.Add(d, ds), unsafe.Add(s, ss)
	}
	if n == 1 {
		*(*T)(d) = *(*T)(s)
	}
}

// bytes describes the section by bytes of memory in which its coarray begins at an offset.
func (s *Section[T]) bytes(offset uint64) conduit.Section {
	var v T
	size := int64(unsafe.Sizeof(v))
	b := conduit.Section{
		Offset: offset + uint64(s.first)*uint64(size),
		Elem:   int(size),
		Extent: s.extent[:s.rank],
		Stride: make([]int64, s.rank),
	}
	for d := range b.Stride {
		b.Stride[d] = int64(s.stride[d]) * size
	}
	return b
}
