//go:build !race

package sys

// Edge is an order of two goroutines of a process, as the race detector sees it. The detector
// follows no word in memory that processes share, so an event that one goroutine posts there and
// another one waits for orders nothing in its eyes. Without the detector an Edge is nothing.
type Edge struct{}

// Tell comes before the post.
func (*Edge) Tell() {}

// Heard comes behind the wait.
func (*Edge) Heard() {}
