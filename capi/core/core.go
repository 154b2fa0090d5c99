// Package core is the runtime's base in C: the state of an image, the statements that it
// executes with their errors, waits, faults and the end. What it calls of folders above goes
// through coral_above, which capi/boot.c sets.
package core

// #cgo CFLAGS: -O2 -Wall -Wextra -fno-strict-aliasing
import "C"

import (
	"embed"

	_ "github.com/coral-pgas/coral/capi/include"
)

// Headers are part of the package, so that Go compiles what includes them again when they change.
//
//go:embed *.h
var Headers embed.FS
