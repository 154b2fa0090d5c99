// Package include is the C ABI of compiled programs: coral.h, and what C and Go agree on about
// shared memory (coral_layout.h, generated from internal/layout).
package include

import (
	"embed"
)

// Headers are part of the package, so that Go compiles what includes them again when they change.
//
//go:embed *.h
var Headers embed.FS
