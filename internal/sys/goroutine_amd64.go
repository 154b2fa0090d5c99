package sys

// Goroutine tells goroutines apart: it is a number that the caller's goroutine has until it ends,
// and no other one has meanwhile.
func Goroutine() uintptr
