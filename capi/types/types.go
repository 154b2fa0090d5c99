// Package types is what objects of derived types have beside plain bytes: their layouts,
// components of other images' objects, dynamic types, copies and messages of whole objects.
package types

// #cgo CFLAGS: -O2 -Wall -Wextra -fno-strict-aliasing
import "C"

import (
	"embed"

	_ "github.com/coral-pgas/coral/capi/core"
	_ "github.com/coral-pgas/coral/capi/include"
	_ "github.com/coral-pgas/coral/capi/mem"
	_ "github.com/coral-pgas/coral/capi/net"
	_ "github.com/coral-pgas/coral/capi/sync"
)

// Headers are part of the package, so that Go compiles what includes them again when they change.
//
//go:embed *.h
var Headers embed.FS
