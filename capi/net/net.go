// Package net is the library path: what this image does with others that are not mapped, and
// what Go does for all images, as the symmetric heap, by internal/rt over a conduit. Packages above
// it reach the image by World, With and Result.
package net

// #cgo CFLAGS: -O2 -Wall -Wextra -fno-strict-aliasing
import "C"

import (
	"embed"

	_ "github.com/coral-pgas/coral/capi/core"
	_ "github.com/coral-pgas/coral/capi/include"
	_ "github.com/coral-pgas/coral/capi/mem"
	_ "github.com/coral-pgas/coral/internal/conduit/net/fastpath"
	"github.com/coral-pgas/coral/internal/rt"
)

// Headers are part of the package, so that Go compiles what includes them again when they change.
//
//go:embed *.h
var Headers embed.FS

// World is this image's, made at its first use.
func World() (*rt.World, error) { return world() }

// With runs f on the world, and gives what C gets of its error: Result.
func With(f func(w *rt.World) error) int { return int(with(f)) }

// Result is what C gets of an error (CORAL_GO_OK and so on), whose text it finds in
// coral_go_message.
func Result(err error) int { return int(result(err)) }

// entered is called with the world before each piece of work that C asks for.
var entered = func(*rt.World) {}

// OnEnter has f called with the world before each piece of work that C asks for. It is set when
// packages are initialised.
func OnEnter(f func(w *rt.World)) { entered = f }
