// Command capi is the runtime of compiled programs, built as a C archive:
//
//	go build -buildmode=c-archive -o libcoral.a ./capi
//
// What is hot is C on mapped memory. Go has what is rare or crosses machines: the launcher, the
// symmetric heap, and the library path, by internal/rt over a conduit. This folder has how a
// process becomes an image. Each folder of C is a package, which imports those whose headers it
// includes, and calls no other: core, mem, net, rma, sync, types, coll, async, caf2, xmp. The C ABI
// is include/coral.h; the Fortran module is in fortran/.
package main

// #cgo CFLAGS: -O2 -Wall -Wextra -fno-strict-aliasing
// #cgo LDFLAGS: -lm -lpthread
// #include <stdint.h>
// void coral_note_code(uint64_t from, uint64_t to);
import "C"

import (
	_ "github.com/coral-pgas/coral/capi/async"
	_ "github.com/coral-pgas/coral/capi/caf2"
	_ "github.com/coral-pgas/coral/capi/coll"
	_ "github.com/coral-pgas/coral/capi/core"
	_ "github.com/coral-pgas/coral/capi/include"
	_ "github.com/coral-pgas/coral/capi/mem"
	_ "github.com/coral-pgas/coral/capi/net"
	_ "github.com/coral-pgas/coral/capi/rma"
	_ "github.com/coral-pgas/coral/capi/sync"
	_ "github.com/coral-pgas/coral/capi/types"
	_ "github.com/coral-pgas/coral/capi/xmp"
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
