package net

import (
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net"
	"github.com/coral-pgas/coral/internal/layout"
)

// Images that the launcher of a communication library has started.

// library is the conduit of such an image, once it is open.
var library atomic.Pointer[net.Conduit]

// openLibrary binds this image to the library. All images do so, when they have booted; when it
// returns, all have.
func openLibrary(boot layout.Boot, seg conduit.Segment) conduit.Conduit {
	c := net.Start(boot, seg, true, lost)
	c.AllowFastPath()
	library.Store(c)
	return c
}

// static tells the library of a static coarray.
func static(offset, size uint64) {
	if c := library.Load(); c != nil {
		c.Register(offset, size)
	}
}

// closeLibrary ends the library, after all images have ended, of an image that leaves with code.
func closeLibrary(code int) {
	if c := library.Load(); c != nil {
		c.End(code, flushOutput)
	}
}
