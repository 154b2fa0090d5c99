// Package caf2 is the statements of CAF 2.0: copies, function shipping, collectives, event sets and
// lock sets, copointers, teams and their topologies. What goes on behind them is of package async.
package caf2

// #cgo CFLAGS: -O2 -Wall -Wextra -fno-strict-aliasing
import "C"

import (
	"embed"

	_ "github.com/coral-pgas/coral/capi/async"
	_ "github.com/coral-pgas/coral/capi/coll"
	_ "github.com/coral-pgas/coral/capi/core"
	_ "github.com/coral-pgas/coral/capi/include"
	_ "github.com/coral-pgas/coral/capi/mem"
	"github.com/coral-pgas/coral/capi/net"
	_ "github.com/coral-pgas/coral/capi/rma"
	_ "github.com/coral-pgas/coral/capi/sync"
	_ "github.com/coral-pgas/coral/capi/types"
	"github.com/coral-pgas/coral/internal/rt"
)

// Headers are part of the package, so that Go compiles what includes them again when they change.
//
//go:embed *.h
var Headers embed.FS

// with runs f on the world, and gives what C gets of its error.
func with(f func(w *rt.World) error) C.int { return C.int(net.With(f)) }
