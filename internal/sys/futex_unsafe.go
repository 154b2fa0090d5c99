package sys

import (
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	futexWait = 0
	futexWake = 1
)

// FutexWait sleeps while *word is value, until woken, for at most limit. It may
// return early at any time: callers check their condition again. The word may
// lie in memory that several processes share.
func FutexWait(word *uint32, value uint32, limit time.Duration) {
	ts := unix.NsecToTimespec(int64(limit))
	// Syscall, not RawSyscall: the scheduler must be able to take our processor
	// away, or a garbage collection of this process would wait for us.
	syscall.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWait, uintptr(value), uintptr(unsafe.Pointer(&ts)), 0, 0)
}

// FutexWake wakes up to most sleepers of the word.
func FutexWake(word *uint32, most int) {
	syscall.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWake, uintptr(most), 0, 0, 0)
}
