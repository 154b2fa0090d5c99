//go:build race

package coarray

import (
	"fmt"
	"runtime"
	"strings"
)

const checked = true

// callerPlace is the first place of the program outside of this package, as a program counter: the
// same on all images, for they are one executable.
func callerPlace() uint64 {
	var pcs [8]uintptr
	for _, pc := range pcs[:runtime.Callers(2, pcs[:])] {
		if _, there := usersFrame(pc); there {
			return uint64(pc)
		}
	}
	return 0
}

// usersFrame is the innermost function at a program counter that is not of this package, or is of
// its tests.
func usersFrame(pc uintptr) (f runtime.Frame, there bool) {
	frames := runtime.CallersFrames([]uintptr{pc})
	for more := pc != 0; more; {
		f, more = frames.Next()
		if !strings.Contains(f.Function, "/coarray.") || strings.HasSuffix(f.File, "_test.go") {
			return f, f.File != ""
		}
	}
	return f, false
}

func placeName(pc uint64) string {
	if f, there := usersFrame(uintptr(pc)); there {
		return fmt.Sprintf("%s:%d", f.File, f.Line)
	}
	return ""
}

// Load is element i, as Local counts them. As with a slice, an index out of range panics, and so
// does an image that does not exist, or whose memory cannot be reached any more. A part of no
// coarray is like a nil pointer.
func (r Coindexed[T]) Load(i int) T {
	if uint(i) < r.mapped() {
		return *r.element(i)
	}
	return r.bounds.load(r, i)
}

// Store sets element i, and panics where Load does.
func (r Coindexed[T]) Store(i int, v T) {
	if uint(i) < r.mapped() {
		*r.element(i) = v
	} else {
		r.store(r, i, v)
	}
}
