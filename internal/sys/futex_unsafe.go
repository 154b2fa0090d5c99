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
	syscall.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWait, uintptr(value),
		uintptr(unsafe.Pointer(&ts)), 0, 0)
}

// epollWait waits for an event of a set, which it does not tell, for some milliseconds. By
// epoll_pwait, in which those that look for deadlocks know a thread that only waits.
func epollWait(set int, milliseconds int64) {
	var event unix.EpollEvent
	syscall.Syscall6(unix.SYS_EPOLL_PWAIT, uintptr(set), uintptr(unsafe.Pointer(&event)), 1,
		uintptr(milliseconds), 0, 0)
}

// FutexWake wakes up to most sleepers of the word.
func FutexWake(word *uint32, most int) {
	syscall.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWake, uintptr(most), 0,
		0, 0)
}
