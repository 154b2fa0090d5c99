package async

import (
	"unsafe"

	"github.com/coral-pgas/coral/internal/sys"
)

// ShortCopy is up to how many bytes a copy whose predicate has come is done at once: to hand it to
// the helper would take as long.
const ShortCopy = 64 << 10

// shortMapped is the same of a copy from one image's mapped memory to another's, for which no
// message is sent.
const shortMapped = 256 << 10

// Piece is a short copy from one piece of memory to another, both mapped here, in the fewest bytes:
// thousands that wait for an event are fetched from memory again, one by one, when their turns
// come, since the copies before them have driven them out of the caches.
type Piece struct {
	to, from unsafe.Pointer
	bytes    int
}

// PieceOf is none if it is longer than ShortCopy.
func PieceOf(to, from unsafe.Pointer, bytes int) Piece {
	if bytes > ShortCopy {
		return Piece{}
	}
	return Piece{to, from, bytes}
}

// LongPieceOf is a piece of any length, whose parts may be moved in any order; none if the two
// overlap.
func LongPieceOf(to, from unsafe.Pointer, bytes int) Piece {
	if a, b := uintptr(to), uintptr(from); a < b+uintptr(bytes) && b < a+uintptr(bytes) {
		return Piece{}
	}
	return Piece{to, from, bytes}
}

// part is one of the parts of so many bytes each.
func (p *Piece) part(i, bytes int) Piece {
	at := i * bytes
	return Piece{unsafe.Add(p.to, at), unsafe.Add(p.from, at), min(bytes, p.bytes-at)}
}

// There says whether it is a piece.
func (p *Piece) There() bool { return p.to != nil }

// Move moves the data now: past the caches, if stream says that more than these hold follows before
// anybody reads them.
func (p *Piece) Move(stream bool) {
	to, from := unsafe.Slice((*byte)(p.to), p.bytes), unsafe.Slice((*byte)(p.from), p.bytes)
	if stream {
		sys.Stream(to, from)
	} else {
		copy(to, from)
	}
}

// overlap says whether two pieces of memory have bytes in common.
func overlap(a, b []byte) bool {
	x := uintptr(unsafe.Pointer(unsafe.SliceData(a)))
	y := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return x < y+uintptr(len(b)) && y < x+uintptr(len(a))
}
