// Package async is what goes on behind its statement in CAF 2.0: copies that wait for events,
// shipped procedures, collectives of few bytes, and the waits that advance them. C does what can be
// done at once; the engine of all else is internal/rt/async, which this package makes.
package async

// #cgo CFLAGS: -O2 -Wall -Wextra -fno-strict-aliasing
// #include <stddef.h>
import "C"

import (
	"embed"

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

func init() { net.OnEnter(inShipped) }

// with runs f on the world, and gives what C gets of its error.
func with(f func(w *rt.World) error) C.int { return C.int(net.With(f)) }

// result is what C gets of an error.
func result(err error) C.int { return C.int(net.Result(err)) }
