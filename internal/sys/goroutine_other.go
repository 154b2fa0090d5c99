//go:build !amd64

package sys

import (
	"bytes"
	"runtime"
	"strconv"
)

// Goroutine tells goroutines apart: it is a number that the caller's goroutine has until it ends,
// and no other one has meanwhile. Stack traces begin with it ("goroutine 17 [running]"); Go shows
// it nowhere else. It takes microseconds.
func Goroutine() uintptr {
	var text [32]byte
	fields := bytes.Fields(text[:runtime.Stack(text[:], false)])
	if len(fields) < 2 {
		return 0
	}
	n, _ := strconv.ParseUint(string(fields[1]), 10, 64)
	return uintptr(n)
}
