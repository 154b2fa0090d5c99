//go:build cgo

package net

import (
	"unsafe"

	"github.com/coral-pgas/coral/internal/executable"
)

// bytesOf are those of an introduction.
func bytesOf(i *introduction) []byte { return (*[executable.PageSize]byte)(unsafe.Pointer(i))[:] }

// pageOf is what travels as an introduction, and is none.
func pageOf(page [unsafe.Sizeof(introduction{})]byte) (i introduction) {
	copy(bytesOf(&i), page[:])
	return i
}
