// Package xmp is XcalableMP as generated code calls it, in Fortran and in C.
package xmp

// #cgo CFLAGS: -O2 -Wall -Wextra -fno-strict-aliasing
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
)
