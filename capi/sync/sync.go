// Package sync is how images synchronise, the teams in which they do, views of coarrays in the
// current team, and what is collective about allocation.
package sync

// #cgo CFLAGS: -O2 -Wall -Wextra -fno-strict-aliasing
import "C"

import (
	"embed"

	_ "github.com/coral-pgas/coral/capi/core"
	_ "github.com/coral-pgas/coral/capi/include"
	_ "github.com/coral-pgas/coral/capi/mem"
	_ "github.com/coral-pgas/coral/capi/net"
)

// Headers are part of the package, so that Go compiles what includes them again when they change.
//
//go:embed *.h
var Headers embed.FS
