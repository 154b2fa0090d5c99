// Command capi is the runtime of compiled programs, built as a C archive:
//
//	go build -buildmode=c-archive -o libcoral.a ./capi
//
// What is hot is C (the .c files here) on mapped memory. Go has what is rare or
// crosses machines: the launcher, the symmetric heap, and the library path, by
// internal/rt over a conduit. The C ABI is include/coral.h; the Fortran module is
// in fortran/.
package main

// #cgo CFLAGS: -O2 -Wall -Wextra -fno-strict-aliasing
// #cgo LDFLAGS: -lm -lpthread
// #include <stdint.h>
// void coral_note_code(uint64_t from, uint64_t to);
import "C"

import (
	"github.com/coral-pgas/coral/internal/launch"
	"github.com/coral-pgas/coral/internal/sys"
)

// The thread in which Go starts may have the slack of its monitor (boot.c), which others that it
// starts would have from it.
func init() {
	sys.Punctual()
	from, to := sys.Code()
	C.coral_note_code(C.uint64_t(from), C.uint64_t(to))
}

func main() {}

// coralgo_launch is called in a program that was not started as an image. It does not return.
//
//export coralgo_launch
func coralgo_launch() { launch.Main(0, true) }
