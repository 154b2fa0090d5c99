package conduit

import (
	"sync/atomic"
	"unsafe"
)

func elements[T any](b []byte) []T {
	var zero T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(zero)))
}

// Combine sets each element of a to a op b. Both hold elements of the kind at
// addresses aligned for it and have the same length. op.Check must have passed.
func Combine(a, b []byte, kind Kind, op ReduceOp) {
	switch kind {
	case Int8:
		combineInteger(op, elements[int8](a), elements[int8](b))
	case Int16:
		combineInteger(op, elements[int16](a), elements[int16](b))
	case Int32:
		combineInteger(op, elements[int32](a), elements[int32](b))
	case Int64:
		combineInteger(op, elements[int64](a), elements[int64](b))
	case Uint8:
		combineInteger(op, elements[uint8](a), elements[uint8](b))
	case Uint16:
		combineInteger(op, elements[uint16](a), elements[uint16](b))
	case Uint32:
		combineInteger(op, elements[uint32](a), elements[uint32](b))
	case Uint64:
		combineInteger(op, elements[uint64](a), elements[uint64](b))
	case Float32:
		combineReal(op, elements[float32](a), elements[float32](b))
	case Float64:
		combineReal(op, elements[float64](a), elements[float64](b))
	case Complex64:
		combineNumber(op, elements[complex64](a), elements[complex64](b))
	case Complex128:
		combineNumber(op, elements[complex128](a), elements[complex128](b))
	}
}

// CombineAtomic is Combine where other images may combine into a at the same
// time: each element's change is atomic (a complex number's parts are two
// elements for sums and differences; other operations on Complex128 are not
// atomic, since no processor-atomic operation is so wide).
func CombineAtomic(a, b []byte, kind Kind, op ReduceOp) {
	size := kind.Size()
	switch {
	case size == 16 && (op == Sum || op == Difference):
		CombineAtomic(a, b, Float64, op)
	case size == 4:
		for i := 0; i+4 <= len(a); i += 4 {
			word := (*uint32)(unsafe.Pointer(&a[i]))
			for {
				old := atomic.LoadUint32(word)
				value := old
				Combine(bytesOf(&value), b[i:i+4], kind, op)
				if atomic.CompareAndSwapUint32(word, old, value) {
					break
				}
			}
		}
	case size == 8:
		for i := 0; i+8 <= len(a); i += 8 {
			word := (*uint64)(unsafe.Pointer(&a[i]))
			for {
				old := atomic.LoadUint64(word)
				value := old
				Combine(bytesOf(&value), b[i:i+8], kind, op)
				if atomic.CompareAndSwapUint64(word, old, value) {
					break
				}
			}
		}
	case size < 4:
		for i := 0; i < len(a); i += size {
			combineNarrow(&a[i], b[i:i+size], kind, op)
		}
	default:
		Combine(a, b, kind, op)
	}
}

// combineNarrow combines one element of 1 or 2 bytes by way of the word around it.
func combineNarrow(a *byte, b []byte, kind Kind, op ReduceOp) {
	within := uintptr(unsafe.Pointer(a)) & 3
	word := (*uint32)(unsafe.Add(unsafe.Pointer(a), -int(within)))
	for {
		old := atomic.LoadUint32(word)
		value := old
		Combine(bytesOf(&value)[within:int(within)+len(b)], b, kind, op)
		if atomic.CompareAndSwapUint32(word, old, value) {
			return
		}
	}
}

func bytesOf[T uint32 | uint64](p *T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(p)), unsafe.Sizeof(*p))
}
