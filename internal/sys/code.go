package sys

import "runtime"

// Code is where the instructions of Go lie in this process. They stand together, and the runtime
// knows for each address whether it is among them: the bounds are found by halving, in some hundred
// steps.
func Code() (from, to uintptr) {
	here, _, _, ok := runtime.Caller(0)
	if !ok {
		return 0, 0
	}
	inside := func(at uintptr) bool { return runtime.FuncForPC(at) != nil }
	bound := func(step func(distance uintptr) uintptr) uintptr {
		in, out := uintptr(0), uintptr(1)
		for ; inside(step(out)); out *= 2 {
			in = out
		}
		for out-in > 1 {
			if middle := in + (out-in)/2; inside(step(middle)) {
				in = middle
			} else {
				out = middle
			}
		}
		return step(in)
	}
	from = bound(func(distance uintptr) uintptr { return here - min(distance, here) })
	to = bound(func(distance uintptr) uintptr { return here + distance }) + 1
	return from, to
}
