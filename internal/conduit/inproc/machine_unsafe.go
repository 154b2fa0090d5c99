package inproc

import (
	"sync/atomic"
	"unsafe"

	"github.com/coral-pgas/coral/internal/layout"
)

// alignedMemory is Go memory that begins at a cache line.
func alignedMemory(n uint64) unsafe.Pointer {
	memory := make([]byte, n+layout.CacheLine)
	p := unsafe.Pointer(unsafe.SliceData(memory))
	return unsafe.Add(p, -uintptr(p)&(layout.CacheLine-1))
}

func (m *machine) at(rank int, offset uint64) unsafe.Pointer {
	return unsafe.Add(m.window, uint64(rank)*m.geometry.Stride+offset)
}

func (m *machine) control(rank int) *layout.Control {
	return (*layout.Control)(m.at(rank, 0))
}

func (m *machine) word64(rank int, offset uint64) *uint64 {
	return (*uint64)(m.at(rank, offset))
}

func (m *machine) word32(rank int, offset uint64) *uint32 {
	return (*uint32)(m.at(rank, offset))
}

func (m *machine) bytes(rank int, offset uint64, n int) []byte {
	return unsafe.Slice((*byte)(m.at(rank, offset)), n)
}

func (m *machine) jobArea() *layout.Job { return (*layout.Job)(m.job) }

// machine is what the images of one run share.
type machine struct {
	geometry layout.Geometry
	unmapped bool
	late     bool
	window   unsafe.Pointer // slot 0
	job      unsafe.Pointer
	images   []*Conduit
	hush     atomic.Bool // Hush
}
