package sys

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// MemoryObject creates a sparse memory object of the given size. It has no name
// in any file system: when its last descriptor and mapping are gone, so is it.
func MemoryObject(name string, size uint64) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("memory object: %w", err)
	}
	f := os.NewFile(uintptr(fd), name)
	if err := unix.Ftruncate(fd, int64(size)); err != nil {
		f.Close()
		return nil, fmt.Errorf("memory object of %d bytes: %w", size, err)
	}
	return f, nil
}

// MapShared maps [offset, offset+size) of the object fd at address at, or
// anywhere if at is 0. Nothing that is already mapped is replaced.
func MapShared(fd int, offset, size uint64, at uintptr) (unsafe.Pointer, error) {
	return mapMemory(fd, offset, size, at, unix.MAP_SHARED|unix.MAP_NORESERVE)
}

// MapPrivate maps size bytes of zeroed memory of this process alone at address
// at, or anywhere if at is 0. No memory is reserved before it is touched.
func MapPrivate(size uint64, at uintptr) (unsafe.Pointer, error) {
	return mapMemory(-1, 0, size, at, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
}

func mapMemory(fd int, offset, size uint64, at uintptr, flags int) (unsafe.Pointer, error) {
	if at != 0 {
		flags |= unix.MAP_FIXED_NOREPLACE
	}
	p, err := unix.MmapPtr(fd, int64(offset), pointerAt(at), uintptr(size),
		unix.PROT_READ|unix.PROT_WRITE, flags)
	if err != nil {
		return nil, fmt.Errorf("map %d bytes at %#x: %w", size, at, err)
	}
	if at != 0 && uintptr(p) != at {
		// A kernel before 4.17 takes MAP_FIXED_NOREPLACE as a hint.
		unix.MunmapPtr(p, uintptr(size))
		return nil, fmt.Errorf("map %d bytes at %#x: address in use", size, at)
	}
	return p, nil
}

// Unmap undoes MapShared and MapPrivate.
func Unmap(p unsafe.Pointer, size uint64) error {
	return unix.MunmapPtr(p, uintptr(size))
}

// Discard gives the whole pages of a shared mapping back to the kernel, in the
// object itself: they read as zeros everywhere.
func Discard(memory []byte) error {
	const page = 4096
	start := uintptr(unsafe.Pointer(unsafe.SliceData(memory)))
	skip := -start & (page - 1)
	if uint64(len(memory)) < uint64(skip)+page {
		return nil
	}
	memory = memory[skip:]
	memory = memory[:len(memory)&^(page-1)]
	return unix.Madvise(memory, unix.MADV_REMOVE)
}

// Collapse asks the kernel to make the memory's touched pages huge pages. It
// helps where it can and is no error where it cannot.
func Collapse(memory []byte) {
	const huge = 2 << 20
	start := uintptr(unsafe.Pointer(unsafe.SliceData(memory)))
	skip := -start & (huge - 1)
	if uint64(len(memory)) < uint64(skip)+huge {
		return
	}
	memory = memory[skip:]
	memory = memory[:len(memory)&^(huge-1)]
	_ = unix.Madvise(memory, unix.MADV_COLLAPSE)
}

// Bytes is the memory [p, p+n) as a slice.
func Bytes(p unsafe.Pointer, n uint64) []byte {
	return unsafe.Slice((*byte)(p), n)
}

// pointerAt turns an address that mmap shall use into the type that the call
// takes; the address is not memory yet.
func pointerAt(at uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&at))
}
