//go:build !amd64

package sys

// Goroutine is 0: it is not known which goroutine calls.
func Goroutine() uintptr { return 0 }
