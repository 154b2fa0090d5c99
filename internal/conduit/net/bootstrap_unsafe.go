//go:build cgo

package net

import (
	"unsafe"

	"github.com/coral-pgas/coral/internal/executable"
)

// bytesOf are those of a handshake.
func bytesOf(i *handshake) []byte { return (*[executable.PageSize]byte)(unsafe.Pointer(i))[:] }

// pageOf is what travels as a handshake, and is none.
func pageOf(page [unsafe.Sizeof(handshake{})]byte) (i handshake) {
	copy(bytesOf(&i), page[:])
	return i
}
