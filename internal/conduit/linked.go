package conduit

import "github.com/coral-pgas/coral/internal/layout"

// OpenLinked opens the conduit of an image that the launcher of a communication library has started
// (layout.Boot.Linked). nil: this program has none, since it needs cgo; package coarray/cluster
// sets it when it is initialised.
var OpenLinked func(boot layout.Boot) (Conduit, error)

// AsksForFailures tells whether a program in Go calls what says which images have failed. nil: the
// program is in another language, or is not for several machines.
var AsksForFailures func() bool
