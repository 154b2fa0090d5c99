package conduit

import (
	"fmt"
	"unsafe"
)

// Pack copies runs of n bytes, step bytes apart in memory from an offset on, to data, one behind
// the other.
func Pack(data, memory []byte, offset uint64, step int64, n int) {
	if count, from := runs(data, memory, offset, step, n); count > 0 {
		moveRuns(unsafe.Pointer(unsafe.SliceData(data)), from, int64(n), step, n, count)
	}
}

// Unpack is the reverse of Pack.
func Unpack(memory []byte, offset uint64, step int64, n int, data []byte) {
	if count, to := runs(data, memory, offset, step, n); count > 0 {
		moveRuns(to, unsafe.Pointer(unsafe.SliceData(data)), step, int64(n), n, count)
	}
}

// runs says how many runs of n bytes data have, and where the first of them is in memory. It panics
// if one of them is outside: that is checked once for all of them, as a check of each takes longer
// than its copy.
func runs(data, memory []byte, offset uint64, step int64, n int) (count int, at unsafe.Pointer) {
	if count = len(data) / n; count == 0 {
		return 0, nil
	}
	first, last := int64(offset), int64(offset)+int64(count-1)*step
	if min(first, last) < 0 || max(first, last)+int64(n) > int64(len(memory)) {
		panic(fmt.Sprintf("%d runs of %d bytes, %d bytes apart from %d on, in memory of %d bytes",
			count, n, step, offset, len(memory)))
	}
	return count, unsafe.Add(unsafe.Pointer(unsafe.SliceData(memory)), offset)
}

// moveRuns copies runs of n bytes. Those of elements of numeric types, and of single characters,
// have a loop each: a call for each of them would take longer than the copy.
func moveRuns(to, from unsafe.Pointer, toStep, fromStep int64, n, count int) {
	switch {
	case toStep == int64(n) && fromStep == int64(n):
		copy(unsafe.Slice((*byte)(to), n*count), unsafe.Slice((*byte)(from), n*count))
	case n == 1:
		moveEach[[1]byte](to, from, toStep, fromStep, count)
	case n == 2:
		moveEach[[2]byte](to, from, toStep, fromStep, count)
	case n == 4:
		moveEach[[4]byte](to, from, toStep, fromStep, count)
	case n == 8:
		moveEach[[8]byte](to, from, toStep, fromStep, count)
	case n == 16:
		moveEach[[16]byte](to, from, toStep, fromStep, count)
	default:
		toAt, fromAt := int64(0), int64(0)
		for range count {
			copy(unsafe.Slice((*byte)(unsafe.Add(to, toAt)), n),
				unsafe.Slice((*byte)(unsafe.Add(from, fromAt)), n))
			toAt, fromAt = toAt+toStep, fromAt+fromStep
		}
	}
}

// moveEach copies elements. T is an array of bytes, which may be at any address.
func moveEach[T any](to, from unsafe.Pointer, toStep, fromStep int64, count int) {
	toAt, fromAt := int64(0), int64(0)
	for range count {
		*(*T)(unsafe.Add(to, toAt)) = *(*T)(unsafe.Add(from, fromAt))
		toAt, fromAt = toAt+toStep, fromAt+fromStep
	}
}
