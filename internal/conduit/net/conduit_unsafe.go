package net

import (
	"unsafe"

	"github.com/coral-pgas/coral/internal/conduit"
)

// slotAt is where the slot of an image of this machine is, so many ranks from this one.
func slotAt(s *conduit.Segment, ranks int) unsafe.Pointer {
	return unsafe.Add(s.Base, int64(ranks)*int64(s.Stride))
}

func bytesAt(s *conduit.Segment, ranks int, offset uint64, n int) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(slotAt(s, ranks), offset)), n)
}

func wordAt(s *conduit.Segment, ranks int, offset uint64) *uint64 {
	return (*uint64)(unsafe.Add(slotAt(s, ranks), offset))
}

// half is the word of 4 bytes at the address of one of 8.
func half(word *uint64) *uint32 { return (*uint32)(unsafe.Pointer(word)) }

// first is where memory begins. It does not move: what is passed to C is not on a stack.
func first(memory []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(memory)) }
