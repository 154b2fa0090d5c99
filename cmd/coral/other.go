//go:build !(linux && amd64)

// Coral compiles coarray programs and runs them on many images.
package main

import (
	"fmt"
	"os"
	"runtime"
)

// main refuses to work: the command and the runtime use system calls and instructions of Linux on
// x86-64.
func main() {
	fmt.Fprintf(os.Stderr, "coral: error: Coral runs on Linux on x86-64 only: "+
		"this command was built for %s on %s\n", runtime.GOOS, runtime.GOARCH)
	os.Exit(1)
}
