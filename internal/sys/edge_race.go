//go:build race

package sys

import "sync/atomic"

// Edge is an order of two goroutines of a process, by a word that the race detector follows.
type Edge struct{ told atomic.Uint32 }

// Tell comes before the post.
func (e *Edge) Tell() { e.told.Add(1) }

// Heard comes behind the wait.
func (e *Edge) Heard() { e.told.Load() }
