//go:build cgo

package net

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

// Map maps the memory object of this machine for an image without static coarrays: its own slot and
// those of the other images that are here, each at the stride from the other. It takes over the
// descriptor. What is mapped stays until the process ends.
func Map(boot layout.Boot) (conduit.Segment, error) {
	unix.CloseOnExec(boot.Descriptor)
	defer unix.Close(boot.Descriptor)
	// what the kernel does not take back stays as it is
	seg := conduit.Segment{Geometry: boot.Geometry,
		Discard: func(memory []byte) { _ = sys.Discard(memory) }}
	job, err := sys.MapShared(boot.Descriptor, boot.JobOffset(), boot.JobSize(), 0)
	if err != nil {
		return seg, fmt.Errorf("image %d: the Job area: %w", boot.Image, err)
	}
	seg.Job = job
	window, err := reserve(uint64(boot.Images) * boot.Stride)
	if err != nil {
		return seg, fmt.Errorf("image %d: addresses for the images' memory: %w", boot.Image, err)
	}
	for rank := range boot.Images {
		if rank != boot.Image-1 && atomic.LoadUint32(&seg.Status(rank).Here) == 0 {
			continue
		}
		offset := uint64(rank) * boot.Stride
		if err := mapOver(boot.Descriptor, offset, boot.Stride,
			unsafe.Add(window, offset)); err != nil {
			return seg, fmt.Errorf("image %d: the memory of image %d: %w", boot.Image, rank+1, err)
		}
	}
	seg.Base = unsafe.Add(window, uint64(boot.Image-1)*boot.Stride)
	atomic.StoreUint64(&seg.Status(boot.Image-1).Base, uint64(uintptr(seg.Base)))
	return seg, nil
}

// reserve gives addresses at which nothing is.
func reserve(size uint64) (unsafe.Pointer, error) {
	return unix.MmapPtr(-1, 0, nil, uintptr(size), unix.PROT_NONE,
		unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
}

// mapOver maps a part of an object where addresses are reserved.
func mapOver(fd int, offset, size uint64, at unsafe.Pointer) error {
	_, err := unix.MmapPtr(fd, int64(offset), at, uintptr(size), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_SHARED|unix.MAP_NORESERVE|unix.MAP_FIXED)
	return err
}
