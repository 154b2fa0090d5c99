// Package adapter loads the adapter of a communication library and calls it (calls.h): messages,
// long transfers, and what a library does with other images' memory by itself.
package adapter

// Go compiles this package again when coral_link.h changes.
import _ "github.com/coral-pgas/coral/internal/conduit/net/native"
