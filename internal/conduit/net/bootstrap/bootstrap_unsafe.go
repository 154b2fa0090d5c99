//go:build cgo

package bootstrap

import (
	"unsafe"

	"github.com/coral-pgas/coral/internal/executable"
)

// bytesOf are those of a handshake.
func bytesOf(i *Handshake) []byte { return (*[executable.PageSize]byte)(unsafe.Pointer(i))[:] }

// pageOf is what travels as a handshake, and is none.
func pageOf(page [unsafe.Sizeof(Handshake{})]byte) (i Handshake) {
	copy(bytesOf(&i), page[:])
	return i
}
