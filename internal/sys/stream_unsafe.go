package sys

import "unsafe"

// Stream copies from to to, of the same length, past the caches if the processor can and the two do
// not overlap: for data that nobody reads before as much as a cache holds has been written after
// them. It saves reading each line of the destination before it is written. What is written is seen
// by all before anything that the caller stores after it.
func Stream(to, from []byte) {
	n := len(to)
	dst, src := uintptr(unsafe.Pointer(unsafe.SliceData(to))), uintptr(
		unsafe.Pointer(unsafe.SliceData(from)))
	if n < 2*line || n != len(from) || dst-src < uintptr(n) || src-dst < uintptr(n) {
		copy(to, from)
		return
	}
	head := int(-dst & (line - 1))
	lines := (n - head) / line
	copy(to[:head], from)
	streamLines(&to[head], &from[head], lines)
	copy(to[head+lines*line:], from[head+lines*line:])
}

// line is the bytes of a line of the caches.
const line = 64
