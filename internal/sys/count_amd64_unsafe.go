//go:build amd64

package sys

import (
	"os/signal"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// counted is the word that onSignal counts in.
//
//lint:ignore U1000 onSignal is in assembly
var counted *uint32

// handlerAddresses are those of onSignal and afterSignal.
func handlerAddresses() (handler, restorer uintptr)

// action is the kernel's sigaction.
type action struct {
	handler, flags, restorer uintptr
	mask                     uint64
}

const (
	flagRestorer = 0x04000000
	flagOnStack  = 0x08000000
	flagRestart  = 0x10000000
)

// CountSignal has a signal count in a word, which is not Go's memory and the same at each call, and
// do nothing else: no goroutine is there for it, as one of package os/signal would be, and system
// calls go on. A program that asks for the signal afterwards, by that package, has it for itself.
func CountSignal(number syscall.Signal, word *uint32) error {
	signal.Ignore(number) // Go's runtime has given up its own handler then
	counted = word
	handler, restorer := handlerAddresses()
	a := action{handler, flagRestorer | flagOnStack | flagRestart, restorer, 0}
	_, _, errno := syscall.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(number),
		uintptr(unsafe.Pointer(&a)), 0, unsafe.Sizeof(a.mask), 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
