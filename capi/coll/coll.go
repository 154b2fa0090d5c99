// Package coll is collective subroutines on mapped memory, and the operations of reductions.
package coll

// #cgo CFLAGS: -O2 -Wall -Wextra -fno-strict-aliasing
import "C"

import (
	"embed"

	_ "github.com/coral-pgas/coral/capi/core"
	_ "github.com/coral-pgas/coral/capi/include"
	_ "github.com/coral-pgas/coral/capi/mem"
	_ "github.com/coral-pgas/coral/capi/net"
	_ "github.com/coral-pgas/coral/capi/sync"
	_ "github.com/coral-pgas/coral/capi/types"
)

// Headers are part of the package, so that Go compiles what includes them again when they change.
//
//go:embed *.h
var Headers embed.FS
