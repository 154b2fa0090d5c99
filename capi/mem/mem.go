// Package mem is memory of this image: sections of arrays by the descriptors of both
// compilers, copies of bytes, conversions, the local heap.
package mem

// #cgo CFLAGS: -O2 -Wall -Wextra -fno-strict-aliasing
import "C"

import (
	"embed"

	_ "github.com/coral-pgas/coral/capi/core"
	_ "github.com/coral-pgas/coral/capi/include"
)

// Headers are part of the package, so that Go compiles what includes them again when they change.
//
//go:embed *.h
var Headers embed.FS
