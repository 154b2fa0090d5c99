package coarray

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// PanicError is a panic of an image's function, or of a shipped one.
type PanicError struct {
	Value any
	Place string // file:line, "" if unknown
	Stack string // of the goroutine, as debug.Stack shows it

	frames string // the program's own part of the stack, the same text on all images
}

// Error says what has been panicked with, and where.
func (e *PanicError) Error() string {
	text := fmt.Sprintf("panic: %v", e.Value)
	if e.Place == "" || strings.HasSuffix(text, ", at "+e.Place) {
		return text
	}
	return text + ", at " + e.Place
}

// Unwrap gives the error that was panicked with, if it was one.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// guarded makes a panic of an image's function, or of a shipped one, an error.
func guarded(f func() error) (err error) {
	defer recoverPanic(&err)
	return f()
}

// keepsPanics tells whether the runtime is to end the process by a panic.
func keepsPanics() bool { return os.Getenv("GOTRACEBACK") == "crash" }

// recoverPanic makes a panic the error of the function that defers it. With GOTRACEBACK=crash the
// runtime keeps the panic, for its core file.
func recoverPanic(err *error) {
	if keepsPanics() {
		return
	}
	if v := recover(); v != nil {
		e := &PanicError{Value: v, Stack: string(debug.Stack())}
		e.Place, e.frames = programFrames()
		if method := nilIn(v); method != "" {
			e.Value = fmt.Errorf("%w: %s uses a value not made by New: %v", ErrZeroValue,
				method, v)
		}
		*err = e
	}
}

// nilIn is the function of this package that has dereferenced nil, where a panic that is being
// recovered is that: Store has no room for a look at what it is called on. "": it is not that.
func nilIn(v any) string {
	fault, is := v.(runtime.Error)
	if !is || !strings.Contains(fault.Error(), "nil pointer") {
		return ""
	}
	var counters [32]uintptr
	frames := runtime.CallersFrames(counters[:runtime.Callers(3, counters[:])])
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		if strings.HasPrefix(frame.Function, "runtime.") {
			continue
		}
		if name, ours := strings.CutPrefix(frame.Function, module+"coarray."); ours {
			return name
		}
		return ""
	}
	return ""
}

// mostFrames bounds how many of the program's frames are shown: a recursion may have millions.
const mostFrames = 32

// programFrames is where the program was when a panic arose that is being recovered, and its part
// of the stack in the form of Go's runtime: without arguments, which differ between images, and
// without the frames of Coral and of the runtime.
func programFrames() (place, frames string) {
	var counters [4 * mostFrames]uintptr
	rest := runtime.CallersFrames(counters[:runtime.Callers(2, counters[:])])
	var b strings.Builder
	shown := 0
	for more := true; more; {
		var frame runtime.Frame
		frame, more = rest.Next()
		if frame.Function == module+"coarray.guarded" {
			break // below it no frame is the program's
		}
		if frame.File == "" || isOwnFrame(&frame) {
			continue
		}
		if place == "" {
			place = fmt.Sprintf("%s:%d", frame.File, frame.Line)
		}
		if shown++; shown > mostFrames {
			b.WriteString("...more frames\n")
			break
		}
		fmt.Fprintf(&b, "%s(...)\n\t%s:%d\n", frame.Function, frame.File, frame.Line)
	}
	return place, b.String()
}

// trace is what is shown of the stack below the message, as GOTRACEBACK says: the program's frames,
// nothing for none and 0, all goroutines for all, system, 1 and 2. whole: the option Trace asks for
// the goroutine's stack as it is.
func (e *PanicError) trace(whole bool) string {
	switch os.Getenv("GOTRACEBACK") {
	case "none", "0":
		return ""
	case "all", "system", "1", "2":
		return e.Stack + "\n" + allStacks()
	}
	if whole {
		return e.Stack
	}
	return e.frames
}

// allStacks shows all goroutines of the process.
func allStacks() string {
	text := make([]byte, 1<<20)
	return string(text[:runtime.Stack(text, true)])
}
