// Package fastpath is what two images have that do nothing but answer each other: waits, puts and
// posts between them stay in C (fastpath.h). The conduit lends a session the tables that it needs,
// and takes them back when anything else is to be done.
package fastpath

import (
	"embed"

	// Go compiles this package again when coral_link.h changes.
	_ "github.com/coral-pgas/coral/internal/conduit/net/native"
)

// Headers are part of the package, so that Go compiles what includes them again when they change.
//
//go:embed *.h
var Headers embed.FS
